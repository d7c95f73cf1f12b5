"""Credentials that only the host gets."""

import unittest
from typing import Any

from pulumi_wasm_provider import (
    Basic,
    Bearer,
    CheckContext,
    Config,
    CreateContext,
    Net,
    Output,
    Provider,
    Resource,
    Secret,
    Tls,
    UnsupportedError,
    testing,
)


class Settings(Config):
    server: str
    username: str
    password: Secret[str]
    token: Secret[str]
    spare: Secret[str | None]
    certificate: str
    key: Secret[str]

    def check(self, cx: CheckContext) -> None:
        if self.username == "nobody":
            cx.fail(Settings.username, "is nobody")


class User(Resource):
    name: str
    read_by: Output[str]

    def create(self, cx: CreateContext) -> str:
        settings = cx.config(Settings)
        assert settings.spare is None
        self.read_by = settings.username
        if self.name == "curious":
            self.read_by = settings.password
        return self.name


PROVIDER = Provider(
    name="acme",
    version="1.0.0",
    config=Settings,
    resources=[User],
    net=[
        Net(Settings.server, credential=Basic(Settings.username, Settings.password, host_only=True)),
        Net("tls.example", tls=Tls(certificate=Settings.certificate, key=Settings.key, host_only=True)),
        Net("b.example", credential=Bearer(Settings.token, host_only=True)),
        Net("c.example", credential=Bearer(Settings.spare, host_only=True)),
    ],
)

#: The configuration of the program. The host shows `server`, `username` and `certificate` to the provider.
CONFIG: dict[str, Any] = {
    "server": "https://a.example",
    "username": "ada",
    "password": "hunter2",
    "token": "t",
    "spare": "s",
    "certificate": "c",
    "key": "k",
}


class HostOnly(unittest.TestCase):
    def test_what_is_required_and_for_the_host_only_is_required_in_the_schema_alone(self) -> None:
        with testing.run(PROVIDER, config=CONFIG) as stack:
            schema = stack.manifest["schema"]["provider"]
            self.assertTrue({"password", "token", "key"} <= set(schema["requiredInputs"]))
            self.assertNotIn("spare", schema["requiredInputs"])
            self.assertEqual(stack.check_config(CONFIG), [])
            made = stack.create(User, {"name": "one"})
            self.assertEqual(made.outputs["readBy"], "ada")

    def test_reading_it_says_where_it_is(self) -> None:
        expected = "`Settings.password` is for the host only: the host sends it with requests"
        with testing.run(PROVIDER, config=CONFIG) as stack, self.assertRaisesRegex(UnsupportedError, expected):
            stack.create(User, {"name": "curious"})
