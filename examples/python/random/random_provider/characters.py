"""The common part of `RandomString` and `RandomPassword`: their characters."""

from pulumi_wasm_provider import UNKNOWN, CheckContext, Field, Properties, Replace, value_of

from .draws import unguessable
from .text import LOWER, NUMERIC, SPECIAL, UPPER, Class, text


class Characters(Properties):
    """Which characters, and how many."""

    keepers: Replace[dict[str, str] | None] = Field(default=None, compare="empty")
    """Values that the text goes along with: when one of them changes, a new text is made."""
    length: Replace[int] = Field(ge=1, le=1048576)
    """How many characters there are: at least 1, and at least the sum of `minLower`, `minUpper`, `minNumeric` and
    `minSpecial`, and at most 1048576."""
    lower: Replace[bool] = True
    """Whether the letters `a` to `z` are among the characters."""
    min_lower: Replace[int] = Field(default=0, ge=0)
    """How many of the letters `a` to `z` there are at least."""
    min_numeric: Replace[int] = Field(default=0, ge=0)
    """How many digits there are at least."""
    min_special: Replace[int] = Field(default=0, ge=0)
    """How many special characters there are at least."""
    min_upper: Replace[int] = Field(default=0, ge=0)
    """How many of the letters `A` to `Z` there are at least."""
    number: Replace[bool] = Field(default=True, deprecated="use `numeric`")
    """The old name of `numeric`. The text has digits only if both are true."""
    numeric: Replace[bool] = True
    """Whether the digits `0` to `9` are among the characters."""
    override_special: Replace[str | None] = Field(default=None, compare="empty")
    """The special characters to choose from, in place of the usual ones."""
    special: Replace[bool] = True
    """Whether special characters are among the characters: the characters in `overrideSpecial`, or by default
    `!@#$%&*()-_=+[]{}<>:?`."""
    upper: Replace[bool] = True
    """Whether the letters `A` to `Z` are among the characters."""

    def check(self, cx: CheckContext) -> None:
        # An unknown minimum counts as 0: a higher one would only make it worse.
        properties = (Characters.min_lower, Characters.min_upper, Characters.min_numeric, Characters.min_special)
        least = sum(value_of(self, property).get(0) for property in properties)
        length = value_of(self, Characters.length).get()
        if length is not None and length < least:
            parts = "`minLower`, `minUpper`, `minNumeric` and `minSpecial`"
            cx.fail(Characters.length, f"must be at least {least}, the sum of {parts}, but it is {length}")
        # The input has two names, and both default to true; so a false one counts. From here on they agree.
        names = (value_of(self, Characters.number).get(), value_of(self, Characters.numeric).get())
        numeric = False if False in names else None if None in names else True
        # If one is true and the other is not known yet, the result is unknown.
        self.number = self.numeric = UNKNOWN if numeric is None else numeric
        others = (Characters.lower, Characters.upper, Characters.special)
        if numeric is False and all(value_of(self, other).get() is False for other in others):
            classes = "one of `lower`, `upper`, `numeric` and `special` must be true"
            cx.fail(Characters.numeric, f"{classes}: the text needs characters to choose from")

    def _text(self) -> str:
        """A new text."""
        return text(
            unguessable,
            self.length,
            [
                Class(LOWER, self.lower, self.min_lower),
                Class(UPPER, self.upper, self.min_upper),
                Class(NUMERIC, self.number and self.numeric, self.min_numeric),
                Class(self.override_special or SPECIAL, self.special, self.min_special),
            ],
        )
