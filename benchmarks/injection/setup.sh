# Makes the environment of the injection benchmark: AgentDojo's suites need packages that Kesher
# does not. About 300 MB; it is kept out of Kesher's own environment and out of git.
#
#     bash benchmarks/injection/setup.sh [FOLDER]    (default: .make/agentdojo)
set -eu
cd "$(dirname "$0")/../.."
environment="${1:-.make/agentdojo}"
if ! test -x "$environment/bin/python"; then
  mkdir -p "$(dirname "$environment")"
  "${PYTHON:-python3}" -m venv "$environment"
fi
"$environment/bin/python" -m pip install --quiet --disable-pip-version-check "agentdojo==0.1.35"
"$environment/bin/python" -c "import agentdojo"
