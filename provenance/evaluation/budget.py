"""What an evaluation may cost: steps, nesting, time, and the size of every value.

Steps are deterministic: each term that is evaluated and each element that is touched costs one. The
clock is the last line of defence, for what steps do not see.
"""

from collections.abc import Callable
from typing import Any

from provenance.evaluation.outcome import Refused

STEPS = 200_000
NESTING = 280  # levels of terms and blocks, calls included; each is two or three of Python's frames
CALLS = 60
SECONDS = 1.0
BITS = 10_000  # of an integer; its decimal digits stay below Python's own limit of 4,300
TEXT = 50_000  # characters of a text
ITEMS = 10_000  # elements of a container
COMPOUND_KEYS = 1000  # keys that are tuples or floats: their hashes can be made to collide
_LOOK = 200
_KEY = 1 << 60  # from the hash's modulus on, integers can be made to collide


class Budget:
    """What is left of it."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.left = STEPS
        self.nesting = 0
        self.calls = 0
        self._clock = clock
        self._end = clock() + SECONDS
        self._look_at = STEPS - _LOOK

    def spend(self, steps: int = 1) -> None:
        """Pay for something; out of steps or time nothing more is evaluated."""
        self.left -= steps
        if self.left < self._look_at:
            self._look_at = self.left - _LOOK
            if self.left < 0:
                raise Refused(f"it takes more than {STEPS} steps")
            if self._clock() > self._end:
                raise Refused(f"it takes more than {SECONDS:g} second")

    def excuse(self, seconds: float) -> None:
        """Leave out of the time what reading a file took."""
        self._end += seconds

    def pay_for(self, value: Any) -> None:
        """Pay for all that a value holds, shared parts each time, as comparing or showing does."""
        pending = [value]
        while pending:
            item = pending.pop()
            kind = type(item)
            if kind is str or kind is bytes:
                self.spend(len(item) // 8)
            elif kind is int:
                self.spend(item.bit_length() // 64)
            elif kind in _CONTAINERS:
                self.spend(len(item) + 1)
                pending.extend(item)
                if kind is dict:
                    pending.extend(item.values())
            elif hasattr(item, "parts"):
                self.spend()
                pending.extend(item.parts())


_CONTAINERS = (list, tuple, dict, set, frozenset)


def sized(value: Any) -> Any:
    """Give a value back if it is small enough, and of a type that is followed."""
    kind = type(value)
    if kind is int:
        if value.bit_length() > BITS:
            raise Refused(f"a number of more than {BITS} bits")
    elif kind is str or kind is bytes:
        if len(value) > TEXT:
            raise Refused(f"a text of more than {TEXT} characters")
    elif kind in _CONTAINERS:
        if len(value) > ITEMS:
            raise Refused(f"a container of more than {ITEMS} elements")
    elif kind is complex:
        raise Refused("a complex number")
    return value


def check_key(key: Any, others: int) -> None:
    """Refuse what could make a table slow on purpose.

    Args:
        key: a key that is looked up or stored.
        others: the number of keys in the table.
    """
    if type(key) is int and abs(key) >= _KEY:
        raise Refused("a very large number as a key")
    if type(key) in (tuple, frozenset, float) and others > COMPOUND_KEYS:
        raise Refused(f"more than {COMPOUND_KEYS} keys that are neither whole numbers nor texts")
