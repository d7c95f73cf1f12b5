"""Hooks, from requests to answers."""

import unittest
from collections.abc import Iterator
from typing import Any, Self

from pulumi_wasm_provider import (
    Context,
    CreateContext,
    InvalidError,
    ListedResource,
    NotFoundError,
    Output,
    Page,
    PartialError,
    Pending,
    Provider,
    ProviderError,
    Resource,
    TimedOutError,
    UnsupportedError,
    UpdateContext,
    testing,
    value_of,
)
from pulumi_wasm_provider._interface import wire
from pulumi_wasm_provider.resource.diff import Difference
from pulumi_wasm_provider.testing import Host, Made, Stack, secret, unknown

from .sample import CONFIG, INPUTS, Machine, provider


class Life(unittest.TestCase):
    def setUp(self) -> None:
        self.host = Host()
        context = testing.run(provider, self.host, config=CONFIG, name="sample")
        self.stack: Stack = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)

    def test_a_run_inside_another_gives_the_host_back(self) -> None:
        with testing.run(provider, Host(), config=CONFIG, name="sample"):
            pass
        made = self.stack.create(Machine, INPUTS)
        self.stack.delete(Machine, made)

    def made(self, **inputs: Any) -> Made:
        return self.stack.create(Machine, {**INPUTS, **inputs})

    def test_a_resource_that_the_provider_does_not_list_is_refused(self) -> None:
        class Other(Resource):
            name: str

            def create(self, cx: CreateContext) -> str:
                return self.name

        with self.assertRaisesRegex(UnsupportedError, "`Other` is not among the `resources` of the provider"):
            self.stack.preview_create(Other, {"name": "x"})

    def test_create_sets_outputs_and_returns_the_id(self) -> None:
        made = self.made(tags={"a": "b"}, port=443)
        self.assertEqual(made.id, "m-1")
        expected = {"label": "Web", "region": "eu", "disks": [{"size": "small", "encrypted": False}], "tags": {"a": "b"}}
        self.assertEqual(made.outputs, {**expected, "mode": "fast", "port": 443, "address": "Web.eu"})
        self.assertEqual(self.host.messages, [("info", "making Web")])
        self.assertEqual(self.host.checkpoints[0][0], "m-1")

    def test_a_wait_looks_until_it_is_ready(self) -> None:
        begun = self.host.time
        self.assertEqual(self.made(label="late").outputs["serialNumber"], 7)
        self.assertEqual(self.host.statuses, ["starting", "still starting"])
        self.assertEqual(self.host.time - begun, 3.0)

    def test_a_shared_value_is_made_once_until_its_time_is_over(self) -> None:
        shared = Context().shared
        self.assertEqual(shared.get_or_make("token", 60, lambda: "first"), "first")
        self.assertEqual(shared.get_or_make("token", 60, lambda: "second"), "first")
        self.host.time += 60
        self.assertEqual(shared.get_or_make("token", 60, lambda: ("third", 1)), "third")
        self.host.time += 1
        self.assertEqual(shared.get_or_make("token", 60, lambda: "fourth"), "fourth")
        shared.forget("token", "third")
        self.assertEqual(shared.get_or_make("token", 60, lambda: "fifth"), "fourth")
        shared.forget("token", "fourth")
        with self.assertRaisesRegex(ProviderError, "it would wait for itself"):
            shared.get_or_make("token", 60, lambda: shared.get_or_make("token", 60, lambda: "inner"))
        self.assertEqual(shared.get_or_make("token", 60, lambda: "sixth"), "sixth")

    def test_a_rate_spreads_what_is_done(self) -> None:
        begun = self.host.time
        for _ in range(4):
            Context().shared.rate("calls", per_second=2, burst=2).wait()
        self.assertEqual(self.host.time - begun, 1.0)

    def test_a_partial_failure_keeps_the_state(self) -> None:
        with self.assertRaises(PartialError) as raised:
            self.made(label="broken")
        self.assertEqual(raised.exception.reasons, ("it does not answer",))
        assert isinstance(raised.exception.state, Machine)
        self.assertEqual(raised.exception.state.address, "nowhere")

    def test_a_create_is_resumed_from_its_checkpoint(self) -> None:
        saved = self.made()
        saved.outputs["serialNumber"] = 4
        done = self.stack.resume(Machine, saved, {**INPUTS, "region": "us"})
        self.assertEqual((done.id, done.outputs["serialNumber"], done.outputs["region"]), ("m-1", 5, "us"))
        self.assertEqual(done.outputs["address"], "Web.eu")

    def test_an_output_that_a_checkpoint_lacks_is_absent_in_resume(self) -> None:
        class Slow(Resource):
            label: str
            address: Output[str]
            zone: Output[str]

            def create(self, cx: CreateContext) -> str:
                return "one"

            def resume(self, old: Self, cx: UpdateContext) -> None:
                self.address = value_of(old, Slow.address).get("late")
                self.zone = value_of(old, Slow.zone).get("late")

        with testing.run(Provider(resources=[Slow])) as stack:
            old = Made("one", {"label": "a"}, {"label": "a", "address": "kept"})
            done = stack.resume(Slow, old, {"label": "a"})
        self.assertEqual(done.outputs, {"label": "a", "address": "kept", "zone": "late"})

    def test_check_completes_and_judges(self) -> None:
        inputs, failures = self.stack.check(Machine, {**INPUTS, "label": "My Web", "region": "moon"})
        self.assertEqual(inputs["label"], "my web")
        self.assertEqual(
            [str(failure) for failure in failures], ["label: has a space in it", "region: is too far"]
        )

    def test_what_is_unknown_ends_a_check_and_what_it_found_counts(self) -> None:
        disks = [{"size": unknown, "encrypted": True}]
        inputs, failures = self.stack.check(Machine, {**INPUTS, "disks": disks, "region": unknown})
        self.assertEqual([failure.property for failure in failures], ["disks[0].encrypted"])
        self.assertEqual(inputs["disks"], disks)
        self.assertEqual(inputs["region"], unknown)
        inputs, failures = self.stack.check(Machine, {**INPUTS, "label": unknown, "region": "moon"})
        self.assertEqual((inputs["label"], failures), (unknown, []))

    def test_secrets_go_back_as_they_came(self) -> None:
        given = {**INPUTS, "label": secret("Web"), "password": secret("x"), "tags": {"a": secret("b")}, "__other": 1}
        inputs, _ = self.stack.check(Machine, given)
        self.assertEqual(inputs, {**given, "label": secret("web")} | {"mode": "fast", "region": "eu"})

    def test_a_preview_promises_what_is_known(self) -> None:
        shown = self.stack.preview_create(Machine, {**INPUTS, "region": "eu", "mode": "fast"})
        self.assertEqual(shown["address"], "Web.eu")
        self.assertNotIn("serialNumber", shown)
        shown = self.stack.preview_create(Machine, {**INPUTS, "region": unknown})
        self.assertEqual((shown["address"], shown["region"]), (unknown, unknown))

    def test_diff_corrects_the_comparison(self) -> None:
        found = [Difference("tags.a"), Difference("label", "changed", True)]
        compared = self.stack.diff(Machine, self.made(), {**INPUTS, "region": "us"}, found)
        self.assertEqual(
            compared.differences, [Difference("label", "changed", True), Difference("region", "changed", True)]
        )
        # If the hook reads an attribute that does not fit, the host's comparison
        # counts; attributes that the hook does not read do not matter.
        compared = self.stack.diff(Machine, Made("m-1", {}, {**self.made().outputs, "label": 1}), INPUTS, found)
        self.assertEqual(len(compared.differences), 1)
        compared = self.stack.diff(Machine, Made("m-1", {}, {**self.made().outputs, "region": 1}), INPUTS, found)
        self.assertEqual(len(compared.differences), 2)

    def test_read_refreshes_imports_and_misses(self) -> None:
        made = self.made()
        refreshed = self.stack.read(Machine, "m-1", made)
        assert refreshed is not None
        self.assertEqual(refreshed.outputs["address"], "moved")
        imported = self.stack.read(Machine, "m-9")
        assert imported is not None
        # An input that is not an output has to be told.
        self.assertEqual((imported.id, imported.inputs["password"]), ("m-9!", "?"))
        self.assertIsNone(self.stack.read(Machine, "gone"))

    def test_read_says_inputs_by_their_names(self) -> None:
        made = self.made()
        rebuilt = self.stack.read(Machine, "rebuilt", made)
        assert rebuilt is not None
        self.assertEqual((rebuilt.inputs["label"], rebuilt.inputs["disks"]), ("elsewhere", []))
        with self.assertRaisesRegex(ProviderError, "returned unknown inputs: `lable`; the inputs are .*label"):
            self.stack.read(Machine, "odd", made)

    def test_an_update_keeps_the_outputs_that_it_does_not_set(self) -> None:
        made = self.made()
        changed = self.stack.update(Machine, made, {**INPUTS, "label": "Other"})
        self.assertEqual((changed.outputs["label"], changed.outputs["address"]), ("Other", "Web.eu"))
        moved = self.stack.update(Machine, made, {**INPUTS, "region": "us"})
        self.assertEqual(moved.outputs["address"], "Web.us")

    def test_delete_and_list(self) -> None:
        with self.assertRaises(NotFoundError):
            self.stack.delete(Machine, self.made(label="lost"))
        first = Page([ListedResource("m-1", "xone")], continuation_token="2")
        self.assertEqual(self.stack.list_(Machine, {"prefix": "x"}), first)
        self.assertEqual(self.stack.list_(Machine, continuation_token="2"), Page([ListedResource("m-2", "two")]))

    def test_migrations_bring_old_state_up(self) -> None:
        old = Made("m-1", {"name": secret("a")}, {"name": "a"})
        new = self.stack.migrate(Machine, 0, old)
        self.assertEqual((new.inputs, new.outputs), ({"label": secret("a")}, {"label": "a"}))
        with self.assertRaisesRegex(UnsupportedError, "knows versions up to 1"):
            self.stack.migrate(Machine, 2, old)

    def test_functions(self) -> None:
        self.assertEqual(self.stack.invoke("addNumbers", {"first": 1}), {"sum": 2.0})
        self.host.answer = testing.routes({"GET http://here/me": {"name": "ada"}})
        self.assertEqual(self.stack.invoke("whoAmI", {"loud": True}), {"result": "ADA"})
        self.assertEqual(self.host.requests[-1].header("Authorization"), "Bearer t")
        with self.assertRaisesRegex(InvalidError, "first: is required"):
            self.stack.invoke("addNumbers", {})
        self.host.answer = lambda request: testing.json_answer({"name": request.url})
        self.assertEqual(self.stack.invoke("ask", {"prefix": "p"}), {"result": ["https://example.com/p"]})
        self.host.answer = lambda request: testing.Answer(404, body="no such")
        with self.assertRaisesRegex(NotFoundError, "GET https://example.com/p answered 404: no such"):
            self.stack.invoke("ask", {"prefix": "p"})

    def test_configuration(self) -> None:
        self.assertEqual([str(one) for one in self.stack.check_config({"serverUrl": "x"})], ["serverUrl: is not an address"])
        self.assertEqual(self.stack.check_config({"serverUrl": unknown}), [])
        fresh = Stack(self.stack.built)
        with self.assertRaisesRegex(ProviderError, "before it was configured"):
            fresh.create(Machine, INPUTS)
        with self.assertRaisesRegex(InvalidError, "serverUrl: is required"):
            fresh.configure({})

    def test_values_of_another_type_are_told_with_their_path(self) -> None:
        for inputs, message in (
            ({"disks": [{"size": "tiny"}]}, "disks[0].size: expected one of `small`, `XL`, found `tiny`"),
            ({"tags": {"a.b": 1}}, 'tags["a.b"]: expected a string, found a number'),
            ({"login": {"kind": "face"}}, "login.kind: expected one of `password`, `key`, found `face`"),
            ({"login": {"kind": "key"}}, "login.keyId: is required"),
            ({"image": "file"}, "image: expected an asset or archive, found a string"),
            ({"port": 81}, "port: expected one of `80`, `443`, found `81`"),
            ({"blank": 1}, "blank: expected a boolean, found a number"),
        ):
            with self.assertRaises(InvalidError) as raised:
                self.made(**inputs)
            self.assertEqual(str(raised.exception), message)

    def test_assets_and_references_go_through(self) -> None:
        self.host.assets = {3: b"content"}
        asset = wire.signed("asset", {"hash": "h", "handle": 3})
        peer = wire.signed("resource", {"urn": "urn:x", "id": "i", "packageVersion": "1"})
        made = self.made(image=asset, peer=peer)
        self.assertEqual((made.outputs["image"], made.outputs["peer"]), (asset, peer))
        token = self.made(token=secret("t")).outputs["token"]
        self.assertEqual(token, secret("t"))

    def test_pauses_grow_up_to_the_longest(self) -> None:
        begun = self.host.time
        looks: Iterator[Pending | str] = iter([Pending("starting")] * 3 + ["ready"])
        self.assertEqual(CreateContext().wait(lambda attempt: next(looks), every=1, factor=2, max_delay=3), "ready")
        self.assertEqual(self.host.time - begun, 1 + 2 + 3)

    def test_a_wait_ends_with_its_time(self) -> None:
        with self.assertRaisesRegex(TimedOutError, "not yet"):
            CreateContext().wait(lambda attempt: Pending("not yet"), every=1, timeout=5)

    def test_a_wait_without_a_time_ends_after_many_looks(self) -> None:
        with self.assertRaisesRegex(TimedOutError, "looked 10001 times: not yet"):
            CreateContext().wait(lambda attempt: Pending("not yet"), every=1, factor=1.5, max_delay=20)
        with self.assertRaisesRegex(InvalidError, "factor: it must be a number of 1 or more"):
            CreateContext().wait(lambda attempt: Pending("not yet"), every=1, factor=0.5)


if __name__ == "__main__":
    unittest.main()
