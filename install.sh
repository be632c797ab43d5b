#!/usr/bin/env bash
# Installs the companion on this machine for good: a Raspberry Pi with or without a desktop, or any Debian. Can be run again at any
# time: it brings everything up to date. See "From a bare card to the first game" in README.md.
set -euo pipefail
umask 022

USAGE="usage: sudo ./install.sh [--desktop | --lite] [--bluetooth] [--no-start] [--dry-run]
       sudo ./install.sh --uninstall [--dry-run]

  --desktop    it starts with the desktop of whoever is logged in (chosen by itself where there is a desktop)
  --lite       it starts with the machine, on the console without any desktop (chosen by itself where there is none)
  --bluetooth  lets the console's service use Bluetooth dice
  --no-start   installs, but starts nothing now
  --dry-run    prints the steps, and takes none of them
  --uninstall  removes the program; games, settings and calibrations stay"

SOURCE=$(cd "$(dirname "$0")" && pwd)
PROGRAM=/opt/mensch-companion
VENV=$PROGRAM/venv
DATA=/var/lib/mensch-companion
NAME=mensch-companion
GROUPS_NEEDED=(video render input gpio audio)
UNITS=/etc/systemd/system
USER_UNITS=/etc/systemd/user
AUTOSTART=/etc/xdg/autostart/$NAME.desktop
MENU=/usr/share/applications/$NAME.desktop
COMMANDS=/usr/local/bin
# Where it looks which machine this is; tests put another one there.
LOOK=${INSTALL_LOOKS_AT:-}

dry=no where="" bluetooth=no start=yes task=install

fail() {
  echo "install.sh: $1" >&2
  exit 2
}

for argument in "$@"; do
  case $argument in
    --desktop | --lite) where=${argument#--} ;;
    --bluetooth) bluetooth=yes ;;
    --no-start) start=no ;;
    --dry-run) dry=yes ;;
    --uninstall) task=uninstall ;;
    -h | --help) echo "$USAGE" && exit 0 ;;
    *) fail "unknown argument $argument; see ./install.sh --help" ;;
  esac
done

say() { echo "== $*"; }

run() {
  echo "   $*"
  [ "$dry" = yes ] || "$@"
}

# Of the manager itself nothing can be asked in a container or an image that is being made.
live() { [ -d /run/systemd/system ]; }

on_a_pi() { grep -qs "Raspberry Pi" "$LOOK/proc/device-tree/model"; }

# Python 3.11 came with Debian 12; a machine that has none yet has to be told before anything is installed.
check_system() {
  command -v apt-get >/dev/null || fail "expected Raspberry Pi OS or another Debian; here there is no apt-get. make setup works without it"
  local codename
  codename=$(sed -n 's/^VERSION_CODENAME=//p' "$LOOK/etc/os-release" 2>/dev/null || true)
  case $codename in
    stretch | buster | bullseye | bionic | focal | jammy)
      fail "expected Raspberry Pi OS or Debian 12 (bookworm) or newer, for it needs Python 3.11; here is $codename: put a new system on the card"
      ;;
  esac
}

has_desktop() {
  compgen -G "$LOOK/usr/share/wayland-sessions/*.desktop" >/dev/null || compgen -G "$LOOK/usr/share/xsessions/*.desktop" >/dev/null ||
    return 1
  ! command -v systemctl >/dev/null || [ "$(systemctl get-default 2>/dev/null)" != multi-user.target ]
}

install_packages() {
  say "Packages of the system"
  local wanted=(python3 python3-venv ca-certificates espeak-ng alsa-utils libgl1 libglib2.0-0)
  if [ "$where" = lite ]; then wanted+=(libegl1 libgles2 libgbm1 libgl1-mesa-dri); fi
  if on_a_pi; then wanted+=(python3-picamera2 python3-lgpio); fi
  if [ "$bluetooth" = yes ]; then wanted+=(bluez); fi
  run apt-get update -qq
  run env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq -o Dpkg::Use-Pty=0 --no-install-recommends "${wanted[@]}"
}

make_user() {
  say "A user of its own, with the groups of its devices"
  local group
  for group in "${GROUPS_NEEDED[@]}"; do
    getent group "$group" >/dev/null || run groupadd --system "$group"
  done
  if ! getent passwd $NAME >/dev/null; then
    run useradd --system --user-group --home-dir $DATA --no-create-home --shell /usr/sbin/nologin $NAME
  fi
  local all
  all=$(IFS=,; echo "${GROUPS_NEEDED[*]}")
  run usermod --append --groups "$all" $NAME
  # Who plays in the desktop needs the same devices.
  if [ -n "${SUDO_USER:-}" ] && [ "$SUDO_USER" != root ]; then run usermod --append --groups "$all" "$SUDO_USER"; fi
  run install -d -o $NAME -g $NAME -m 750 $DATA
}

make_environment() {
  say "Its own Python environment, on top of the system's packages"
  run install -d $PROGRAM
  # Made anew when the system's Python is another one than it was made with.
  if ! "$VENV/bin/python" -c "import pip" 2>/dev/null ||
    [ "$("$VENV/bin/python" -c 'import sys; print(sys.version_info[:2])')" != "$(python3 -c 'import sys; print(sys.version_info[:2])')" ]; then
    run python3 -m venv --clear --system-site-packages $VENV
  fi
  local locked="locked.txt" pip=("$VENV/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps)
  # The system's picamera2 is compiled against the system's NumPy.
  if on_a_pi; then locked="locked-pi.txt"; fi
  # Each file is taken only with the hash that was tried; the lock names everything, setuptools for the program itself as well.
  run "${pip[@]}" --require-hashes -r "$SOURCE/$locked"
  # Built in a copy: nothing of root's may be left in the folder of whoever cloned it.
  copy=$(mktemp -d)
  trap 'rm -rf "$copy"' EXIT
  run cp -r "$SOURCE/companion" "$SOURCE/calibration" "$SOURCE/hardware" "$SOURCE/pyproject.toml" "$SOURCE/README.md" "$SOURCE/LICENSE" "$copy"
  run "${pip[@]}" --no-build-isolation --force-reinstall "$copy"
  # The wheel of pygame cannot draw without a desktop on aarch64, that of pygame-ce can; both are the module pygame.
  if [ "$where" = lite ]; then
    run $VENV/bin/python -m pip uninstall --quiet --yes pygame
    run "${pip[@]}" --force-reinstall --require-hashes -r "$SOURCE/locked-console.txt"
  fi
  run $VENV/bin/python -c "import cv2, numpy, pygame"
  run install -m 644 "$SOURCE/README.md" $PROGRAM/README.md
}

put_in_place() {
  say "Commands, units and menu"
  run install -d $COMMANDS $UNITS $USER_UNITS "$(dirname $MENU)" "$(dirname $AUTOSTART)"
  run ln -sfn $VENV/bin/companion $COMMANDS/companion
  run install -m 755 "$SOURCE/systemd/companion-table" $COMMANDS/companion-table
  run install -m 644 "$SOURCE/systemd/companion.service" $UNITS/companion.service
  run install -m 644 "$SOURCE/systemd/companion-desktop.service" $USER_UNITS/companion-desktop.service
  run install -m 644 "$SOURCE/systemd/mensch-companion.desktop" $MENU
  if [ "$bluetooth" = yes ]; then
    run install -D -m 644 "$SOURCE/systemd/companion-bluetooth.conf" $UNITS/companion.service.d/companion-bluetooth.conf
  fi
  if [ "$where" = desktop ]; then
    run install -m 644 "$SOURCE/systemd/mensch-companion-autostart.desktop" $AUTOSTART
  else
    run rm -f $AUTOSTART
  fi
}

switch_on() {
  say "Starting"
  if live; then run systemctl daemon-reload; fi
  if ! command -v systemctl >/dev/null; then
    echo "   there is no systemd here: start it with companion play"
  elif [ "$where" = desktop ]; then
    run systemctl disable --quiet companion.service
    echo "   it starts with the next login; now: companion play"
  else
    run systemctl enable --quiet companion.service
    if live && [ "$start" = yes ]; then run systemctl restart companion.service; fi
  fi
}

uninstall() {
  say "Removing the program"
  if command -v systemctl >/dev/null && [ -e $UNITS/companion.service ]; then
    if live; then run systemctl stop companion.service; fi
    run systemctl disable --quiet companion.service
  fi
  run rm -rf $PROGRAM $UNITS/companion.service $UNITS/companion.service.d/companion-bluetooth.conf \
    $USER_UNITS/companion-desktop.service $AUTOSTART $MENU $COMMANDS/companion $COMMANDS/companion-table
  if [ -d $UNITS/companion.service.d ]; then run rmdir --ignore-fail-on-non-empty $UNITS/companion.service.d; fi
  if live; then run systemctl daemon-reload; fi
  say "Kept: games, settings and calibrations in $DATA and in ~/.local/share/$NAME, ~/.config/$NAME of each user; the user $NAME"
}

if [ "$dry" = no ] && [ "$(id -u)" != 0 ]; then fail "needs root: sudo ./install.sh $*"; fi
if [ "$task" = uninstall ]; then
  uninstall
  exit 0
fi
check_system
if [ -z "$where" ]; then if has_desktop; then where=desktop; else where=lite; fi; fi
say "Installing for $([ "$where" = lite ] && echo "the console" || echo "a desktop")"
install_packages
make_user
make_environment
put_in_place
switch_on
say "Done. companion doctor says what is found here; the console's service keeps its games in $DATA, a desktop's in the user's folder"
