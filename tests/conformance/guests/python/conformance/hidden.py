"""Secrets."""

from typing import Self

from pulumi_wasm_provider import (
    CreateContext,
    Object,
    Output,
    ReadContext,
    Resource,
    Secret,
    UpdateContext,
    Value,
    WriteOnly,
)


class Login(Object):
    """How to get in."""

    user: str
    """Who."""
    password: Secret[str]
    """By what."""


class Hidden(Resource):
    """Keeps secrets."""

    label: str
    """Secret where the program says so."""
    code: Secret[str | None]
    """Always secret."""
    login: Login | None
    """Secret inside."""
    words: list[str] | None
    """Secret where the program says so."""
    pin: WriteOnly[str | None]
    """Sent once, and never shown."""
    note: Value[str]
    """Shows whether it is secret."""
    fingerprint: Output[Secret[str]]
    """Made of the code: always secret."""
    pin_length: Output[int]
    """How long the pin is."""
    note_was_secret: Output[bool]
    """Whether the note was secret."""

    def create(self, cx: CreateContext) -> str:
        self._look()
        return "hidden"

    @classmethod
    def read(cls, id: str, old: Self | None, cx: ReadContext) -> Self | None:
        return old

    def update(self, old: Self, cx: UpdateContext) -> None:
        self._look()

    def _look(self) -> None:
        self.fingerprint = (self.code or "")[::-1]
        self.pin_length = len(self.pin or "")
        self.note_was_secret = self.note.secret
