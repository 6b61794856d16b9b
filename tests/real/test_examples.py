"""Ranks and widths of real releases, worked out and compared with the same formulas in Python.

The functions changed their names and signatures over these releases, and so does what is called
here; each formula is typed by hand, once, from what the release says it computes.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any

import msgspec
import pytest

from provenance.evaluation.evaluating import evaluate
from provenance.evaluation.outcome import Arguments, Known, OutOfSubset, Raised, Returned
from provenance.resolution.files import GivenFiles
from provenance.resolution.names import Site
from tests.real.conftest import python_files

pytestmark = pytest.mark.registry

CONTEXT = "sglang/srt/runtime_context.py"
ATTENTION = "sglang/srt/layers/dp_attention.py"
ENGINE = "sglang/srt/entrypoints/engine.py"
VERSIONS = ("0.5.9", "0.5.15", "0.5.21", "0.5.23")
Inputs = dict[str, Any]


class Formula(msgspec.Struct, frozen=True):
    """A function of some releases, the inputs it is tried on, and what it computes.

    Attributes:
        versions: the releases in which it is called so and takes these inputs.
        path: its file.
        name: the function.
        typed: the formula, by hand.
        inputs: its arguments, by name.
        given: gives the results of functions that it calls, from the arguments.
    """

    versions: tuple[str, ...]
    path: str
    name: str
    typed: Callable[..., Any]
    inputs: tuple[Inputs, ...]
    given: Callable[[Inputs], Inputs] = lambda _: {}

    def __str__(self) -> str:
        return self.name


def table(**values: tuple[Any, ...]) -> tuple[Inputs, ...]:
    """Give every combination of the values."""
    return tuple(dict(zip(values, one, strict=True)) for one in product(*values.values()))


def attention(tp_rank: int, tp_size: int, dp_size: int, cp_size: int) -> tuple[int, int, int]:
    """Give the attention-TP rank and width, and the attention-DP rank."""
    width = tp_size // dp_size // cp_size
    return tp_rank % width, width, tp_rank // (width * cp_size) if dp_size > 1 else 0


def world_info(
    enable_dp_attention: bool, tp_rank: int, tp_size: int, dp_size: int, attn_cp_size: int = 1
) -> tuple[int, ...]:
    """Give what 0.5.9 calls the world info."""
    return attention(tp_rank, tp_size, dp_size if enable_dp_attention else 1, attn_cp_size)


def world_info_with_width(enable_dp_attention: bool, **rest: int) -> tuple[int, ...]:
    """Give the same with the attention-DP width, as later releases do."""
    width = rest["dp_size"] if enable_dp_attention else 1
    return *world_info(enable_dp_attention, **rest), width


def world_info_of_widths(
    tp_rank: int, tp_size: int, attn_dp_size: int, attn_cp_size: int
) -> tuple[int, ...]:
    """Give the same from the attention-DP width, which for one group is 1."""
    width = tp_size // attn_dp_size // attn_cp_size
    return tp_rank % width, width, tp_rank // (width * attn_cp_size), attn_dp_size


def local_info(
    enable_dp_attention: bool, tp_rank: int, tp_size: int, dp_size: int, moe_dense_tp_size: int
) -> tuple[int, int, int]:
    """Give the ranks inside of a dense layer's own TP group."""
    if not enable_dp_attention:
        return tp_rank, tp_size, 0
    group = moe_dense_tp_size or tp_size
    width = group // max(1, dp_size // (tp_size // group))
    inside = tp_rank % group
    return inside % width, width, inside // width


def attention_widths(
    tp_size: int, attn_cp_size: int, dp_size: int, enable_dp_attention: bool
) -> tuple[int, int]:
    """Give the attention-DP and attention-TP widths."""
    groups = dp_size if enable_dp_attention else 1
    return groups, tp_size // groups // attn_cp_size


def attention_ranks(
    tp_rank: int, attn_tp_size: int, attn_cp_size: int, enable_dp_attention: bool
) -> tuple[int, int]:
    """Give the attention-TP and attention-DP ranks."""
    group = tp_rank // (attn_tp_size * attn_cp_size) if enable_dp_attention else 0
    return tp_rank % attn_tp_size, group


def spawn_ranks(
    *,
    world_rank: int,
    tp_size: int,
    ep_join_rank_offset: int,
    attn_cp_size: int,
    attn_tp_size: int,
    moe_dp_size: int,
    moe_ep_size: int,
) -> Inputs:
    """Give the ranks that a process at this place of the world has."""
    pp_rank, tp_rank = divmod(world_rank - ep_join_rank_offset, tp_size)
    moe = tp_size // moe_dp_size
    experts = moe // moe_ep_size
    return {
        "pp_rank": pp_rank,
        "tp_rank": tp_rank,
        "attn_cp_rank": tp_rank // attn_tp_size % attn_cp_size,
        "moe_dp_rank": tp_rank // moe,
        "moe_ep_rank": tp_rank % moe // experts,
        "moe_tp_rank": tp_rank % experts,
    }


def widths(cfg: Known) -> Inputs:
    """Give all widths of a configuration."""
    of = cfg.fields
    groups = of.get("attn_dp_size") or (of["dp_size"] if of["enable_dp_attention"] else 1)
    return {
        "attn_dp_size": groups,
        "attn_tp_size": of["tp_size"] // groups // of["attn_cp_size"],
        "moe_ep_size": of["ep_size"],
        "moe_tp_size": of["tp_size"] // of["ep_size"] // of["moe_dp_size"],
        "dcp_enabled": of["dcp_size"] > 1,
        "attn_dcp_size": max(of["dcp_size"], 1),
    }


def parallelism_ranks(server_args: Known, tp_rank: int) -> tuple[int, int, int]:
    """Give the attention-CP, MoE-DP and MoE-EP ranks."""
    of = server_args.fields
    groups = of["dp_size"] if of["enable_dp_attention"] else 1
    width = of["tp_size"] // groups // of["attn_cp_size"]
    moe = of["tp_size"] // of["moe_dp_size"]
    cp_rank = tp_rank // width % of["attn_cp_size"]
    return cp_rank, tp_rank // moe, tp_rank % moe // (moe // of["ep_size"])


def rank_ranges(
    nnodes: int, pp_size: int, tp_size: int, node_rank: int
) -> tuple[range, range, int, int]:
    """Give the ranks of pipeline and tensor parallelism that a node has, and how many."""
    stages, nodes = max(pp_size // nnodes, 1), max(nnodes // pp_size, 1)
    shards, (stage, shard) = tp_size // nodes, divmod(node_rank, nodes)
    return (
        range(stages * stage, stages * (stage + 1)),
        range(shards * shard, shards * (shard + 1)),
        stages,
        shards,
    )


def world_size(cfg: Known) -> int:
    """Give how many processes are launched."""
    of = cfg.fields
    found: int = of["ep_join_rank_offset"] + of["tp_size"] * of["pp_size"]
    return found


OLD = ("0.5.9", "0.5.15")
ON = (True, False)
RANKS = tuple(range(16))
WORLD = table(enable_dp_attention=ON, tp_rank=RANKS, tp_size=(16,), dp_size=(1, 2, 8),
              attn_cp_size=(1, 2))  # fmt: skip
CONFIGS = tuple(
    Known(one)
    for one in table(tp_size=(8, 16), attn_cp_size=(1, 2), dp_size=(1, 4), ep_size=(1, 4),
                     moe_dp_size=(1, 2), dcp_size=(1, 2), enable_dp_attention=ON)
)  # fmt: skip
RESOLVED = tuple(
    Known(one)
    for one in table(tp_size=(8, 16), attn_cp_size=(1, 2), attn_dp_size=(1, 4), ep_size=(1, 4),
                     moe_dp_size=(1, 2), dcp_size=(1, 2))
)  # fmt: skip
SPAWN = table(world_rank=(0, 3, 10, 15, 31), tp_size=(16,), ep_join_rank_offset=(0,),
              attn_cp_size=(1, 2), attn_tp_size=(2, 4), moe_dp_size=(1, 2),
              moe_ep_size=(4, 8))  # fmt: skip
NODES = table(nnodes=(1, 2, 4), pp_size=(1, 2, 4), tp_size=(8, 16), node_rank=(0, 1))


def nodes_of(inputs: Inputs) -> Inputs:
    """Give the layout that a function asks its context for."""
    return {"get_parallel()": Known({k: v for k, v in inputs.items() if k != "node_rank"})}


FORMULAS = (
    Formula(("0.5.9",), ATTENTION, "compute_dp_attention_world_info", world_info, WORLD),
    Formula(("0.5.15", "0.5.21"), ATTENTION, "compute_dp_attention_world_info",
            world_info_with_width, WORLD),
    Formula(("0.5.23",), ATTENTION, "compute_dp_attention_world_info", world_info_of_widths,
            table(tp_rank=RANKS, tp_size=(16,), attn_dp_size=(1, 2, 8), attn_cp_size=(1, 2))),
    Formula(OLD, ATTENTION, "compute_dp_attention_local_info", local_info,
            table(enable_dp_attention=ON, tp_rank=RANKS, tp_size=(16,), dp_size=(2, 8),
                  moe_dense_tp_size=(None, 1, 4))),
    Formula(("0.5.15",), ENGINE, "_calculate_rank_ranges", rank_ranges, NODES),
    Formula(("0.5.21", "0.5.23"), ENGINE, "_calculate_rank_ranges", rank_ranges, NODES, nodes_of),
    Formula(("0.5.15",), ENGINE, "_compute_parallelism_ranks", parallelism_ranks,
            table(server_args=CONFIGS, tp_rank=(0, 5, 7))),
    Formula(("0.5.21",), CONTEXT, "derive_attention_widths", attention_widths,
            table(tp_size=(8, 16), attn_cp_size=(1, 2), dp_size=(1, 2, 8),
                  enable_dp_attention=ON)),
    Formula(("0.5.21",), CONTEXT, "derive_attention_ranks", attention_ranks,
            table(tp_rank=RANKS, attn_tp_size=(1, 2, 4), attn_cp_size=(1, 2),
                  enable_dp_attention=ON)),
    Formula(("0.5.23",), CONTEXT, "derive_attn_tp_size",
            lambda tp_size, attn_cp_size, attn_dp_size: tp_size // attn_dp_size // attn_cp_size,
            table(tp_size=(8, 16), attn_cp_size=(1, 2), attn_dp_size=(1, 2, 8))),
    Formula(("0.5.23",), CONTEXT, "derive_attention_ranks",
            lambda **of: attention_ranks(**of, enable_dp_attention=True),
            table(tp_rank=RANKS, attn_tp_size=(1, 2, 4), attn_cp_size=(1, 2))),
    Formula(("0.5.21", "0.5.23"), CONTEXT, "derive_spawn_ranks", spawn_ranks, SPAWN),
    Formula(("0.5.21",), CONTEXT, "parallel_widths_of", widths, table(cfg=CONFIGS)),
    Formula(("0.5.23",), CONTEXT, "parallel_widths_of", widths, table(cfg=RESOLVED)),
    Formula(("0.5.21",), CONTEXT, "attn_tp_size_of", lambda cfg: widths(cfg)["attn_tp_size"],
            table(cfg=CONFIGS)),
    Formula(("0.5.23",), CONTEXT, "attn_tp_size_of", lambda cfg: widths(cfg)["attn_tp_size"],
            table(cfg=RESOLVED)),
    Formula(("0.5.21", "0.5.23"), CONTEXT, "launch_world_size_of", world_size,
            table(cfg=tuple(Known(one) for one in table(ep_join_rank_offset=(0, 8), tp_size=(16,),
                                                        pp_size=(1, 2))))),
)  # fmt: skip
CASES = [(version, formula) for formula in FORMULAS for version in formula.versions]


@cache
def release(version: str) -> GivenFiles:
    """Give a release's files of Python."""
    return GivenFiles(python_files(version))


def worked_out(version: str, formula: Formula, inputs: Inputs) -> Returned | Raised:
    """Work out what a call gives in a release."""
    files = release(version)
    (found,) = files.module(formula.path).definitions(formula.name)
    given = {(formula.path, name): value for name, value in formula.given(inputs).items()}
    named = {k: v for k, v in inputs.items() if not given or k == "node_rank"}
    return evaluate(files, Site(formula.path, found), Arguments((), named), given)


@pytest.mark.parametrize(("version", "formula"), CASES, ids=str)
def test_a_formula_gives_what_python_gives(version: str, formula: Formula) -> None:
    for inputs in formula.inputs:
        assert worked_out(version, formula, inputs) == Returned(formula.typed(**inputs)), inputs


def test_every_release_has_its_formulas() -> None:
    assert {version for version, _ in CASES} == set(VERSIONS)
    assert sum(len(formula.inputs) for _, formula in CASES) > 1000


def _divided_by_zero() -> Iterator[tuple[str, Formula, Inputs]]:
    zero = {"dp_size": 0, "attn_dp_size": 0}
    for version, formula in CASES:
        if formula.name == "compute_dp_attention_world_info":
            inputs = {**formula.inputs[0], "enable_dp_attention": True}
            yield version, formula, {k: zero.get(k, v) for k, v in inputs.items()
                                     if k in formula.inputs[0]}  # fmt: skip


@pytest.mark.parametrize(("version", "formula", "inputs"), [*_divided_by_zero()], ids=str)
def test_a_width_of_nothing_raises(version: str, formula: Formula, inputs: Inputs) -> None:
    found = worked_out(version, formula, inputs)
    assert isinstance(found, Raised)
    assert found.name == "ZeroDivisionError"


def test_what_asks_the_running_process_is_not_worked_out() -> None:
    formula = Formula(("0.5.21",), ENGINE, "_calculate_rank_ranges", rank_ranges, NODES)
    with pytest.raises(OutOfSubset, match=r"on line \d+ of sglang/srt/"):
        worked_out("0.5.21", formula, {"node_rank": 0})
