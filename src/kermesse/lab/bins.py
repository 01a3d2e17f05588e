"""Whole numbers in bins of equal width, for histograms."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from kermesse.lab.findings import Histogram

MOST_BINS = 24

Numbers = npt.NDArray[np.int32]


def histogram(title: str, axis: str, groups: Mapping[str, Numbers]) -> Histogram:
    """How often which numbers came up in each group, all over the same bins."""
    everything = np.concatenate([values.ravel() for values in groups.values()])
    edges = bins(int(everything.min()), int(everything.max()))
    shares = {}
    for name, values in groups.items():
        counts, _ = np.histogram(values, edges)
        shares[name] = tuple((counts / max(values.size, 1)).tolist())
    return Histogram(title, axis, tuple(edges.tolist()), shares)


def bins(low: int, high: int) -> npt.NDArray[np.float64]:
    """Edges halfway between whole numbers, so that no value is on one."""
    width = -(-(high - low + 1) // MOST_BINS)
    number = -(-(high - low + 1) // width)
    return np.asarray(low - 0.5 + width * np.arange(number + 1), np.float64)
