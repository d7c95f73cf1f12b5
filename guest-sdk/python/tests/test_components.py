"""Component resources: what is declared, and how mistakes are told."""

import unittest
from typing import Any

from pulumi_wasm_provider import (
    Alias,
    AtLeastOneOf,
    Child,
    Component,
    ComponentContext,
    Context,
    CreateContext,
    CustomTimeouts,
    DefinitionError,
    DeniedError,
    Field,
    Input,
    InvalidError,
    Options,
    Output,
    Package,
    Provider,
    ProviderError,
    Replace,
    Resource,
    ResourceReference,
    Secret,
    interpolate,
)
from pulumi_wasm_provider._manifest.built import BuiltProvider

from .monitor import output, secret, site

PET = "random:index/randomPet:RandomPet"


class Page(Resource):
    path: Replace[str]
    text: str
    visit_count: Output[int]

    def create(self, cx: CreateContext) -> str:
        raise NotImplementedError


class Website(Component, aliases=["site:index:Site"], constraints=[AtLeastOneOf("title", "note")]):
    """A website."""

    title: Input[str | None]
    """Its title."""
    index: Input[str] = Field(default="index.html", max_length=40)
    note: Input[str | None]
    pages: int = Field(default=0, ge=0, le=5)
    """How many."""
    url: Output[str]
    password: Output[Secret[str]]
    front: Output[ResourceReference[Page] | None]

    def construct(self, cx: ComponentContext) -> None:
        password = cx.child("password", "random:index/randomPassword:RandomPassword", {"length": 12, "lower": None})
        front = cx.child("front", Page, {"path": self.index, "text": self.title}, depends_on=password)
        with cx.group("more", "Pages") as more:
            for number in range(self.pages):
                more.child(f"page-{number}", Page, {"path": f"{number}.html", "text": interpolate("{}", self.title)})
            more.set({"count": self.pages})
        self.url = interpolate("https://{}/", front.id)
        self.password = password.output("result")
        self.front = front.reference


class Portal(Component, module="portals"):
    titles: Input[list[str]]
    site: Output[ResourceReference[Website]]

    def construct(self, cx: ComponentContext) -> None:
        self.site = cx.component("site", Website, {"title": self.titles.get("[0]"), "pages": 1}).reference


class Components(unittest.TestCase):
    def test_a_component_is_in_the_schema(self) -> None:
        with site(Website, Portal, resources=(Page,)) as on:
            manifest = on.manifest
        self.assertEqual((manifest["manifest"], manifest["packages"]), (1, {"random": {"version": "4.18.0"}}))
        schema = manifest["schema"]["resources"]["site:index:Website"]
        self.assertEqual(
            schema,
            {
                "isComponent": True,
                "description": "A website.",
                "aliases": [{"type": "site:index:Site"}],
                "properties": {
                    "url": {"type": "string"},
                    "password": {"type": "string", "secret": True},
                    "front": {"$ref": "#/resources/site:index:Page"},
                },
                "required": ["url", "password"],
                "inputProperties": {
                    "title": {"type": "string", "description": "Its title."},
                    "index": {"type": "string", "default": "index.html"},
                    "note": {"type": "string"},
                    "pages": {"type": "integer", "default": 0, "description": "How many.", "plain": True},
                },
            },
        )
        beside = manifest["resources"]["site:index:Website"]
        self.assertEqual(beside["hooks"], ["construct"])
        self.assertEqual(beside["properties"]["index"], {"maxLength": 40})
        self.assertEqual(beside["constraints"], [{"atLeastOneOf": ["title", "note"]}])
        portal = manifest["schema"]["resources"]["site:portals:Portal"]
        self.assertEqual(portal["properties"]["site"], {"$ref": "#/resources/site:index:Website"})
        self.assertEqual(portal["requiredInputs"], ["titles"])

    def test_children_are_declared_with_names_positions_and_what_they_come_from(self) -> None:
        with site(Website, resources=(Page,)) as on:
            outputs = on.construct(Website, {"title": output(0, "title"), "index": "a", "pages": 2})
        monitor = on.monitor
        password, front, group = monitor.one("docs-password"), monitor.one("docs-front"), monitor.one("docs-more")
        self.assertRegex(password.pop("position"), r"^tests/test_components.py:\d+$")
        token = "random:index/randomPassword:RandomPassword"
        # A value of None is left out.
        expected = {"kind": "custom", "token": token, "name": "docs-password", "inputs": {"length": 12}, "options": {}}
        self.assertEqual(password, expected)
        self.assertEqual(front["inputs"], {"path": "a", "text": output(0, "title")})
        self.assertEqual(front["options"], {"dependsOn": output(1)})
        self.assertEqual((group["kind"], group["token"]), ("group", "site:index:Pages"))
        self.assertEqual(monitor.one("docs-more-page-1")["options"], {"parent": output(3)})
        self.assertEqual(monitor.finished, [(3, {"count": 2})])
        self.assertEqual((outputs["password"], outputs["front"]), (output(1, "result"), output(2)))
        self.assertEqual(monitor.nodes[outputs["url"]["handle"]]["source"], [output(2, "id")])

    def test_a_component_of_the_own_package_is_a_child(self) -> None:
        with site(Website, Portal) as on:
            outputs = on.construct(Portal, {"titles": output(0, "titles")})
        child = on.monitor.one("docs-site")
        self.assertEqual((child["kind"], child["token"]), ("remote", "site:index:Website"))
        self.assertEqual(child["inputs"], {"title": output(0, "titles[0]"), "pages": 1})
        self.assertEqual(outputs, {"site": output(1)})

    def test_all_options_are_told_by_the_names_of_pulumi(self) -> None:
        class Careful(Component):
            id_of: Input[str]

            def construct(self, cx: ComponentContext) -> None:
                pet = cx.child("pet", PET)
                maker = cx.child("maker", "pulumi:providers:random")
                shared: Any = Options(protect=False, retain_on_delete=True, depends_on=[pet, maker])
                as_dict: Any = {"parent": pet}
                cx.child(
                    "all",
                    PET,
                    {"prefix": self.id_of},
                    name="whole",
                    parent=pet,
                    provider=maker,
                    providers={"random": maker},
                    delete_before_replace=True,
                    deleted_with=pet,
                    replace_with=[pet],
                    replacement_trigger=self.id_of,
                    ignore_changes=["a"],
                    replace_on_changes="b",
                    additional_secret_outputs=["c"],
                    hide_diffs=["d"],
                    custom_timeouts=CustomTimeouts(create="5m", delete="1h"),
                    aliases=[
                        "urn:x",
                        Alias(name="old", type_="random:index:Pet", parent_urn="urn:y"),
                        Alias(parent=pet),
                        Alias(parent=pet.urn),
                        as_dict,
                    ],
                    import_="the-id",
                    **shared,
                )

        with site(Careful) as on:
            on.construct(Careful, {"idOf": secret(output(0, "idOf"))})
        whole = on.monitor.one("whole")
        self.assertEqual(whole["inputs"], {"prefix": secret(output(0, "idOf"))})
        self.assertEqual(
            whole["options"],
            {
                "parent": output(1),
                "provider": output(2),
                "providers": {"random": output(2)},
                "deleteBeforeReplace": True,
                "deletedWith": output(1),
                "replaceWith": [output(1)],
                "replacementTrigger": secret(output(0, "idOf")),
                "ignoreChanges": ["a"],
                "replaceOnChanges": ["b"],
                "additionalSecretOutputs": ["c"],
                "hideDiffs": ["d"],
                "customTimeouts": {"create": "5m", "delete": "1h"},
                "aliases": [
                    "urn:x",
                    {"name": "old", "type": "random:index:Pet", "parentUrn": "urn:y"},
                    {"parentUrn": output(1)},
                    {"parentUrn": output(1, "urn")},
                    {"parent": output(1)},
                ],
                "import": "the-id",
                "protect": False,
                "retainOnDelete": True,
                "dependsOn": [output(1), output(2)],
            },
        )

    def test_what_exists_is_looked_up(self) -> None:
        mistakes: list[str] = []

        class Finder(Component):
            zone: Input[ResourceReference[Any]]
            page: Input[ResourceReference[Page]]
            found: Output[list[str]]

            def construct(self, cx: ComponentContext) -> None:
                pet = cx.read("pet", PET, {"id": "an-id", "length": 2})
                word = cx.invoke("random:index:getWord", {"of": pet.id}, parent=pet, depends_on=pet)
                said = pet.call("say", {"word": word})
                zone, page = cx.resource(self.zone), cx.resource(self.page)
                hits = zone.call("dns:index:Zone/hits", {}, depends_on=pet)
                self.found = Output.all([pet.output("prefix"), word["text"], said, zone.output("name"), hits["result"]])
                try:
                    page.output("uri")
                except ProviderError as error:
                    mistakes.append(error.message)

        with site(Finder, resources=(Page,)) as on:
            outputs = on.construct(Finder, {"zone": output(0, "zone"), "page": output(0, "page")})
        [mistake] = mistakes
        self.assertIn("`site:index:Page` has no output `uri`", mistake)
        read, word, said, zone, _, hits = on.monitor.nodes[1:]
        expected = {"kind": "read", "token": PET, "name": "docs-pet", "arguments": {"id": "an-id", "length": 2}, "options": {}}
        self.assertEqual(read, expected)
        for position in on.monitor.positions:
            self.assertRegex(position, r"^tests/test_components.py:\d+$")
        self.assertEqual((word["arguments"], word["options"]), ({"of": output(1, "id")}, {"parent": output(1), "dependsOn": output(1)}))
        self.assertEqual((said["kind"], said["token"]), ("method", f"{PET}/say"))
        self.assertEqual(said["arguments"], {"word": output(2), "__self__": output(1)})
        self.assertEqual((hits["token"], hits["options"]), ("dns:index:Zone/hits", {"dependsOn": output(1)}))
        self.assertEqual((zone["kind"], zone["token"], zone["arguments"]), ("reference", "", {"resource": output(0, "zone")}))
        self.assertEqual(outputs["found"], [output(1, "prefix"), output(2, "text"), output(3), output(4, "name"), output(6, "result")])

    def test_inputs_are_read_as_their_types_say(self) -> None:
        with site(Website, resources=(Page,)) as on:
            for inputs, said in (
                ({"title": 3, "index": "a", "pages": 0}, "title: expected a string, found a number"),
                ({"title": "a", "index": "a", "pages": 1.5}, "pages: expected a whole number, found 1.5"),
                ({"title": "a", "index": "a", "pages": output(0, "pages")}, "pages: is not known yet"),
            ):
                with self.assertRaises(InvalidError) as raised:
                    on.construct(Website, inputs)
                self.assertEqual(str(raised.exception), said)
        with site(Portal) as on, self.assertRaisesRegex(InvalidError, "titles: is required"):
            on.construct(Portal, {})

    def test_the_component_knows_itself(self) -> None:
        seen: list[Any] = []

        class Curious(Component):
            def construct(self, cx: ComponentContext) -> None:
                seen.extend([cx.name, cx.urn, cx.token, cx.project, cx.stack, len(cx.random(4))])

        with site(Curious) as on:
            on.construct(Curious, {})
        self.assertEqual(seen, ["docs", "urn:docs", "site:index:Curious", "shop", "dev", 4])

    def test_a_closed_session_runs_nothing(self) -> None:
        with site(Website, resources=(Page,)) as on:
            outputs = on.construct(Website, {"title": output(0, "title"), "index": "a", "pages": 0})
            with self.assertRaisesRegex(ProviderError, "callbacks of the kind `migrate` are not known"):
                on.run_callback(kind="migrate", callback=0, argument="{}")
            on.close()
            with self.assertRaisesRegex(ProviderError, "the session 1 is not open"):
                on.run(outputs["url"], ["a"])


class Mistakes(unittest.TestCase):
    def told(self, construct: Any, refused: dict[str, Exception] | None = None) -> str:
        """The message of a component that fails."""

        class Faulty(Component):
            out: Output[str | None]

        Faulty.construct = construct  # type: ignore[method-assign]
        with site(Faulty, resources=(Page,)) as on, self.assertRaises(ProviderError) as raised:
            on.monitor.refused = refused or {}
            on.construct(Faulty, {})
        # The line itself is the business of other tests.
        message: str = raised.exception.message
        return message

    def test_a_refusal_names_the_resource_and_the_line(self) -> None:
        def declare(self: Any, cx: ComponentContext) -> None:
            cx.child("pet", PET)

        denied: dict[str, Exception] = {"docs-pet": DeniedError("the component may not register it")}
        said = rf"^`{PET}` `docs-pet` \(tests/test_components.py:\d+\): "
        self.assertRegex(self.told(declare, denied), said + "the component may not register it$")
        wrong: dict[str, Exception] = {"docs-pet": InvalidError("prefix", "is too long")}
        # It is not about an input of the component.
        self.assertRegex(self.told(declare, wrong), said + "prefix: is too long$")

    def test_what_cannot_be_declared_is_told_with_its_place(self) -> None:
        for inputs, said in (
            ({"a": {"b": [1, {2}]}}, "a.b[1]: `set` is not a type of a property"),
            ({"a": {3: 4}}, "a: the key 3 is not a text"),
            ({"a": 2**60}, "a: 1152921504606846976 is too large to be an exact number"),
            ({"a": float("inf")}, "a: inf is not a number"),
            ([1], "the properties are `list`: give a dict of them"),
        ):
            with self.subTest(said):
                given: Any = inputs
                self.assertIn(f"): {said}", self.told(lambda self, cx: cx.child("pet", PET, given)))

    def test_names_of_the_own_package_are_checked_at_once(self) -> None:
        def child(cx: ComponentContext) -> Child:
            return cx.child("page", Page, {"path": "a", "text": "b"})

        for construct, said in (
            (lambda self, cx: cx.child("page", Page, {"txt": "a"}), "`txt` is not an input: did you mean `text`? the inputs are `path`, `text`"),
            (lambda self, cx: child(cx).output("visits"), "`docs-page` has no output `visits`, which tests/test_components.py:"),
            (lambda self, cx: child(cx).output("visit_count"), "did you mean `visitCount`? its outputs are `path`, `text`, `visitCount`"),
            (lambda self, cx: child(cx).visit_count, 'an output of the resource is `.output("visit_count")`'),
            (lambda self, cx: cx.component("page", Page), "is a resource, not a component: declare it with `child`"),
            (lambda self, cx: cx.child("page", Context), "`Context` is not the type of a resource: give a type token such as"),
        ):
            with self.subTest(said):
                message = self.told(construct)
                self.assertIn(said, message)
                self.assertRegex(message, "tests/test_components.py|is not the type")

    def test_an_option_that_does_not_exist_is_refused(self) -> None:
        message = self.told(lambda self, cx: cx.child("pet", PET, {}, depend_on=[]))
        self.assertIn("`depend_on` is not an option: did you mean `depends_on`?", message)
        message = self.told(lambda self, cx: cx.invoke("random:index:f", {}, protect=True))
        self.assertIn("`protect` is not an option: the options are depends_on, parent, provider", message)

    def test_a_part_of_an_option_that_does_not_exist_is_refused(self) -> None:
        for options, said in (
            ({"custom_timeouts": {"crate": "5m"}}, "`crate` is not an operation of `custom_timeouts`: did you mean `create`?"),
            ({"aliases": [{"nam": "old"}]}, "`nam` is not a part of an alias: did you mean `name`?"),
            ({"aliases": {"parent_url": "urn:x"}}, "`parent_url` is not a part of an alias: did you mean `parent_urn`?"),
        ):
            given: Any = options
            self.assertIn(said, self.told(lambda self, cx: cx.child("pet", PET, {}, **given)))

    def test_parts_of_options_may_be_plain_dictionaries(self) -> None:
        class Plain(Component):
            def construct(self, cx: ComponentContext) -> None:
                options: Any = {"custom_timeouts": {"create": "5m"}, "aliases": {"type_": PET, "parent_urn": "urn:y"}}
                cx.child("pet", PET, {}, **options)

        with site(Plain) as on:
            on.construct(Plain, {})
        expected = {"customTimeouts": {"create": "5m"}, "aliases": [{"type": PET, "parentUrn": "urn:y"}]}
        self.assertEqual(on.monitor.nodes[1]["options"], expected)

    def test_an_output_that_is_not_set_is_named(self) -> None:
        class Forgetful(Component):
            url: Output[str]

            def construct(self, cx: ComponentContext) -> None:
                self.url = Output.of(None)  # type: ignore[arg-type]

        class Silent(Component):
            url: Output[str]

            def construct(self, cx: ComponentContext) -> None:
                pass

        with site(Forgetful, Silent) as on:
            with self.assertRaisesRegex(ProviderError, "`Forgetful.url` is None"):
                on.construct(Forgetful, {})
            with self.assertRaisesRegex(ProviderError, "`Silent.url` has no value: `construct` has to set it"):
                on.construct(Silent, {})

    def test_construct_gives_nothing_back(self) -> None:
        self.assertIn("returned dict: it sets the outputs on `self`", self.told(lambda self, cx: {}))

    def test_an_output_that_the_component_does_not_have_cannot_be_set(self) -> None:
        def construct(self: Any, cx: ComponentContext) -> None:
            self.uot = "a"

        class Faulty(Component):
            out: Output[str | None]

        Faulty.construct = construct  # type: ignore[method-assign]
        with site(Faulty) as on, self.assertRaisesRegex(AttributeError, "has no property `uot`: did you mean `out`"):
            on.construct(Faulty, {})

    def test_a_group_without_outputs_has_none_and_one_that_fails_is_left(self) -> None:
        class Grouped(Component):
            def construct(self, cx: ComponentContext) -> None:
                with cx.group("a", "Group"):
                    pass
                with cx.group("b", "site:other:Group"):
                    raise ProviderError("no")

        with site(Grouped) as on:
            with self.assertRaisesRegex(ProviderError, "^no$"):
                on.construct(Grouped, {})
        self.assertEqual(on.monitor.finished, [(1, {})])
        self.assertEqual(on.monitor.one("docs-b")["token"], "site:other:Group")

    def test_a_component_may_have_an_output_that_is_called_id(self) -> None:
        class Named(Component):
            id: Output[str]

            def construct(self, cx: ComponentContext) -> None:
                pet = cx.child("pet", PET)
                self.id = pet.id

        class Around(Component):
            inside: Output[str]

            def construct(self, cx: ComponentContext) -> None:
                named = cx.component("named", Named)
                self.inside = named.output("id")

        provider = BuiltProvider(Provider(name="site", version="1.0.0", components=[Named]))
        self.assertIn("id", provider.manifest["schema"]["resources"]["site:index:Named"]["properties"])
        with site(Named, Around) as on:
            self.assertEqual(on.construct(Named, {}), {"id": output(1, "id")})
        with site(Named, Around) as on:
            self.assertEqual(on.construct(Around, {}), {"inside": output(1, "id")})

    def test_the_definition_is_judged_as_a_whole(self) -> None:
        class Wrong(Component, tokn="x"):  # type: ignore[call-arg]
            urn: Input[str]
            a: Replace[str]
            b: Input[str] = Field(env="B")
            c: str = Field(output=True)
            d: Output  # type: ignore[type-arg]
            e: Output[str] = Field(default="x")

            def construct(self) -> None:  # type: ignore[override]
                pass

        class Missing(Component):
            pass

        class NoResource(Component):
            def construct(self, cx: ComponentContext) -> None:
                pass

        provider = Provider(
            name="site",
            version="1.0.0",
            components=[Wrong, Missing, Page],  # type: ignore[list-item]
            resources=[NoResource],  # type: ignore[list-item]
            packages={"aws": Package(parameter="e30=")},
        )
        with self.assertRaises(DefinitionError) as raised:
            BuiltProvider(provider)
        for said in (
            "`tokn` is not an option of a component class: did you mean `token`?",
            "Pulumi reserves the property name `urn`",
            "has the option `replace`: this option belongs to a resource",
            "has the option `env`: a component reads no environment",
            "is marked as an output: write `Output[T]`",
            "has no type: write Output[str]",
            "is an output, which the provider always sets: remove the default",
            "`construct` has to be written as `def construct(self, cx: ComponentContext) -> None`",
            "has no `construct`: write",
            "is in `components` but does not derive from Component",
            "is a component: put it into `components`",
            "`packages` has a parameter for `aws`: name the `plugin`",
        ):
            self.assertIn(said, str(raised.exception))

    def test_packages_are_named_with_all_that_they_need(self) -> None:
        class Empty(Component):
            def construct(self, cx: ComponentContext) -> None:
                pass

        packages = {
            "random": "4.18.0",
            "aws": None,
            "powerdns": Package(version="0.3.0", plugin="wasm", plugin_version="0.1.0", parameter="e30="),
        }
        built = BuiltProvider(Provider(name="site", version="1.0.0", components=[Empty], packages=packages))
        parameter = {"plugin": "wasm", "value": "e30=", "version": "0.1.0"}
        expected = {"random": {"version": "4.18.0"}, "aws": {}, "powerdns": {"version": "0.3.0", "parameter": parameter}}
        self.assertEqual(built.manifest["packages"], expected)
        with self.assertRaisesRegex(DefinitionError, "has `packages`, and no `components`"):
            BuiltProvider(Provider(name="site", version="1.0.0", resources=[Page], packages=packages))

    def test_a_provider_without_components_uses_no_packages(self) -> None:
        built = BuiltProvider(Provider(name="site", version="1.0.0", resources=[Page]))
        self.assertNotIn("packages", built.manifest)


if __name__ == "__main__":
    unittest.main()
