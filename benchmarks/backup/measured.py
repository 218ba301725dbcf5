"""Runs `kesher` with the words given; prints its seconds and its peak memory in MB.

A small program of its own: a process that is begun by a large one counts that one's memory too.
"""

import resource
import subprocess
import sys
import time

started = time.perf_counter()
subprocess.run([sys.executable, "-m", "kesher", *sys.argv[1:]], check=True)
seconds = time.perf_counter() - started
peak_megabytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
print(f"{seconds:.2f} {peak_megabytes:.1f}")
