"""Components in the test kit for authors."""

import unittest
from pathlib import Path
from typing import Any

from pulumi_wasm_provider import (
    Component,
    ComponentContext,
    Field,
    Input,
    InvalidError,
    Object,
    Output,
    Provider,
    ProviderError,
    interpolate,
    method,
    testing,
)


class Spot(Object):
    name: str


class Announced(Object):
    page: Output[str]
    at: Output[str]


class Shop(Component):
    title: Input[str]
    pages: int = 0
    spot: Input[Spot | None] = Field(default=None)
    url: Output[str]
    more: Output[str]

    def construct(self, cx: ComponentContext) -> None:
        pet = cx.child("pet", "random:index:Pet", {"prefix": self.title})
        with cx.group("more", "Pages") as more:
            for number in range(self.pages):
                more.child(f"page-{number}", "random:index:Page", {"of": pet, "text": self.title.apply(str.upper)})
            more.set({"names": [pet.id, pet.output("prefix")]})
        zone = cx.invoke("random:index:getZone", {"name": self.title})
        self.url = interpolate("https://{}/{}", zone["hosts"][0], pet.id)
        self.more = more.output("names[1]")

    @method
    def announce(self, cx: ComponentContext, text: Input[str], times: int = 1) -> Announced:
        """Adds a page with a text to the pages of the shop."""
        if times > 3:
            raise InvalidError("times", "three times are enough")
        said = text.apply(lambda text: "! ".join([text] * times))
        page = cx.child("news", "random:index:Page", {"text": said, "of": self.url})
        host = cx.invoke("random:index:getZone", {"name": text})["hosts"][0]
        return Announced(page=page.output("address"), at=interpolate("{}#{}", self.url, host))

    @method
    def page_url(self, path: Input[str]) -> Output[str]:
        return interpolate("{}#{}", self.url, path)


provider = Provider(name="shop", version="1.0.0", components=[Shop], packages={"random": "4.18.0"})


def find(looked_up: testing.LookedUp) -> dict[str, Any]:
    return {"hosts": [f"{looked_up.arguments['name']}.example"]}


class Constructing(unittest.TestCase):
    def test_a_group_has_outputs_of_its_children(self) -> None:
        class Shelf(Component):
            labels: Output[dict[str, str]]

            def construct(self, cx: ComponentContext) -> None:
                with cx.group("group", "Group") as group:
                    pets = {name: group.child(name, "random:index:Pet", {"prefix": name}) for name in ("ada", "bob")}
                    group.set({"labels": Output.all({name: pet.id for name, pet in pets.items()})})
                self.labels = group.output("labels")

        shelf = Provider(name="shelf", version="1.0.0", components=[Shelf], packages={"random": "4.18.0"})
        for preview, id in ((False, "shelf-group-{}_id"), (True, None)):
            with testing.run(shelf) as stack:
                made = stack.construct(Shelf, {}, preview=preview)
            labels = {name: testing.unknown if id is None else id.format(name) for name in ("ada", "bob")}
            self.assertEqual(made.outputs, {"labels": labels})

    def test_children_have_the_values_that_they_come_from(self) -> None:
        with testing.run(provider) as stack:
            shop = stack.construct(Shop, {"title": "tea", "pages": 2}, finds=find)
        self.assertEqual([child.name for child in shop.children], ["shop-pet", "shop-more", "shop-more-page-0", "shop-more-page-1"])
        page = shop.child("shop-more-page-1")
        self.assertEqual(page.inputs["text"], "TEA")
        self.assertEqual(page.inputs["of"]["id"], "shop-pet_id")
        self.assertIn("test_constructing.py:", page.position)
        self.assertEqual(shop.outputs, {"url": "https://tea.example/shop-pet_id", "more": "tea"})
        self.assertEqual(shop.looked_up, [testing.LookedUp("invoke", "random:index:getZone", {"name": "tea"})])
        with self.assertRaisesRegex(AssertionError, "no child is called `other`; the children are shop-pet, "):
            shop.child("other")

    def test_what_a_preview_does_not_know_is_unknown(self) -> None:
        with testing.run(provider) as stack:
            shop = stack.construct(Shop, {"title": "tea", "pages": 1}, preview=True, finds=find)
            self.assertEqual(shop.outputs, {"url": testing.unknown, "more": "tea"})
            shop = stack.construct(Shop, {"title": testing.unknown, "pages": 1}, preview=True, finds=find)
            self.assertEqual(shop.child("shop-more-page-0").inputs["text"], testing.unknown)
            self.assertEqual(shop.outputs, {"url": testing.unknown, "more": testing.unknown})

    def test_secrets_stay_secret(self) -> None:
        with testing.run(provider) as stack:
            shop = stack.construct(Shop, {"title": testing.secret("tea"), "pages": 1}, finds=lambda of: {"hosts": ["here"]})
            self.assertEqual(shop.child("shop-more-page-0").inputs["text"], testing.secret("TEA"))
            self.assertEqual(shop.outputs["more"], testing.secret("tea"))

    def test_a_test_makes_resources_up(self) -> None:
        with testing.run(provider) as stack:
            shop = stack.construct(
                Shop, {"title": "tea"}, makes=lambda of: {"id": f"made-{of.inputs['prefix']}"}, finds=lambda of: {"hosts": ["here"]}
            )
            self.assertEqual(shop.outputs["url"], "https://here/made-tea")

    def test_a_method_has_the_outputs_of_its_resource_and_declares(self) -> None:
        with testing.run(provider) as stack:
            called = stack.call(
                Shop,
                "announce",
                {"url": "https://docs"},
                {"text": "moved", "times": 2},
                makes=lambda of: {"address": f"at-{of.name}"},
                finds=lambda looked_up: {"hosts": [f"{looked_up.arguments['name']}.example"]},
            )
        self.assertEqual(called.outputs, {"page": "at-shop-news", "at": "https://docs#moved.example"})
        self.assertEqual(called.child("shop-news").inputs, {"text": "moved! moved", "of": "https://docs"})
        self.assertEqual([one.kind for one in called.looked_up], ["reference", "invoke"])

    def test_the_single_result_of_a_method_has_a_name(self) -> None:
        with testing.run(provider) as stack:
            self.assertEqual(stack.call(Shop, "pageUrl", {"url": "u"}, {"path": "a"}).outputs, {"result": "u#a"})

    def test_secrets_and_unknown_values_of_a_method_are_those_of_arguments_and_resource(self) -> None:
        with testing.run(provider) as stack:
            called = stack.call(Shop, "announce", {"url": "https://docs"}, {"text": testing.unknown}, preview=True)
            self.assertEqual(called.child("shop-news").inputs, {"text": testing.unknown, "of": "https://docs"})
            self.assertEqual(called.outputs, {"page": testing.unknown, "at": testing.unknown})
            called = stack.call(Shop, "pageUrl", {"url": testing.secret("u")}, {"path": "a"})
            self.assertEqual(called.outputs, {"result": testing.secret("u#a")})
            called = stack.call(Shop, "pageUrl", {}, {"path": "a"}, preview=True)
            self.assertEqual(called.outputs, {"result": testing.unknown})

    def test_arguments_that_a_method_refuses_are_a_list(self) -> None:
        with testing.run(provider) as stack:
            with self.assertRaises(InvalidError) as raised:
                stack.call(Shop, "announce", {"url": "u"}, {"text": "moved", "times": 4})
            self.assertEqual([str(one) for one in raised.exception.failures], ["times: three times are enough"])
            with self.assertRaisesRegex(ProviderError, "`shop:index:Shop/other` is not a method"):
                stack.call(Shop, "other", {})

    def test_a_mistake_is_raised(self) -> None:
        class Twice(Component):
            def construct(self, cx: ComponentContext) -> None:
                cx.child("pet", "random:index:Pet")
                cx.child("pet", "random:index:Pet")

        with testing.run(Provider(name="shop", version="1.0.0", components=[Twice])) as stack:
            with self.assertRaisesRegex(ProviderError, "`twice-pet` .*there is a resource `twice-pet` of this type already"):
                stack.construct(Twice, {})

    def test_the_example_is_a_team(self) -> None:
        import importlib
        import sys

        sys.path.insert(0, str(Path(__file__).parents[3] / "examples/python/team"))
        try:
            team = importlib.import_module("team")
        finally:
            sys.path.pop(0)
        with testing.run(team.provider, name="team") as stack:
            made = stack.construct(
                team.Team, {"domain": "example.com", "members": ["ada", "bob"]}, makes=lambda of: {"login": of.inputs.get("user", "")}
            )
        self.assertEqual(made.outputs["addresses"], ["ada@example.com", "bob@example.com"])
        self.assertEqual(made.outputs["welcome"], "Welcome, ada@example.com and bob@example.com!")
        self.assertEqual(made.child("team-accounts-ada").inputs, {"user": "ada"})


if __name__ == "__main__":
    unittest.main()
