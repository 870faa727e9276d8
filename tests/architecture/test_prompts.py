"""Every prompt loads, and every variable in one is explained where people look who write their own."""

from __future__ import annotations

import pytest

from benchmill import prompts
from tests.architecture.house import ROOT


@pytest.mark.parametrize("name", prompts.names())
def test_a_built_in_prompt_has_both_parts_and_a_fingerprint(name: str) -> None:
    prompt = prompts.load(name)

    assert prompt.user
    # `repair` goes on in a conversation that has one, `asking` is a part of the writers' prompts
    assert prompt.system or name in ("repair", "generator/asking")
    assert len(prompt.fingerprint) == 16


def test_the_page_on_prompts_explains_every_variable_of_every_prompt() -> None:
    page = (ROOT / "docs" / "prompts.md").read_text(encoding="utf-8")
    variables = {variable for name in prompts.names() for variable in prompts.load(name).variables}
    assert [variable for variable in sorted(variables) if f"`{variable}`" not in page] == []
