"""Children of types that a module of `pulumi-wasm add` describes."""

import unittest
from typing import NotRequired, TypedDict

from pulumi_wasm_provider import (
    Component,
    ComponentContext,
    Input,
    Output,
    Provider,
    TypedComponent,
    TypedResource,
    testing,
)


class Pet(TypedResource["PetInputs"]):
    """A pet, as the tool writes it."""

    TOKEN = "random:index:Pet"

    @property
    def prefix(self) -> Output[str | None]:
        """The prefix of its name."""
        return self._output("prefix")


class PetInputs(TypedDict):
    """The inputs of `Pet`."""

    length: int | Output[int]
    prefix: NotRequired[str | Output[str | None] | None]


class House(TypedComponent["HouseInputs"]):
    """A component of another package."""

    TOKEN = "town:index:House"

    @property
    def address(self) -> Output[str | None]:
        """Where it is."""
        return self._output("address")


HouseInputs = TypedDict(
    "HouseInputs",
    {
        "from": "Output[str]",
    },
)


class Shop(Component):
    title: Input[str]
    name: Output[str | None]
    address: Output[str | None]

    def construct(self, cx: ComponentContext) -> None:
        pet = Pet(cx, "pet", {"length": 2, "prefix": self.title}, protect=True)
        with cx.group("more", "More") as more:
            house = House(more, "house", {"from": pet.id}, depends_on=[pet])
        cx.child("card", "town:index:Card", {"pet": pet, "house": house.urn, "of": house.child.name})
        self.name = pet.prefix
        self.address = house.address


provider = Provider(name="shop", version="1.0.0", components=[Shop], packages={"random": "4.18.0", "town": "1.0.0"})


class Typed(unittest.TestCase):
    def test_typed_children_are_declared_as_others_are(self) -> None:
        with testing.run(provider) as stack:
            shop = stack.construct(Shop, {"title": "tea"})
        pet = shop.child("shop-pet")
        self.assertEqual((pet.token, pet.inputs), ("random:index:Pet", {"length": 2, "prefix": "tea"}))
        self.assertEqual(pet.options, {"protect": True})
        # The author's line, and none of the package's.
        self.assertIn("test_typed.py:", pet.position)
        house = shop.child("shop-more-house")
        self.assertEqual((house.token, house.inputs), ("town:index:House", {"from": "shop-pet_id"}))
        self.assertEqual(house.kind, "remote")
        card = shop.child("shop-card")
        self.assertEqual(card.inputs["pet"]["id"], "shop-pet_id")
        self.assertEqual(card.inputs["of"], "shop-more-house")
        self.assertEqual(shop.outputs["name"], "tea")

    def test_outputs_that_are_secret_by_the_schema_are_registered_behind_those_that_are_named(self) -> None:
        class Token(TypedResource["PetInputs"]):
            TOKEN = "random:index:Token"
            SECRETS = ["result", "hash"]

        class Vault(TypedComponent["PetInputs"]):
            TOKEN = "town:index:Vault"
            SECRETS = ["key"]

        class Secretive(Component):
            def construct(self, cx: ComponentContext) -> None:
                Token(cx, "bare", {"length": 2})
                Token(cx, "one", {"length": 2}, protect=True, additional_secret_outputs="hex")
                Vault(cx, "more", {"length": 2}, additional_secret_outputs=["a", "b"])

        secretive = Provider(name="shop", version="1.0.0", components=[Secretive], packages={"random": "4.18.0", "town": "1.0.0"})
        with testing.run(secretive) as stack:
            made = stack.construct(Secretive, {})
        options = {name: made.child(f"secretive-{name}").options for name in ("bare", "one", "more")}
        expected = {
            "bare": {"additionalSecretOutputs": ["result", "hash"]},
            "one": {"protect": True, "additionalSecretOutputs": ["hex", "result", "hash"]},
            "more": {"additionalSecretOutputs": ["a", "b", "key"]},
        }
        self.assertEqual(options, expected)

    def test_a_mistake_names_type_name_and_line(self) -> None:
        class Twice(Component):
            def construct(self, cx: ComponentContext) -> None:
                Pet(cx, "pet", {"length": 2}, protekt=True)  # type: ignore[call-arg]

        twice = Provider(name="shop", version="1.0.0", components=[Twice], packages={"random": "4.18.0"})
        with testing.run(twice) as stack, self.assertRaisesRegex(Exception, r"`random:index:Pet` `twice-pet` \(.*test_typed.py:\d+\): `protekt`"):
            stack.construct(Twice, {})
