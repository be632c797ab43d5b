#!/usr/bin/env bash
# Writes the three lock files with the compiler given as one argument (`make lock`). What stands above the pins stays.
set -euo pipefail
cd "$(dirname "$0")/.."
read -r -a compile <<<"$1"

write() {
  local file=$1 new
  shift
  new=$(mktemp)
  "${compile[@]}" "$@" -o "$new" >/dev/null
  { sed '/^[^#]/,$d' "$file"; sed '/^#/d; /^$/d' "$new"; } >"$new.whole"
  cat "$new.whole" >"$file"
  rm "$new" "$new.whole"
}

write locked.txt -c constraints.txt pyproject.toml
write locked-pi.txt -c constraints-pi.txt --no-emit-package numpy pyproject.toml
echo "pygame-ce==2.5.6" | write locked-console.txt -
