"""Elements and slices."""

from typing import TYPE_CHECKING, Any

from provenance.evaluation.arithmetic import attempt, check_lookup
from provenance.evaluation.budget import check_key
from provenance.evaluation.outcome import Refused, Thrown, bases_of
from provenance.evaluation.values import ClassValue, is_plain, kind_of

if TYPE_CHECKING:
    from provenance.evaluation.interpreter import Interpreter


def element(it: "Interpreter", holder: Any, key: Any) -> Any:
    """Give ``holder[key]``."""
    if isinstance(holder, ClassValue) and holder.members and type(key) is str:
        if key not in holder.members:
            raise Thrown(bases_of(KeyError))
        return holder.members[key]
    if not is_plain(holder):
        raise Refused(f"an element of {kind_of(holder)}")
    if type(holder) is dict:
        check_lookup(key)
        check_key(key, len(holder))
        it.budget.pay_for(key)
    elif isinstance(key, slice):
        if not isinstance(holder, range):
            it.budget.spend(len(holder) // 16)
    elif not is_plain(key):
        raise Refused(f"{kind_of(key)} as an index")
    return attempt(lambda: holder[key])
