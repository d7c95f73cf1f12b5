"""Time and randomness, by the SDK and by the language itself."""

import random
import secrets
import time
import uuid

from pulumi_wasm_provider import CheckContext, Context, CreateContext, Output, PreviewContext, Resource


class Moment(Resource):
    """When and how something came to be."""

    label: str
    """Its label."""
    token: str | None
    """Made at random in the check where it is not given."""
    own_token: str | None
    """The same, by the language's own functions."""
    seconds: Output[float]
    """Seconds since 1970."""
    own_seconds: Output[float]
    """The same, by the language's own functions."""
    still: Output[bool]
    """Whether time stood still for five milliseconds."""
    own_still: Output[bool]
    """The same, by the language's own functions."""
    random: Output[str]
    """Random bytes in hexadecimal."""
    own_random: Output[str]
    """The same, by the language's own functions."""
    own_uuid: Output[str]
    """A random UUID, by the language's own functions."""

    def check(self, cx: CheckContext) -> None:
        if self.token is None:
            self.token = cx.random(8).hex()
        if self.own_token is None:
            self.own_token = f"{random.getrandbits(32):08x}{secrets.token_hex(4)}"

    def preview_create(self, cx: PreviewContext) -> None:
        _, still, _, own_still = look(cx)
        cx.info(f"still: {str(still).lower()}, own: {str(own_still).lower()}")

    def create(self, cx: CreateContext) -> str:
        self.seconds, self.still, self.own_seconds, self.own_still = look(cx)
        self.random = cx.random(16).hex()
        self.own_random = f"{random.getrandbits(64):016x}{secrets.token_hex(8)}"
        self.own_uuid = str(uuid.uuid4())
        return "moment"


def look(cx: Context) -> tuple[float, bool, float, bool]:
    """The time, and whether it stands still, by the SDK and by the language itself."""
    before, own_before, own_monotonic = cx.now(), time.time(), time.monotonic()
    time.sleep(0.005)
    own_still = time.time() == own_before and time.monotonic() == own_monotonic
    return before.timestamp(), cx.now() == before, own_before, own_still
