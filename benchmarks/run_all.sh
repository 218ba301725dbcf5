# Runs every benchmark that needs nothing more than the set-up, one after another; about half an hour
# on two quiet cores. Those with an environment of their own (peers, AgentDojo, a small model) have a
# setup.sh and a README in their folder.
# The results are printed; those of record stand in docs/benchmarks.md with their date and machine.
set -eu
cd "$(dirname "$0")/.."
python=.venv/bin/python
for group in pdf docx scan; do $python -m benchmarks.reading.run --group "$group"; done
$python -m benchmarks.ingestion.run
$python benchmarks/embedding/run.py
$python -m benchmarks.retrieval.run
$python -m benchmarks.search_latency.run
$python -m benchmarks.sample.ask
$python -m benchmarks.followups.run
$python -m benchmarks.refusal.run
$python benchmarks/compaction/run.py
$python -m benchmarks.status.run
$python -m benchmarks.toolsearch.run
$python -m benchmarks.memory.run adding
$python -m benchmarks.memory.run scale --folder "$(mktemp -d)/filled"
for part in locomo cases dialogues perfect; do $python -m benchmarks.memory.run "$part"; done
$python benchmarks/tokens/run.py
