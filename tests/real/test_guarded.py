"""`guarded` on a real release: what stands under which condition in it, and what does not."""

import json
from collections.abc import Callable

import pytest

from claims.documents import read_document
from claims.judging import judge
from claims.model import Judgement, Verdict
from claims.preparing import prepare
from provenance.source import Project
from provenance.treefiles import TreeFiles
from tests.real.test_articles import files, project, store  # noqa: F401 - fixtures

Say = Callable[[tuple[str, str], str, str], Judgement]

pytestmark = pytest.mark.registry
SRT = "python/sglang/srt"
GROUPS = (f"{SRT}/distributed/parallel_state.py", "initialize_model_parallel")
BACKENDS = f"{SRT}/layers/attention/attention_registry.py"
SCHEDULER = f"{SRT}/managers/scheduler.py"
LOOP = (SCHEDULER, "Scheduler.event_loop_overlap")
NEXT = (SCHEDULER, "Scheduler.get_next_batch_to_run")
FLUSH = (SCHEDULER, "Scheduler.flush_cache")
HOLDS = (
    (GROUPS, "_MOE_EP = _TP", "moe_ep_size == tensor_model_parallel_size and not _is_npu"),
    (GROUPS, "_MOE_EP = _TP", "not _is_npu"),
    (GROUPS, "_MOE_EP = init_model_parallel_group(...)",
     "not (moe_ep_size == tensor_model_parallel_size and not _is_npu)"),
    (GROUPS, "_MOE_DP = _TP",
     "not attn_cp_size > moe_dp_size and moe_dp_size == tensor_model_parallel_size"),
    (GROUPS, "_ATTN_TP = init_model_parallel_group(...)",
     "attn_tp_size != tensor_model_parallel_size"),
    (GROUPS, "_SHARED_EXPERTS_TP = _ATTN_TP", "shared_experts_tensor_parallel_size is not None"),
    (GROUPS, "_DCP = init_model_parallel_group(...)", "decode_context_parallel_size > 1"),
    ((BACKENDS, "create_dsv4_backend"), "DeepseekV4HipRadixBackend(runner)",
     "_is_hip and not _is_npu"),
    ((BACKENDS, "create_trtllm_mla_backend"), "TRTLLMMLABackend(runner)",
     "runner.use_mla_backend"),
    ((BACKENDS, "create_hpc_ops_backend"), "HPCOpsAttnBackend(runner)",
     "not runner.use_mla_backend and not runner.model_config.is_encoder_decoder"),
    (LOOP, "self.run_batch(batch)", "batch and not self._engine_paused"),
    (LOOP, "self.on_idle()", "batch is None and not self.last_batch"),
    (NEXT, "running_batch.merge_batch(last_batch)", "not self.enable_hisparse and last_batch"),
    (NEXT, "self._build_hisparse_decode_batch(...)", "len(ready_reqs) > 0"),
    (FLUSH, "success = True", "self.is_fully_idle(...)"),
)  # fmt: skip
BROKEN = (
    (GROUPS, "_MOE_EP = _TP", "_is_npu"),
    (GROUPS, "_MOE_EP = _TP", "moe_ep_size != tensor_model_parallel_size"),
    (GROUPS, "_MOE_TP = _TP", "not _is_npu"),
    (GROUPS, "_ATTN_TP = _TP", "attn_tp_size != tensor_model_parallel_size"),
    (GROUPS, "_SHARED_EXPERTS_TP = _ATTN_TP", "shared_experts_tensor_parallel_size is None"),
    ((BACKENDS, "create_dsv4_backend"), "DeepseekV4HipRadixBackend(runner)", "_is_npu"),
    ((BACKENDS, "create_dsv4_backend"), "create_deepseek_v4_attn_backend(runner)", "_is_hip"),
    ((BACKENDS, "create_trtllm_mla_backend"), "TRTLLMMLABackend(runner)",
     "not runner.use_mla_backend"),
    (LOOP, "self.run_batch(batch)", "self._engine_paused"),
    (LOOP, "self.on_idle()", "self.last_batch"),
    (NEXT, "running_batch.merge_batch(last_batch)", "self.enable_hisparse"),
    (FLUSH, "success = False", "self.is_fully_idle(ignore_waiting=self._engine_paused)"),
)  # fmt: skip
UNKNOWN = (
    (GROUPS, "_MOE_EP = init_model_parallel_group(...)", "_is_npu"),
    (GROUPS, "_DCP = init_model_parallel_group(...)", "decode_context_parallel_size >= 2"),
    (LOOP, "self.run_batch(batch)", "batch is not None"),
)  # fmt: skip


@pytest.fixture
def say(files: TreeFiles, project: Project) -> Say:  # noqa: F811 - the fixtures named above
    """Judge what is claimed of a place in the release."""

    def said(place: tuple[str, str], code: str, by: str) -> Judgement:
        path, symbol = place
        expected = {"guarded": {"code": code, "by": by}}
        named = {"id": "it", "statement": "It is so.", "file": path, "symbol": symbol}
        text = json.dumps({"source": "sglang", "claims": [{**named, "expect": expected}]})
        (claim,) = read_document(text.encode(), "claims.yaml", project).claims
        return judge(prepare(claim), files.module(claim.file), files)

    return said


@pytest.mark.parametrize(("place", "code", "by"), HOLDS)
def test_holds(place: tuple[str, str], code: str, by: str, say: Say) -> None:
    judgement = say(place, code, by)
    assert judgement.verdict is Verdict.HOLDS, judgement


@pytest.mark.parametrize(("place", "code", "by"), BROKEN)
def test_is_broken(place: tuple[str, str], code: str, by: str, say: Say) -> None:
    judgement = say(place, code, by)
    assert judgement.verdict is Verdict.BROKEN, judgement
    assert "stands under" in judgement.reason


@pytest.mark.parametrize(("place", "code", "by"), UNKNOWN)
def test_is_unknown(place: tuple[str, str], code: str, by: str, say: Say) -> None:
    judgement = say(place, code, by)
    assert judgement.verdict is Verdict.UNKNOWN, judgement
    assert "is not decided" in judgement.reason
