"""`RandomPet`."""

from petname.english import adjectives, adverbs, names
from pulumi_wasm_provider import CreateContext, Field, Replace, Resource

from . import recorded
from .draws import choose, unguessable


class RandomPet(Resource, token="random:index/randomPet:RandomPet"):
    """A name like the names of pets: easy to read, to say and to remember.

    The name is the resource's `id`. It is made once and stays the same until an input changes.
    """

    keepers: Replace[dict[str, str] | None] = Field(default=None, compare="empty")
    """Values that the name goes along with: when one of them changes, a new name is made."""
    length: Replace[int] = Field(default=2, ge=1, le=65536)
    """How many words the name has, at least 1 and at most 65536. The prefix does not count."""
    prefix: Replace[str | None] = Field(default=None, compare="empty")
    """A word of your own that the name begins with."""
    separator: Replace[str] = "-"
    """The separator of the words."""

    migrations = [recorded.keepers]

    def create(self, cx: CreateContext) -> str:
        # One word is an animal; two are an adjective and an animal; more begin with adverbs.
        lists = [*[adverbs] * (self.length - 2), adjectives, names][-self.length :]
        words = [choose(unguessable, words) for words in lists]
        self.prefix = self.prefix or None
        return self.separator.join([self.prefix, *words] if self.prefix else words)
