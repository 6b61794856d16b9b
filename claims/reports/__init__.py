"""Reports: a :class:`claims.verify.Report` in, a text out. Nothing here prints."""

from collections.abc import Callable
from importlib import import_module

from claims.verify import Report

FORMATS = ("text", "json")


def renderer(name: str) -> Callable[[Report], str]:
    """Give the function that writes a report in a format, one of :data:`FORMATS`."""
    found: Callable[[Report], str] = import_module(f"claims.reports.{name}").render
    return found
