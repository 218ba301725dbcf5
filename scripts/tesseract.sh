# Installs Tesseract's data for Hebrew, English, Arabic and Russian where apt and root are at hand.
# The program itself comes inside a Python wheel. Without the data scans are not read; all else works.
set -eu
packages="tesseract-ocr-heb tesseract-ocr-eng tesseract-ocr-ara tesseract-ocr-rus"
missing=""
for package in $packages; do
  language=${package##*-}
  found=$(find /usr/share/tesseract-ocr /usr/share/tessdata /usr/local/share/tessdata "${TESSDATA_PREFIX:-/nonexistent}" \
    -name "$language.traineddata" 2>/dev/null | head -n 1)
  [ -n "$found" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  echo "Installing Tesseract's data:$missing"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq >/dev/null
  # shellcheck disable=SC2086
  apt-get install -y -qq --no-install-recommends $missing >/dev/null
else
  echo "Scans will not be read: Tesseract's data is missing. As root: apt-get install$missing" >&2
fi
