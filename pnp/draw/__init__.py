"""Everything that prints. reportlab is imported nowhere else."""
