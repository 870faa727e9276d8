"""Files <-> a dataset repository of the Hugging Face Hub. The only file here that knows huggingface_hub."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmill.records import MissingExtra, ServiceError, UsageError
from benchmill.records.installed import check_versions

if TYPE_CHECKING:
    from huggingface_hub import HfApi


@dataclass(frozen=True, slots=True)
class HubAccount:
    """Who we are there; `endpoint` is another address than the Hub's own."""

    token: str
    endpoint: str = ""


@dataclass(frozen=True, slots=True)
class HubState:
    """A repository now: its commit, and path -> the id that its content has there. Empty where it does not exist."""

    exists: bool
    commit: str
    files: Mapping[str, str]

    def holds(self, path: str, content: bytes) -> bool:
        """Whether the file `path` there is `content`: by git's id, or by the hash of a file in large-file storage."""
        return self.files.get(path) in (git_id(content), hashlib.sha256(content).hexdigest())


def git_id(content: bytes) -> str:
    """The id that git gives to a file of this content.

    >>> git_id(b"hello\\n")
    'ce013625030ba8dba906f756967f9e9ca394464a'
    """
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


class Hub:
    """One dataset repository, `OWNER/NAME`. Every method raises ServiceError with what to do."""

    def __init__(self, account: HubAccount, repository: str) -> None:
        try:
            from huggingface_hub import HfApi
            from huggingface_hub.utils.tqdm import disable_progress_bars
        except ModuleNotFoundError as error:
            raise MissingExtra("publishing to Hugging Face", "huggingface") from error
        check_versions("huggingface-hub")
        if repository.count("/") != 1 or not all(repository.split("/")):
            raise UsageError(f"--dataset {repository!r}: a data set on Hugging Face is named OWNER/NAME")
        disable_progress_bars()
        self._api: HfApi = HfApi(endpoint=account.endpoint.rstrip("/") or None, token=account.token)
        self.repository = repository
        self.url = f"{self._api.endpoint}/datasets/{repository}"

    def state(self) -> HubState:
        """What is there now."""
        from huggingface_hub.errors import RepositoryNotFoundError

        with self._told():
            try:
                info = self._api.dataset_info(self.repository, files_metadata=True)
            except RepositoryNotFoundError as error:
                if error.response.status_code == 401:  # the Hub's answer to a wrong key, too
                    self._api.whoami()
                return HubState(False, "", {})
        files = {one.rfilename: (one.lfs.sha256 if one.lfs else one.blob_id) or "" for one in info.siblings or ()}
        return HubState(True, info.sha or "", files)

    def read(self, path: str, commit: str) -> bytes:
        """The content of one file at a commit."""
        from huggingface_hub import get_session

        with self._told():
            headers = {"Authorization": f"Bearer {self._api.token}"}
            answer = get_session().get(f"{self.url}/resolve/{commit}/{path}", headers=headers, follow_redirects=True)
            answer.raise_for_status()
            content: bytes = answer.content
            return content

    def create(self, *, private: bool) -> None:
        with self._told():
            self._api.create_repo(self.repository, repo_type="dataset", private=private, exist_ok=True)

    def commit(self, added: Mapping[str, bytes], deleted: Sequence[str], message: str, parent: str) -> str:
        """One commit with everything on top of `parent`; its id. Refused where another commit was made meanwhile."""
        from huggingface_hub import CommitOperationAdd, CommitOperationDelete

        operations: list[Any] = [
            *(CommitOperationAdd(path, content) for path, content in added.items()),
            *(CommitOperationDelete(path) for path in deleted),
        ]
        with self._told():
            done = self._api.create_commit(
                self.repository, operations, commit_message=message, repo_type="dataset", parent_commit=parent or None
            )
            return str(done.oid)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Errors of the SDK become one line that names the variable to set."""
        import httpx2  # what huggingface_hub speaks through; it lets its errors pass
        from huggingface_hub.errors import HfHubHTTPError

        try:
            yield
        except HfHubHTTPError as error:
            status = error.response.status_code
            if status in (401, 403):
                raise ServiceError(
                    f"{self._api.endpoint} refuses the key ({status}): set HF_TOKEN to one that may write to"
                    f" {self.repository}"
                ) from error
            if status in (409, 412):
                raise ServiceError(
                    f"{self.repository} was changed meanwhile by someone else ({status}); run the same command again"
                ) from error
            raise ServiceError(f"{self._api.endpoint} answered {status}: {error.server_message or error}") from error
        except httpx2.HTTPError as error:
            words = f"{self._api.endpoint} does not answer ({error}); HF_ENDPOINT names another address"
            raise ServiceError(words) from error
