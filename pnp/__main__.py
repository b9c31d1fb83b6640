"""`python -m pnp` is `pnp`."""

from pnp.cli.main import main

main()
