"""A component whose children have the types of modules that the tool wrote."""

from pulumi_wasm_provider import Component, ComponentContext, Input, Output

from hostile_one_resources import Type, Type_, Words
from random_resources import RandomPassword


class Typed(Component):
    """Children of a package whose names mean something else in every language."""

    word: Input[str]
    text: Output[str]
    url: Output[str | None]

    def construct(self, cx: ComponentContext) -> None:
        password = RandomPassword(cx, "password", {"length": 12, "special": False})
        words: Words = {"from": password.result, "str": 2, "items": [1, -2]}
        thing = Type(
            cx,
            "thing",
            {
                "fooBar": 1.5,
                "self": {"Self": "outer", "next": {"Self": self.word}},
                "hue": "dark green",
                "level": 1,
                "mixed": [1.5],
                "type": self.word,
                "words": words,
            },
            depends_on=password,
        )
        self.text = thing.declare
        self.url = Type_(cx, "url", {}).url
