"""The command line."""

import os

# Before NumPy is loaded: its second thread waits for work by turning round and round, 6 % of a core at an idle table, and the
# networks are too small to gain by it.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
