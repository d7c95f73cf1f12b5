"""Records and comments, between how programs write them and how the server has them."""

from dataclasses import dataclass

from pulumi_wasm_provider import Object

from . import content
from .api import CommentEntry, Record, RecordSetAnswer
from .name import SpellingError


class Comment(Object):
    """A comment on a record set."""

    content: str
    """The text of the comment."""
    account: str | None = None
    """The author of the comment."""


@dataclass
class Current:
    """The server's records, as a program would write them."""

    ttl: int
    contents: list[str]
    disabled: bool
    comments: list[Comment]
    left_out: int
    """How many disabled records there are beside others that are not."""


def current(record_type: str, found: RecordSetAnswer, recorded: list[str], recorded_comments: list[Comment]) -> Current:
    """Reads an answer. The server may keep contents in another spelling than it got them, and keeps no order: if they
    are still the recorded ones, they come as recorded, so that no false change is reported."""
    disabled = all(record["disabled"] for record in found["records"])
    shown = [record for record in found["records"] if disabled or not record["disabled"]]
    contents = [_canonical(record_type, record["content"]) for record in shown]
    comments = [Comment(content=one["content"], account=one["account"] or None) for one in found["comments"]]
    return Current(
        ttl=found["ttl"],
        contents=recorded if content.same_records(record_type, contents, recorded) else contents,
        disabled=disabled,
        comments=recorded_comments if same_comments(comments, recorded_comments) else comments,
        left_out=len(found["records"]) - len(shown),
    )


def _canonical(record_type: str, text: str) -> str:
    try:
        return content.canonical(record_type, text)
    except SpellingError:
        return text


def to_send(record_type: str, contents: list[str], disabled: bool) -> list[Record]:
    """The records as the server wants them."""
    return [{"content": content.to_send(record_type, text), "disabled": disabled} for text in contents]


def comments_to_send(comments: list[Comment]) -> list[CommentEntry]:
    """The comments as the server wants them."""
    return [{"content": one.content, "account": one.account or ""} for one in comments]


def same_comments(one: list[Comment], other: list[Comment]) -> bool:
    """Whether these are the same comments, in any order. No account and an empty one are the same to the server."""

    def pairs(comments: list[Comment]) -> list[tuple[str, str]]:
        return sorted((comment.content, comment.account or "") for comment in comments)

    return pairs(one) == pairs(other)
