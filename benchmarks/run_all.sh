# Runs every benchmark, one after another, on this machine; about twenty minutes on two quiet cores.
# The results are printed; those of record stand in docs/benchmarks.md with their date and machine.
set -eu
cd "$(dirname "$0")/.."
python=.venv/bin/python
for group in pdf docx scan; do $python benchmarks/reading/run.py --group "$group"; done
$python -m benchmarks.ingestion.run
$python benchmarks/embedding/run.py
$python benchmarks/retrieval/run.py
$python benchmarks/search_latency/run.py
$python -m benchmarks.sample.ask
