#!/usr/bin/env bash
# Makes the environment of the peers, apart from ours: .make/search-peers
set -euo pipefail
cd "$(dirname "$0")/../.."
test -x .make/search-peers/bin/python || .venv/bin/python -m venv .make/search-peers
.make/search-peers/bin/python -m pip install --quiet --disable-pip-version-check \
  numpy==2.4.6 faiss-cpu==1.15.1 usearch==2.26.6 lancedb==0.40.0 sqlite-vec==0.1.9 apsw
