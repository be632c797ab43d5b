#!/usr/bin/env bash
# The Pi's driver on the real picamera2 and libcamera's virtual camera, in a Debian of its own. Optional and slow: the first
# time it fetches about 1.1 GB and takes five minutes, later half a minute. Needs root (chroot), debootstrap and Debian's
# packages; changes nothing outside ROOT. Not in CI.
set -euo pipefail
cd "$(dirname "$0")/.."

ROOT=$(realpath -m "${ROOT:-out/picamera2-chroot}")
PICAMERA2=${PICAMERA2:-0.3.38}
MIRROR=${MIRROR:-http://deb.debian.org/debian}

refuse() { echo "check-picamera2: $1" >&2; exit 2; }
[ "$(id -u)" = 0 ] || refuse "needs root for its chroot: sudo make check-picamera2"
command -v debootstrap >/dev/null || refuse "needs debootstrap: sudo apt install debootstrap"

inside() { chroot "$ROOT" env LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

# trixie's own libcamera 0.4 hangs in a third of the runs with its virtual camera; the backport does not.
if [ ! -e "$ROOT/made" ]; then
  # A half made one is begun again.
  rm -rf "$ROOT"
  mkdir -p "$ROOT"
  debootstrap --variant=minbase --include=ca-certificates trixie "$ROOT" "$MIRROR" >"$ROOT.log" 2>&1 || refuse "debootstrap failed, see $ROOT.log"
  echo "deb $MIRROR trixie-backports main" >"$ROOT/etc/apt/sources.list.d/backports.list"
  inside apt-get update -qq
  inside apt-get install -o Dpkg::Use-Pty=0 -y -qq --no-install-recommends python3-pip python3-numpy python3-opencv python3-pil python3-jsonschema >>"$ROOT.log"
  inside apt-get install -o Dpkg::Use-Pty=0 -y -qq --no-install-recommends -t trixie-backports python3-libcamera libcamera-ipa >>"$ROOT.log"
  touch "$ROOT/made"
fi

# What the checks do not use (encoders, raw files, screens) stands there empty.
python3 -m pip download --quiet --no-deps --dest "$ROOT/wheels" "picamera2==$PICAMERA2"
rm -rf "$ROOT/project" && mkdir -p "$ROOT/project/tests" "$ROOT/project/pidng"
cp -r hardware "$ROOT/project/"
cp tests/check_picamera2.py "$ROOT/project/tests/"
python3 -m zipfile -e "$ROOT/wheels/picamera2-$PICAMERA2-py3-none-any.whl" "$ROOT/project"
for module in prctl piexif simplejpeg av kms pykms pidng/__init__ pidng/camdefs pidng/core videodev2; do
  cat >"$ROOT/project/$module.py" <<'EMPTY'
from unittest.mock import MagicMock

__all__ = []


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return MagicMock()
EMPTY
done
cat >"$ROOT/usr/share/libcamera/pipeline/virtual/virtual.yaml" <<'CAMERA'
%YAML 1.1
---
"Virtual0":
  supported_formats:
  - width: 1280
    height: 720
    frame_rates: [30, 30]
  - width: 320
    height: 180
    frame_rates: [30, 30]
  frames:
    path: "/pictures"
  location: "CameraLocationFront"
  model: "imx708"
CAMERA
inside env PYTHONPATH=/project LIBCAMERA_LOG_LEVELS="*:${LIBCAMERA_LOG:-FATAL}" python3 /project/tests/check_picamera2.py
