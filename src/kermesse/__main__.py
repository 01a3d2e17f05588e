"""`python -m kermesse` is the same as `kermesse`."""

from kermesse.cli import main

main(prog_name="kermesse")
