"""The hooks against a made-up server."""

import unittest
from typing import Any

from pulumi_wasm_provider import InvalidError, ListedResource, NotFoundError, Page, TimedOutError, testing
from pulumi_wasm_provider.testing import Answer, Made, Request, json_answer

from machines import Machine, provider

API = "https://api.example.com/v1"
CONFIG = {"url": f"{API}/", "token": "t"}
INPUTS: dict[str, Any] = {
    "name": "web",
    "region": "eu",
    "password": testing.secret("hunter2"),
    "rules": [{"port": 443, "target": {"kind": "pool", "name": "fronts"}}],
}


class Server:
    """Keeps machines. The third look at a machine finds its address."""

    def __init__(self) -> None:
        self.machines: dict[str, dict[str, Any]] = {}
        self.looks = 0

    def __call__(self, request: Request) -> Answer:
        path = request.url.removeprefix(f"{API}/machines").removeprefix("/")
        if request.method == "POST":
            body = request.json()
            usual = {"label": None, "size": None, "image": "debian-13", "address": None, "state": "starting"}
            made = self.machines[f"{body['region']}/{body['name']}"] = {**usual, **body}
            return json_answer(made, 201)
        if path.startswith("?"):
            return json_answer({"machines": list(self.machines.values()), "next": None if "after=" in path else "2"})
        if path not in self.machines:
            return Answer(404, body="no such machine")
        if request.method == "PUT":
            self.machines[path] |= request.json()
        elif request.method == "DELETE":
            return json_answer(self.machines.pop(path))
        else:
            self.looks += 1
            if self.looks == 3:
                self.machines[path] |= {"address": "192.0.2.1", "state": "running"}
        return json_answer(self.machines[path])


class Machines(unittest.TestCase):
    def setUp(self) -> None:
        self.server = Server()
        self.host = testing.Host(answer=self.server)
        context = testing.run(provider, self.host, config=CONFIG, name="acme")
        self.stack = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)

    def made(self) -> Made:
        return self.stack.create(Machine, INPUTS)

    def test_create_waits_for_the_address(self) -> None:
        made = self.made()
        self.assertEqual((made.id, made.outputs["image"], made.outputs["address"]), ("eu/web", "debian-13", "192.0.2.1"))
        self.assertEqual(self.host.statuses, ["the machine is starting"] * 2)
        sent = self.host.requests[0]
        self.assertEqual((sent.method, sent.url), ("POST", f"{API}/machines"))
        self.assertEqual(sent.json()["rules"], [{"port": 443, "target": {"pool": "fronts"}}])

    def test_a_machine_without_an_address_is_kept_and_resumed(self) -> None:
        self.server.looks = 3
        with self.assertRaisesRegex(TimedOutError, "waiting for the machine eu/web: .*the machine is starting"):
            self.made()
        [(id, outputs)] = self.host.checkpoints
        self.assertNotIn("address", outputs)
        self.server.looks = 2
        done = self.stack.resume(Machine, Made(id, {}, outputs), INPUTS)
        self.assertEqual(done.outputs["address"], "192.0.2.1")

    def test_a_refresh_keeps_the_password_and_an_import_does_not_know_it(self) -> None:
        made = self.made()
        self.server.machines["eu/web"]["size"] = 4
        refreshed = self.stack.read(Machine, made.id, made)
        assert refreshed is not None
        self.assertEqual((refreshed.outputs["size"], refreshed.outputs["password"]), (4, "hunter2"))
        imported = self.stack.read(Machine, "eu/web", inputs={"region": "eu", "name": "web"})
        assert imported is not None
        self.assertEqual((imported.outputs["name"], imported.outputs["password"]), ("web", ""))
        self.assertIsNone(self.stack.read(Machine, "eu/other"))

    def test_an_update_sends_a_password_only_if_it_changed(self) -> None:
        made = self.made()
        changed = self.stack.update(Machine, made, {**INPUTS, "label": "front"})
        self.assertNotIn("password", self.host.requests[-1].json())
        self.assertEqual(changed.outputs["address"], "192.0.2.1")
        self.stack.update(Machine, made, {**INPUTS, "password": "other"})
        self.assertEqual(self.host.requests[-1].json()["password"], "other")

    def test_a_machine_that_is_gone_already_is_deleted(self) -> None:
        made = self.made()
        self.stack.delete(Machine, made)
        with self.assertRaises(NotFoundError):
            self.stack.delete(Machine, made)

    def test_machines_are_listed_page_by_page(self) -> None:
        self.made()
        found = [ListedResource("eu/web", "web")]
        self.assertEqual(self.stack.list_(Machine, {"region": "eu"}, page_size=10), Page(found, continuation_token="2"))
        self.assertEqual(self.stack.list_(Machine, continuation_token="2"), Page(found))
        self.assertEqual(self.host.requests[-1].url, f"{API}/machines?after=2")

    def test_the_function_finds_a_machine(self) -> None:
        self.made()
        self.assertEqual(self.stack.invoke("getMachine", {"name": "web"}), {"address": "192.0.2.1"})
        with self.assertRaisesRegex(NotFoundError, "the region us has no machine web"):
            self.stack.invoke("getMachine", {"name": "web", "region": "us"})
        with self.assertRaisesRegex(InvalidError, "name: is required"):
            self.stack.invoke("getMachine", {})

    def test_a_note_of_the_first_version_is_a_label(self) -> None:
        old = Made("eu/web", {"note": "front"}, {"note": "front"})
        self.assertEqual(self.stack.migrate(Machine, 0, old).outputs, {"label": "front"})

    def test_the_token_is_for_the_host_only(self) -> None:
        [server] = self.stack.manifest["permissions"]["net"]
        self.assertEqual(server["host"], "config:url")
        self.assertEqual(server["credential"], {"config": "token", "as": "bearer", "hostOnly": True})
        self.made()
        self.assertIsNone(self.host.requests[0].header("authorization"))
