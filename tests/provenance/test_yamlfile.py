"""YAML with places: values as PyYAML reads them, positions, and what these files must not hold."""

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from provenance.errors import ProblemsFound
from provenance.yamlfile import Node, load

TEXT = """\
a: 1
list:
  - x
  - {deep: [2.5, true, ~]}
"folded": >
  two
  lines
"""


def refused(data: bytes) -> str:
    with pytest.raises(ProblemsFound) as caught:
        load(data, "f.yaml")
    [problem] = caught.value.problems
    return str(problem)


def test_values_and_their_places() -> None:
    root = load(TEXT.encode(), "f.yaml")
    assert root.plain() == yaml.safe_load(TEXT)
    listed = root.get("list")
    assert listed is not None and listed.is_list
    deep = listed.value[1].get("deep")
    assert (deep.line, deep.column, deep.type_name) == (4, 12, "a list")
    assert str(root.key_location("folded")) == "f.yaml:5:1"
    assert str(listed.value[0].location) == "f.yaml:3:5"
    assert [name for name, _ in root.items()] == ["a", "list", "folded"]
    assert root.get("absent") is None


def test_a_value_is_what_its_text_shows() -> None:
    """What YAML 1.1 would read as another value stays a text: a pattern must not change unseen."""
    listed = load(b"[yes, on, 010, 0x10, 1:30, 1_000, .inf, 2026-01-01, true, -3, 2.5]", "f.yaml")
    texts = ["yes", "on", "010", "0x10", "1:30", "1_000", ".inf", "2026-01-01"]
    assert listed.plain() == [*texts, True, -3, 2.5]


def test_an_empty_file_is_none_and_a_byte_order_mark_is_nothing() -> None:
    assert load(b"", "f.yaml").value is None
    assert load(b"# only a comment\n", "f.yaml").value is None
    assert load(b"\xef\xbb\xbfa: 1\r\n", "f.yaml").plain() == {"a": 1}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("{}", "a mapping"),
        ("[]", "a list"),
        ("x", "a text"),
        ("true", "true or false"),
        ("1", "a number"),
        ("1.5", "a number"),
        ("~", "empty"),
        ("", "empty"),
    ],
)
def test_types_have_names_for_people(text: str, name: str) -> None:
    assert load(text.encode(), "f.yaml").type_name == name


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"a: 1\nb: 2\na: 3\n", "f.yaml:3:1: the key 'a' stands twice, first on line 1"),
        (b"a: &x [1]\nb: *x\n", "f.yaml:1:4: an alias is not allowed here"),
        (b"a: &a [*a]\n", "f.yaml:1:4: an alias is not allowed here"),
        (b"a: &x 1\nb: *x\n", "an alias is not allowed here"),
        (b"a: {<<: {b: 1}}\n", "f.yaml:1:5: a key must be a plain word"),
        (b"? [1]\n: 2\n", "f.yaml:1:3: a key must be a plain word"),
        (b"a: !!python/object:os.system x\n", "f.yaml:1:4: the tag "),
        (b"a: !mine {b: 1}\n", "f.yaml:1:4: the tag '!mine' is not allowed"),
        (b"a: !!set [b]\n", "f.yaml:1:4: the tag "),
        (b"a: 1\n---\nb: 2\n", "keep one document a file"),
        (b"\ta: 1\n", "f.yaml:1:1: not valid YAML: .*indent with spaces"),
        (b"a:\n  b: 1\n\tc: 2\n", "f.yaml:3:1: not valid YAML: .*indent with spaces"),
        (b"a: b: c\n", "f.yaml:1:5: not valid YAML: .*quote a text that contains ': '"),
        (b"a: [1\n", "f.yaml:2:1: not valid YAML"),
        (b"a: 1\nb: \xff\n", "f.yaml:2:4: not UTF-8 text"),
        (b"a: 1\nx: \x00\n", "not valid YAML: "),
        (b"[" * 200 + b"]" * 200, "deeper than 60 levels is not allowed"),
    ],
)
def test_what_is_refused_has_its_place_and_a_way_out(data: bytes, message: str) -> None:
    import re

    assert re.search(message, refused(data)), refused(data)


def test_aliases_that_explode_end_at_once() -> None:
    lines = ["a0: &a0 [x, x]"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 40)]
    assert "an alias" in refused("\n".join(lines).encode())


_words = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=12)
_scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | _words
)
_trees = st.recursive(
    _scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_words, inner, max_size=3),
    max_leaves=12,
)


@given(_trees)
def test_what_pyyaml_writes_is_read_back(tree: object) -> None:
    text = yaml.safe_dump(tree, allow_unicode=True)
    if "&id" not in text and "<<" not in text and not _has_odd_keys(tree):
        assert load(text.encode(), "f.yaml").plain() == yaml.safe_load(text)


def _has_odd_keys(tree: object) -> bool:
    if isinstance(tree, dict):
        return any(_has_odd_keys(value) for value in tree.values())
    return isinstance(tree, list) and any(map(_has_odd_keys, tree))


@given(st.binary(max_size=60) | _words.map(str.encode))
def test_any_bytes_give_a_node_or_problems(data: bytes) -> None:
    try:
        assert isinstance(load(data, "f.yaml"), Node)
    except ProblemsFound as error:
        assert error.problems
