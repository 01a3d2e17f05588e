"""Batches: thousands of games moved on together, on the CPU or on a GPU."""

from kermesse.core.batch.batch import Batch, Turn

__all__ = ["Batch", "Turn"]
