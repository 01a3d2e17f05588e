"""Structured logs: one JSON object a line, without names, hands, secrets, tokens or chat."""

from __future__ import annotations

import logging
import sys
from typing import TextIO

import structlog


def set_up_logs(stream: TextIO | None = None, pretty: bool = False) -> None:
    """Send the logs of Kermesse and of its libraries to one place."""
    out = stream or sys.stderr
    # never with local variables: hands and secrets are among them
    traces: structlog.types.Processor = (
        structlog.processors.format_exc_info  # the console takes nothing but text
        if pretty
        else structlog.processors.ExceptionRenderer(
            structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
        )
    )
    shared: list[structlog.types.Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        traces,
    ]
    renderer: structlog.types.Processor = (
        structlog.dev.ConsoleRenderer(colors=out.isatty())
        if pretty
        else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[*shared, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(out),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
