"""Names of properties that Pulumi reserves."""

import unittest

from pulumi_wasm_provider import (
    Config,
    CreateContext,
    DefinitionError,
    Field,
    Object,
    Output,
    Provider,
    Resource,
    testing,
)


class Inner(Object):
    id: str
    urn: str


class Fine(Resource):
    inner: Inner

    def create(self, cx: CreateContext) -> str:
        return "x"


class KeptNames(unittest.TestCase):
    def test_id_is_told_once_with_what_is_possible(self) -> None:
        class User(Resource):
            id: Output[str]  # type: ignore[assignment]
            name: str

            def create(self, cx: CreateContext) -> str:
                return "x"

        class Renamed(Resource):
            id_: str = Field(name="id")

            def create(self, cx: CreateContext) -> str:
                return "x"

        for cls, attribute, other in ((User, "id", "user_id"), (Renamed, "id_", "renamed_id")):
            with self.assertRaises(DefinitionError) as told, testing.run(Provider(resources=[cls])):
                pass
            message = str(told.exception)
            self.assertIn("one thing is wrong", message)
            self.assertIn(f"{attribute}: `id` is the resource's own id: `create` returns it", message)
            self.assertIn(f"another name, such as `{other}`", message)

    def test_other_names_are_told_where_they_are_kept(self) -> None:
        class Thing(Resource):
            urn: str

            def create(self, cx: CreateContext) -> str:
                return "x"

        class Settings(Config):
            version: str

        for provider, expected in (
            (Provider(resources=[Thing]), "Pulumi reserves the property name `urn`"),
            (Provider(config=Settings), "Pulumi reserves the property name `version`"),
        ):
            with self.assertRaisesRegex(DefinitionError, expected), testing.run(provider):
                pass
        with testing.run(Provider(resources=[Fine])) as stack:
            self.assertIn("id", stack.manifest["schema"]["types"][f"{stack.built.name}:index:Inner"]["properties"])
