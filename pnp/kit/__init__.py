"""A kit: its artefacts, the print plan, and how they are written."""
