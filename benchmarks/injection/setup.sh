# Makes the environment of the injection benchmark: AgentDojo's suites need packages that Kesher
# does not. About 300 MB; it is kept out of Kesher's own environment and out of git.
set -eu
cd "$(dirname "$0")/../.."
environment=.make/agentdojo
test -x "$environment/bin/python" || "${PYTHON:-python3}" -m venv "$environment"
"$environment/bin/python" -m pip install --quiet --disable-pip-version-check "agentdojo==0.1.35"
