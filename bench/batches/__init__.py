"""Batches beside those of Pgx: steps a second, with masks and observations, on a core and a GPU."""
