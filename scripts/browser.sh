# Installs what only the tests need from Debian: Chromium, and LibreOffice's writer without a screen.
set -eu
wanted=""
command -v chromium >/dev/null || wanted="$wanted chromium"
command -v soffice >/dev/null || wanted="$wanted libreoffice-writer-nogui"
[ -n "$wanted" ] || exit 0
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  echo "Installing for the tests:$wanted"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq >/dev/null
  # shellcheck disable=SC2086
  apt-get install -y -qq --no-install-recommends $wanted >/dev/null
else
  echo "Some tests will be skipped: not installed:$wanted" >&2
fi
