"""Mistakes in the definition of a provider: all at once, with file, line and advice."""

import io
import os
import sys
import unittest
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

from pulumi_wasm_provider import (
    CreateContext,
    DefinitionError,
    Field,
    OldProperties,
    Output,
    Provider,
    Resource,
    testing,
)
from pulumi_wasm_provider.__main__ import main
from pulumi_wasm_provider._interpreter.failures import UnrecordableError

FILE = "tests/broken/mistakes.py"

EXPECTED = {
    "Broken.tags": 'set is not a type that a property can have; write list, with Field(unique_items=True, compare="set")',
    "Broken.point": "Point has to derive from Object, so that the schema can have it",
    "Broken.raw": "bytes is not a type that a property can have; write str with base64, or Asset",
    "Broken.a_": "has the property name `a`, which `a` has too: give one of them a Field(name=…)",
    "Broken.count": "its default expected a whole number, but it is str",
    "Broken.names": "`min_length` is for strings: write `min_items`",
    "Broken.message": "is an output, which the provider always sets: remove the default",
    "Broken.both": "is marked as an input only, and as an output: write neither for a property that is both",
    "Broken.moved": "is an output, which the user cannot change: remove `replace`",
    "Broken.ghost": "its annotation names `Ghost`, which is not defined",
    "Broken.words": "the type of the elements is missing: write list[str]",
    "Broken.maybe": "has the default None, which its type does not allow: write `T | None`",
    "Broken.chosen": "has a server default, so that the program may leave it out: write `ServerDefault[T]`",
    "Broken.made": "is set by the program, so it depends on no other input: `depends_on` is for outputs and for inputs with a server default",
    "Broken.least": "`minimum` is not an option of `Field`: did you mean `ge`?",
    "Broken.below": "`exclusive_maximum` is not an option of `Field`: did you mean `lt`?",
    "Broken.result": "`lessthan` is not an option of `Field`: did you mean `lt`?",
    "Broken.sizes": "at its elements, `max` is not an option of `Field`: did you mean `le`?",
    "Broken.keys": "an element can only have rules, not secret: give the option to the whole list or map",
    "Broken.given": "an element can only have rules, not a default: give the option to the whole list or map",
    "Broken.either": "a part of a union has no options, here secret: give the option to the whole union, as in `Secret[str | int]`",
    "Broken.listed": "a list in a union cannot have rules for its elements: check them in the hook `check`",
    "Broken.marked": "`Annotated[…, Secret]` means nothing: write `Secret[…]`",
    "Broken.called": "`Annotated[…, Field]` means nothing: write `Annotated[…, Field(…)]`",
    "Broken.short": "`max_lenght` is not an option of `Field`: did you mean `max_length`?",
    "Broken.handle": "`Input[T]` is for components: write `InputOnly[T]`",
    "Broken.secret": "`credential` is not an option of `Field`: a credential belongs to its host",
    "Broken.fixed": "`const` is not an option of `Field`: did you mean `constant`?",
    "Broken.create": "`create` has to be written as `def create(self, cx: CreateContext) -> str`, without `async`",
    "Broken.update": "`update` has to be written as `def update(self, old: Self, cx: UpdateContext) -> None`",
    "Broken.list_": "`list_` has to be written as `@classmethod def list_(cls, request: ListRequest[Query], cx: ListContext) -> Page`",
    "Broken.delet": "is not a hook, so the host never calls it: did you mean `delete`? Else call it `_delet`, or move it out of the class",
    "Broken.destroy": "is not a hook, so the host never calls it: did you mean `delete`?",
    "Broken.destory": "is not a hook, so the host never calls it: did you mean `delete`?",
    "Broken.delete_zone": "is not a hook, so the host never calls it: did you mean `delete`?",
    "Broken.cleanup": "is not a hook, so the host never calls it: did you mean `delete`?",
    "Broken.migrate": "is not a hook, so the host never calls it: did you mean `migrations`?",
    "Broken.raed": "is not a hook, so the host never calls it: did you mean `read`?",
    "Broken.helper": "is not a hook, so the host never calls it: call it `_helper`, or move it out of the class",
    "Broken.parse": "is not a hook, so the host never calls it: call it `_parse`",
    "Broken.announced": "`@method` is for components: a resource has the hooks that the host calls, and no methods.",
    "Broken.loose": "has no annotation, so it is not a property: write `loose: str = Field(…)`",
    "Broken.migration": "is not known to the host, so none of its steps ever runs: did you mean `migrations`?",
    "Shape": "`modul` is not an option of an object type: did you mean `module`?",
    "Shared": "`token` is not an option of a class of properties: there is `constraints`",
    "Shared.udpate": "is not a hook, so the host never calls it: did you mean `update`?",
    "Filter": "`tokne` is not an option of arguments: there is `constraints`",
    "Settings": "`modul` is not an option of a configuration: there is `constraints`",
    "Settings.configur": "is not a hook of a configuration, so the host never calls it: did you mean `configure`?",
    "Settings.validate": "is not a hook of a configuration, so the host never calls it: did you mean `check`?",
    "Settings.session": "is not a hook of a configuration, so the host never calls it: call it `_session`, or move it out of the class; "
    "to give hooks a value, write `@property` above it, or return it from `configure`",
    "Group": "`tokn` is not an option of a component class: did you mean `token`?",
    "Group.announce": "is neither `construct` nor a method that programs can call: write `@method` above it, call it `_announce`",
    "Group.constuct": "is neither `construct` nor a method that programs can call: did you mean `construct`?",
    "Broken": "`import_id` names `nowhere`, which is not one of its attributes",
    "Twin": "`test:index:Broken` occurs twice: give one of them another token",
    "Swapped.read": "`read` has to be written as `@classmethod def read(cls, id: str, old: Self | None, cx: ReadContext) -> Self | None`: "
    "`old` is where `id` belongs",
    "Swapped.update": "`update` has to be written as `def update(self, old: Self, cx: UpdateContext) -> None`: `cx` is where `old` belongs",
    "Swapped.diff": "`diff` has to be written as `def diff(self, old: Self, diff: Diff, cx: DiffContext) -> None`: "
    "`cx` is where `diff` belongs",
    "Swapped.list_": "`list_` has to be written as `@classmethod def list_(cls, request: ListRequest[Query], cx: ListContext) -> Page`: "
    "`cx` is where `request` belongs",
    "Attributed.import_id": "is an option of the class: write `class Attributed(Resource, import_id=…)`",
    "Attributed.deletebeforereplace": "is an option of the class: write `class Attributed(Resource, delete_before_replace=…)`",
    "Attributed.alias": "is not known to the host: did you mean the option `aliases`? Then write `class Attributed(Resource, aliases=…)`. "
    "Else call it `_alias`",
    "Silent.create": "`create` has to be written as `def create(self, cx: CreateContext) -> str`, with a `return`: it returns the id of the resource that "
    "it made",
    "Silent.read": "`read` has to be written as `@classmethod def read(cls, id: str, old: Self | None, cx: ReadContext) -> Self | None`, with a "
    "`return`: a read that returns None reports the resource as deleted",
    "Silent.update": "sets `self.note`, and `Silent` has no property `note`: begin the name with an underscore if it is not one",
    "Silent._helper": "sets `self.sise`, and `Silent` has no property `sise`: did you mean `size`?",
    "Voiceless.create": "`create` has to be written as `def create(self, cx: CreateContext) -> str`, and not with `-> None`: it returns the id",
    "Numbered.create": "`create` has to be written as `def create(self, cx: CreateContext) -> str`, and not with `-> int`: it returns the id",
    "Box.inside": "T is a type parameter, and a schema has no type parameters: write a class for each type",
    "Nested": "is in `resources` but does not derive from Resource",
    "Settings.token": "`Input[T]` is for components: write `T`",
    "guess": "the parameter `what` needs an annotation",
    "Told.code": "is a result, which no program sets: remove its rules",
    "Told.kept": "is marked as write-only, which only a property of a resource can be: write `Secret[T]`",
    "Told.variable": "is a result, which no environment variable can give",
    "Telling.name": "is marked with `replace`, and a function has no resource to replace",
    "Telling.once": "is marked as an input only, which only a property of a resource can be",
    "Telling.fixed": "is marked as stable, which only a property of a resource can be",
    "Telling.chosen": "has a server default, which only a property of a resource or of an object can have",
    "reveal": "its result: one value has no options, here secret: return a class of Results with a property that has them",
    "spell": "its result: its elements have no rules, because no program sets them: remove the rules",
    "print": "is in `functions` but has no `@function` above it",
    "Voiceless": "is in `functions` but is a class: a function is a `def` with `@function` above it",
}


class Definitions(unittest.TestCase):
    def test_every_mistake_is_told_at_once_with_its_line(self) -> None:
        from .broken.mistakes import provider

        with self.assertRaises(DefinitionError) as raised, testing.run(provider):
            pass
        lines = str(raised.exception).splitlines()
        source = Path(FILE).read_text().splitlines()
        for subject, message in EXPECTED.items():
            found = [line for line in lines if f"{subject}: {message}" in line]
            self.assertTrue(found, f"{subject}: {message}\n" + "\n".join(lines))
            if subject != "print":
                line = int(found[0].strip().removeprefix(FILE + ":").split(":")[0])
                named = message.partition("`self.")[2].partition("`")[0] or subject.rpartition(".")[2].strip("_")
                self.assertIn(named, source[line - 1], found)
        # Told once, though the class is read twice.
        self.assertEqual(len(lines), len(set(lines)))

    def test_what_is_no_method_of_a_class_is_left_alone(self) -> None:
        from .broken.mistakes import provider

        with self.assertRaises(DefinitionError) as raised, testing.run(provider):
            pass
        self.assertNotIn("Broken.result: is an output", str(raised.exception))
        for name in ("Broken.area", "Broken.Kind", "Settings.address", "Group._kept", "Swapped.preview_update", "Attributed.token", "Attributed.path", "Attributed.deprecated", "Attributed._module", "Voiceless.read", "Voiceless.list_"):
            self.assertNotIn(f"{name}:", str(raised.exception))

    def test_an_option_of_old_properties_is_told_at_once(self) -> None:
        with self.assertRaisesRegex(DefinitionError, "`module` is not an option of a class of old properties, which has none"):

            class Old(OldProperties, module="x"):  # type: ignore[call-arg]
                name: str

    def test_migrations_that_are_no_list_are_told(self) -> None:
        class Moved(Resource):
            name: str

            def create(self, cx: CreateContext) -> str:
                return "x"

            def migrations(self) -> None:  # type: ignore[assignment, override]
                pass

        with self.assertRaisesRegex(DefinitionError, "Moved.migrations: has to be a list of steps"), testing.run(Provider(resources=[Moved])):
            pass

    def test_a_property_with_the_name_of_a_hook_is_told(self) -> None:
        from .broken.mistakes import provider

        with self.assertRaisesRegex(DefinitionError, "Broken.read: has the name of a hook"), testing.run(provider):
            pass

    def test_an_unknown_option_is_told(self) -> None:
        class Optioned(Resource, importid="{name}"):  # type: ignore[call-arg]
            name: str

            def create(self, cx: CreateContext) -> str:
                return "x"

        expected = "`importid` is not an option of a resource class: did you mean `import_id`"
        with self.assertRaisesRegex(DefinitionError, expected), testing.run(Provider(resources=[Optioned])):
            pass

    def test_classes_are_dataclasses_for_type_checkers(self) -> None:
        # Else no type checker looks at the arguments of `Zone(…)`.
        self.assertIn("field_specifiers", getattr(Resource.__mro__[1], "__dataclass_transform__", {}))

    def test_what_is_set_under_another_name_is_told(self) -> None:
        class Thing(Resource):
            name: str
            out: Output[str]

            def create(self, cx: CreateContext) -> str:
                self._mine = "kept"
                # A name that the build does not see.
                setattr(self, "otu", self._mine)
                return "x"

        with (
            testing.run(Provider(resources=[Thing])) as stack,
            self.assertRaisesRegex(Exception, "`Thing` has no property `otu`: did you mean `out`"),
        ):
            stack.create(Thing, {"name": "n"})

    def test_a_resource_without_create_is_told(self) -> None:
        class Idle(Resource):
            name: str

        with self.assertRaisesRegex(DefinitionError, "has no `create`"), testing.run(Provider(resources=[Idle])):
            pass

    def test_what_create_must_do_is_said(self) -> None:
        class Forgetful(Resource):
            name: str

            def create(self, cx: CreateContext) -> str:
                return ""

        with testing.run(Provider(resources=[Forgetful])) as stack:
            # The hook has done its work by then, and the result is unknown.
            with self.assertRaisesRegex(UnrecordableError, "`Forgetful.create` returned '': it has to return the resource's id"):
                stack.create(Forgetful, {"name": "x"})


class Modules(unittest.TestCase):
    def read(self, **files: str) -> tuple[int, str, str]:
        """The build's information about a project."""
        with TemporaryDirectory() as folder:
            for name, text in files.items():
                Path(folder, f"{name}.py").write_text(text)
            before, path = os.getcwd(), list(sys.path)
            out, err = io.StringIO(), io.StringIO()
            os.chdir(folder)
            try:
                with redirect_stdout(out), redirect_stderr(err):
                    status = main([next(iter(files)), '{"name": "demo", "version": "1.0.0"}'])
            finally:
                os.chdir(before)
                sys.path[:] = path
                for name in files:
                    sys.modules.pop(name, None)
            return status, out.getvalue(), err.getvalue()

    def test_what_is_wrong_with_a_module_is_told_with_its_line(self) -> None:
        for text, says in (
            ("class Broken(:\n", "demo_a.py:1: "),
            ("x = 1\n1 / 0\n", "ZeroDivisionError: division by zero\n  at demo_a.py:2, in <module>"),
            ("import no_such_thing\n", "`[project] dependencies` of pyproject.toml"),
            ("x = 1\n", "has no provider: write `provider = Provider(resources=[…])`"),
            ("from pulumi_wasm_provider import Provider\na = Provider()\nb = Provider()\n", "has 2 providers"),
            ("from pulumi_wasm_provider import Provider\na = Provider(resource=[])\n", "hint: did you mean `resources`?"),
            ("from pulumi_wasm_provider import Provider\na = Provider(permissions=[])\n", "keyword argument 'permissions'\n"),
            ("from pulumi_wasm_provider import Provider\na = Provider(permissions=[])\n", "hint: did you mean `net`?"),
            ("from pulumi_wasm_provider import Backoff\na = Backoff(retries=3)\n", "hint: did you mean `attempts`?"),
            ("from pulumi_wasm_provider import http\na = http.Client(baseURL='')\n", "hint: did you mean `base_url`?"),
            ("from pulumi_wasm_provider import Computed\n", "hint: did you mean `ServerDefault`?"),
            ("from pulumi_wasm_provider import Permission\n", "hint: did you mean `Net`?"),
            ("from pulumi_wasm_provider import Enum\n", "hint: an enum is a class of `enum.Enum`, or `Literal["),
            ("from pulumi_wasm_provider import Resorce\n", "hint: did you mean `Resource`?"),
            ("from pulumi_wasm_provider import Env\na = Env('A', about='')\n", "hint: `Env` takes `name`, `required`, `reason`"),
        ):
            status, out, err = self.read(demo_a=text)
            self.assertEqual((status, out), (1, ""))
            self.assertIn(says, err)

    def test_a_provider_that_is_right_tells_its_manifest(self) -> None:
        status, out, err = self.read(demo_b="from pulumi_wasm_provider import Provider\nprovider = Provider()\n")
        self.assertEqual((status, err), (0, ""))
        self.assertIn('"name":"demo"', out)

    def test_what_is_defined_and_not_listed_is_a_warning(self) -> None:
        text = """from pulumi_wasm_provider import Component, ComponentContext, Config, CreateContext, FunctionContext, Provider, Resource, function
from demo_other import Other

class Settings(Config):
    pass

class Base(Resource):
    def create(self, cx: CreateContext) -> str:
        return ""

class Zone(Base):
    name: str

class Forgotten(Base):
    name: str

class _Kept(Base):
    name: str

class Site(Component):
    def construct(self, cx: ComponentContext) -> None:
        pass

@function
def guess(cx: FunctionContext) -> str:
    return ""

provider = Provider(resources=[Zone])
"""
        other = "from pulumi_wasm_provider import CreateContext, Resource\n\nclass Other(Resource):\n    def create(self, cx: CreateContext) -> str:\n        return ''\n"
        status, out, err = self.read(demo_c=text, demo_other=other)
        self.assertEqual(status, 0)
        unseen = "of the provider, so programs cannot use it"
        self.assertEqual(
            sorted(err.splitlines()),
            [
                f"warning: demo_c.py:14: Forgotten: is a resource class that is not in `resources` {unseen}",
                f"warning: demo_c.py:20: Site: is a component class that is not in `components` {unseen}",
                f"warning: demo_c.py:25: guess: is a function that is not in `functions` {unseen}",
                f"warning: demo_c.py:4: Settings: is a configuration that is not in `config` {unseen}",
                f"warning: demo_other.py:3: Other: is a resource class that is not in `resources` {unseen}",
            ],
        )

    def test_requests_without_a_host_in_net_are_a_warning(self) -> None:
        text = "from pulumi_wasm_provider import Net, Provider, http\nprovider = Provider({})\n"
        told = "warning: demo_e.py: imports `http`, but the provider does not ask for a host"
        for arguments, expected in (("", [told]), ("net=[Net('api.example')]", [])):
            status, _, err = self.read(demo_e=text.format(arguments))
            self.assertEqual(status, 0)
            self.assertEqual([line[: len(told)] for line in err.splitlines()], expected)

    def test_another_way_to_the_configuration_or_its_client_is_a_warning(self) -> None:
        text = """from pulumi_wasm_provider import Config, Context, CreateContext, Net, Output, Provider, Resource
import pulumi_wasm_provider as sdk

class Settings(Config):
    url: str

class Zone(Resource):
    name: str
    note: Output[str]

    def create(self, cx: CreateContext) -> str:
        cx.client.get("/a")
        self.note = cx.config.url
        cx.config(Settings).client
        cx.config.client.get(cx.id)
        return cx.client(Settings).get(cx.config(Settings).url)

def helper(cx: "Context", other: sdk.ReadContext, settings: Settings) -> None:
    cx.config.url
    other.client.get("/a")
    settings.client.get("/a")

provider = Provider(config=Settings, resources=[Zone], net=[Net(Settings.url)])
"""
        status, _, err = self.read(demo_f=text)
        self.assertEqual(status, 0, err)
        self.assertEqual(
            err.splitlines(),
            [
                "warning: demo_f.py:12: `cx.client` is a function: write `cx.client(Settings).get`",
                "warning: demo_f.py:13: `cx.config` is a function: write `cx.config(Settings).url`",
                "warning: demo_f.py:14: the configuration does not have the client: write `cx.client(Settings)`",
                "warning: demo_f.py:15: `cx` has no id: `read` gets it as the parameter `id`, and other hooks have `self.id`",
                "warning: demo_f.py:15: the configuration does not have the client: write `cx.client(Settings)`",
                "warning: demo_f.py:19: `cx.config` is a function: write `cx.config(Settings).url`",
                "warning: demo_f.py:20: `other.client` is a function: write `other.client(Settings).get`",
            ],
        )

    def test_an_output_that_create_never_sets_is_a_warning(self) -> None:
        text = """from pulumi_wasm_provider import CreateContext, Output, Provider, Resource, Stable

def fill(thing: Resource) -> None:
    setattr(thing, "address", "a")

class Addressed(Resource):
    name: str
    address: Output[str]

class Forgetful(Addressed):
    serial: Stable[int]
    note: Output[str | None]

    def create(self, cx: CreateContext) -> str:
        cx.checkpoint("id", self)
        self.serial = len(self._words()) + len(self.name)
        return "id"

    def _words(self) -> list[str]:
        return []

    def _unused(self) -> None:
        self.address = ""

class Helped(Addressed):
    def create(self, cx: CreateContext) -> str:
        return cx.wait(self._look, every=1)

    def _look(self) -> str:
        self.address, rest = "a", "b"
        return rest

class Passed(Addressed):
    def create(self, cx: CreateContext) -> str:
        fill(self)
        return "id"

class Read(Addressed):
    def create(self, cx: CreateContext) -> str:
        self.__dict__.update(address="a")
        return "id"

class Above(Addressed):
    def create(self, cx: CreateContext) -> str:
        self.address = "a"
        return "id"

class Below(Above):
    def create(self, cx: CreateContext) -> str:
        return super().create(cx)

class Other(Addressed):
    _fill = fill

    def create(self, cx: CreateContext) -> str:
        self._fill()
        return "id"

def decorated(call):
    return call

class Decorated(Addressed):
    @decorated
    def create(self, cx: CreateContext) -> str:
        return "id"

class Set(Addressed):
    @property
    def _both(self) -> str:
        return ""

    @_both.setter
    def _both(self, value: str) -> None:
        self.address = value

    def create(self, cx: CreateContext) -> str:
        self._both = "a"
        return "id"

class Failing(Addressed):
    def create(self, cx: CreateContext) -> str:
        raise NotImplementedError

provider = Provider(resources=[Forgetful, Helped, Passed, Read, Above, Below, Other, Decorated, Set, Failing])
"""
        status, _, err = self.read(demo_d=text)
        advice = "set `self.address` there, or write `Output[… | None]` if the resource may lack it"
        self.assertEqual(status, 0)
        self.assertEqual(
            err, f"warning: demo_d.py:14: Forgetful.create: never sets the output `address`, which is not optional: {advice}\n"
        )


if __name__ == "__main__":
    unittest.main()
