"""The command line. Only this package prints and exits, and typer is imported nowhere else."""
