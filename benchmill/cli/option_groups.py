"""A command with many options -> its help page, with the options in groups."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand

GROUPS = {
    "Run": (
        *(
            "out",
            "config",
            "print_config",
            "fail_under",
            "allow_retire",
            "take_edits",
            "report",
            "no_report",
            "summary",
            "report",
            "log_format",
        ),
        *("json", "as_json", "quiet", "help"),
    ),
    "Questions": (
        *("questions", "kinds", "audience", "about", "language", "per_document", "styles", "persona"),
        *("difficulty", "like", "seed", "prompts"),
    ),
    "Documents": ("include", "exclude", "reader", "chunk_size", "chunk_overlap"),
    "Models": ("model", "critic_model", "second_critic_model", "base_url", "num_ctx", "evidence"),
    "Critics": ("min_rating", "quality", "shared_critics", "all_critics", "residual", "answerability"),
    "Budget": ("max_calls", "max_tokens", "max_cost", "prices", "keep_going", "batch", "batch_size", "no_wait"),
    "Speed": ("concurrency", "rpm", "tpm", "timeout", "hedge", "engine"),
}
"""Title -> names of options; an option that no group names is in the last group, `Other options`."""


class GroupedCommand(TyperCommand):
    """A command whose help page has a section for each group of options."""

    def format_options(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - types that typer hides
        sections: dict[str, list[tuple[str, str]]] = {title: [] for title in ("Arguments", *GROUPS, "Other options")}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None:
                sections[_group(param)].append(record)
        for title, records in sections.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)


def _group(param: Any) -> str:  # noqa: ANN401 - a type that typer hides
    if param.param_type_name == "argument":
        return "Arguments"
    return next((title for title, names in GROUPS.items() if param.name in names), "Other options")
