"""The values of --persona, or the documents -> personas that ask the questions: names, descriptions and shares."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmill.records import Document, UsageError

FROM_DOCS = "docs"
_MOST_DRAWN = 4
_FEWEST_DOCUMENTS = 2
# Role -> how documents of several languages name it. Plural forms: "the developer" is often an example.
_ROLES = {
    "developer": (
        "developers|programmers|entwickler|entwicklerinnen|développeurs|desarrolladores|"
        "desenvolvedores|разработчик(?:и|ам|ов)|开发者|开发人员|開発者|개발자"
    ),
    "administrator": (
        "administrators|admins|sysadmins|operators|administratoren|administrateurs|"
        "administradores|администратор(?:ы|ам|ов)|管理员|管理者|관리자"
    ),
    "beginner": (
        "beginners|newcomers|new users|einsteiger|anfänger|débutants|principiantes|iniciantes|"
        "новичк(?:и|ам|ов)|初学者|初心者|초보자"
    ),
    "contributor": "contributors|maintainers|mitwirkende|contributeurs|colaboradores|贡献者|コントリビューター|기여자",
    "researcher": (
        "researchers|scientists|data scientists|forschende|forscher|chercheurs|investigadores|"
        "pesquisadores|研究人员|研究者|연구자"
    ),
    "teacher": "teachers|instructors|lehrkräfte|lehrer|enseignants|profesores|professores|教师|教師|교사",
    "student": "students|pupils|schüler|studierende|étudiants|estudiantes|alunos|学生|학생",
    "manager": "managers|team leads|vorgesetzte|führungskräfte|responsables|gerentes|经理|管理職|관리자들",
    "employee": (
        "employees|staff members|mitarbeiter|mitarbeitende|beschäftigte|salariés|empleados|"
        "funcionários|员工|従業員|직원"
    ),
    "customer": "customers|clients of ours|kunden|kundinnen|clientes|client(?:e)?s finaux|客户|顧客|고객",
    "designer": "designers|gestalter|concepteurs|diseñadores|设计师|デザイナー|디자이너",
    "tester": "testers|qa engineers|tester und testerinnen|testeurs|测试人员|テスター|테스터",
}


@dataclass(frozen=True, slots=True)
class Persona:
    """`text` is what the writer is shown: the name, and what this person knows and wants."""

    name: str
    text: str
    share: float = 1.0


def personas_of(given: Sequence[str], documents: Iterable[Document]) -> tuple[Persona, ...]:
    """The personas in the texts: `NAME`, `NAME: description`, `NAME=30: description`, a file of such lines, or `docs`.

    Raises UsageError where only some lines have a share, where a name is given twice, or where the documents name no
    role.
    """
    lines = [line for text in given for line in _lines(text)]
    found: list[Persona] = []
    shares = 0
    for line in lines:
        head, _, text = line.partition(":")
        name, given_share, share = (part.strip() for part in head.partition("="))
        if not name or (given_share and not (share.replace(".", "", 1).isdigit() and float(share) > 0)):
            raise UsageError(f"--persona {line!r}: write NAME: DESCRIPTION, or NAME=30: DESCRIPTION with its share")
        shares += bool(given_share)
        if name == FROM_DOCS and not text.strip():
            found += _drawn(documents, float(share) if given_share else None)
            continue
        about = f"{name}: {text.strip()}" if text.strip() else name
        found.append(Persona(name, about, float(share) if given_share else 1.0))
    if 0 < shares < len(lines):
        raise UsageError("--persona: give every persona a share (NAME=30: ...; docs=30), or none")
    twice = [name for name, count in Counter(persona.name for persona in found).items() if count > 1]
    if twice:
        raise UsageError(f"--persona names {twice[0]!r} twice")
    return tuple(found)


def _lines(text: str) -> list[str]:
    path = Path(text)
    if text != FROM_DOCS and path.suffix in (".txt", ".md") and not path.is_file():
        raise UsageError(f"--persona {text}: no such file")
    if text == FROM_DOCS or not path.is_file():
        return [text.strip()]
    try:
        read = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise UsageError(f"--persona {text}: byte {error.start} is not UTF-8; save the file as UTF-8") from error
    except OSError as error:
        raise UsageError(f"--persona {text}: cannot be read: {error.strerror or error}") from error
    lines = [line.strip() for line in read if line.strip() and not line.startswith("#")]
    if not lines:
        raise UsageError(f"--persona {text}: the file names nobody; write NAME: DESCRIPTION on a line for each persona")
    return lines


def _drawn(documents: Iterable[Document], share: float | None) -> list[Persona]:
    """The roles that most documents name, up to four, each in two or more documents.

    By these documents they divide `share`, or as many shares of 1 as there are roles: so a role has, on average, as
    much as a persona that the user describes.
    """
    counts: Counter[str] = Counter()
    patterns = {role: re.compile(rf"(?<![^\W_])(?:{forms})(?![^\W_]*[a-z])", re.I) for role, forms in _ROLES.items()}
    for document in documents:
        counts.update(role for role, pattern in patterns.items() if pattern.search(document.text))
    best = [(role, count) for role, count in counts.most_common(_MOST_DRAWN) if count >= _FEWEST_DOCUMENTS]
    if not best:
        raise UsageError(
            "--persona docs: the documents name no role of readers; describe one: --persona 'NAME: what they know'"
        )
    each = (share or len(best)) / sum(count for _, count in best)
    return [
        Persona(role, f"{role}: one of the {role}s this documentation is for", each * count) for role, count in best
    ]
