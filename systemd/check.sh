#!/usr/bin/env bash
# The units as systemd reads them: no complaint, and the console service exposed by 2.0 at most (of 10), also with Bluetooth.
# Needs systemd-analyze (Debian: systemd) and no running systemd. PROGRAM stands in for the installed one.
set -euo pipefail
cd "$(dirname "$0")"
PROGRAM=${1:-/bin/true}
MOST_TENTHS=20

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for unit in *.service; do
  sed "s|^ExecStart=[^ ]*|ExecStart=$PROGRAM|" "$unit" >"$scratch/$unit"
done

quietly() {
  # systemd-analyze verify tells of what it ignores on standard error and exits 0 all the same.
  local said
  said=$("$@" 2>&1) || { echo "$said"; exit 1; }
  if [ -n "$said" ]; then
    echo "$said"
    exit 1
  fi
}

quietly systemd-analyze verify --man=no "$scratch/companion.service"
# The user's manager looks for its folder there.
XDG_RUNTIME_DIR=$scratch quietly systemd-analyze --user verify --man=no "$scratch/companion-desktop.service"
systemd-analyze security --offline=true --threshold=$MOST_TENTHS --no-pager "$scratch/companion.service" | tail -1
mkdir "$scratch/companion.service.d"
cp companion-bluetooth.conf "$scratch/companion.service.d/"
quietly systemd-analyze verify --man=no "$scratch/companion.service"
systemd-analyze security --offline=true --threshold=$MOST_TENTHS --no-pager "$scratch/companion.service" | tail -1
