"""The command line. Only this package prints and exits, and typer is imported nowhere else."""

import gc

gc.set_threshold(100_000, 50, 100)  # a command makes much, keeps most of it, and ends soon
