#!/usr/bin/env bash
# The installer's steps in a clean Debian, line by line as README.md tells them: install for the console, again for a desktop, play,
# verify the units as they lie there, uninstall; games and settings have to stay. Needs root and debootstrap; 1.6 GB, 5 minutes.
# SUITE: bookworm (Python 3.11) or trixie (3.13). ROOT: a folder for the system, kept when given.
set -euo pipefail
cd "$(dirname "$0")/.."
SUITE=${SUITE:-bookworm}
root=${ROOT:-$(mktemp -d)}

clean_up() {
  mountpoint -q "$root/proc" && umount "$root/proc"
  [ -n "${ROOT:-}" ] || rm -rf "$root"
}
trap clean_up EXIT

inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/bin HOME=/root LANG=C.UTF-8 \
  PIP_CERT=/etc/ssl/certs/ca-certificates.crt "$@"; }

step() { echo "-- $*"; }

units_are_well() {
  local said
  said=$(inside systemd-analyze verify --man=no companion.service 2>&1) || true
  if [ -n "$said" ]; then
    echo "$said"
    exit 1
  fi
  inside systemd-analyze security --offline=true --threshold=20 --no-pager /etc/systemd/system/companion.service | tail -1
}

if [ ! -e "$root/etc/debian_version" ]; then
  step "a clean $SUITE"
  debootstrap --variant=minbase --include=ca-certificates,git,sudo,systemd "$SUITE" "$root" http://deb.debian.org/debian >/dev/null
fi
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
mountpoint -q "$root/proc" || mount --bind /proc "$root/proc"

step "the project is cloned"
rm -rf "$root/home/pi/mensch-companion"
mkdir -p "$root/home/pi"
git clone --quiet --depth 1 "file://$PWD" "$root/home/pi/mensch-companion"

step "the console"
inside bash -c "cd /home/pi/mensch-companion && ./install.sh --lite"
test -L "$root/etc/systemd/system/multi-user.target.wants/companion.service"
inside python3 - <<'CHECK'
import pathlib, subprocess
python = "/opt/mensch-companion/venv/bin/python"
driver = subprocess.run([python, "-c", "import pygame; print(pygame.version.ver, pygame.IS_CE)"], capture_output=True, text=True)
assert driver.stdout.split()[-1] in ("1", "True"), driver
assert not list(pathlib.Path("/home/pi/mensch-companion").glob("build")), "the clone was built in"
CHECK

step "a game as the service would play it, without a screen"
inside sudo -u mensch-companion env XDG_DATA_HOME=/var/lib XDG_CONFIG_HOME=/var/lib HOME=/tmp \
  /opt/mensch-companion/venv/bin/companion play --headless --seconds 60 --seed 1 --out /tmp/pictures | tee "$root/tmp/played"
grep -q "Nothing is lost" "$root/tmp/played"
grep -q "throws" "$root/tmp/played"
echo 'lang = "en"' >"$root/var/lib/mensch-companion/settings.toml"
games=$(find "$root/var/lib/mensch-companion" -name "*.jsonl" | wc -l)
test "$games" -ge 1
inside companion-table games | tail -3

step "the units as they lie there"
units_are_well

step "once more, for a desktop with Bluetooth dice: nothing of the first time is in the way"
inside bash -c "cd /home/pi/mensch-companion && ./install.sh --desktop --bluetooth" >"$root/tmp/again"
tail -3 "$root/tmp/again"
test -e "$root/etc/xdg/autostart/mensch-companion.desktop"
test ! -e "$root/etc/systemd/system/multi-user.target.wants/companion.service"
units_are_well

step "the console once more: nothing but what differs is touched, the games are still there"
inside bash -c "cd /home/pi/mensch-companion && ./install.sh --lite" >"$root/tmp/thrice"
inside bash -c "cd /opt/mensch-companion/venv/lib/python3*/site-packages && ls -d pygame*.dist-info opencv*.dist-info mensch*.dist-info"
test ! -e "$root/etc/xdg/autostart/mensch-companion.desktop"
test "$(find "$root/var/lib/mensch-companion" -name "*.jsonl" | wc -l)" = "$games"

step "gone again, games and settings are still there"
inside bash -c "cd /home/pi/mensch-companion && ./install.sh --uninstall" | tail -1
test ! -e "$root/opt/mensch-companion" && test ! -e "$root/usr/local/bin/companion" && test ! -e "$root/etc/systemd/system/companion.service"
test -e "$root/var/lib/mensch-companion/settings.toml"
test "$(find "$root/var/lib/mensch-companion" -name "*.jsonl" | wc -l)" = "$games"
inside bash -c "cd /home/pi/mensch-companion && ./install.sh --uninstall" >/dev/null
echo "The installer does what it says on a clean $SUITE"
