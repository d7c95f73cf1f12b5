"""Tests of the hooks, without a component and without a cluster: README.md has the command."""

import unittest
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cluster import CONFIG, Cluster
from pulumi_wasm_provider import AlreadyExistsError, DeniedError, InvalidError, ProviderError, testing

from etcd_provider import provider
from etcd_provider.api import encoded, range_end
from etcd_provider.authentication import Authentication
from etcd_provider.key_value import KeyValue
from etcd_provider.role import Role
from etcd_provider.user import User


@contextmanager
def running(cluster: Cluster, **config: str) -> Iterator[Any]:
    with testing.run(provider, testing.Host(answer=cluster.answer), config={**CONFIG, **config}) as stack:
        yield stack


class Keys(unittest.TestCase):
    def test_a_key_lives(self) -> None:
        cluster = Cluster()
        with running(cluster) as stack:
            made = stack.create(KeyValue, {"key": "/config/a", "value": "one"})
            self.assertEqual(made.id, "/config/a")
            changed = stack.update(KeyValue, made, {"key": "/config/a", "value": "two"})
            self.assertGreater(changed.outputs["modRevision"], changed.outputs["createRevision"])
            found = stack.read(KeyValue, made.id, changed)
            self.assertEqual(found.outputs["value"], "two")
            stack.delete(KeyValue, changed)
            self.assertIsNone(stack.read(KeyValue, made.id, changed))

    def test_a_key_of_another_owner_is_not_overwritten(self) -> None:
        cluster = Cluster()
        cluster.keys[encoded("/config/a")] = encoded("theirs")
        with running(cluster) as stack:
            with self.assertRaisesRegex(AlreadyExistsError, "import: /config/a"):
                stack.create(KeyValue, {"key": "/config/a", "value": "ours"})
        self.assertEqual(cluster.keys[encoded("/config/a")], encoded("theirs"))

    def test_a_value_that_is_not_text_is_refused(self) -> None:
        cluster = Cluster()
        cluster.keys[encoded("/config/a")] = encoded(b"\xff")
        with running(cluster) as stack, self.assertRaisesRegex(ProviderError, "not text in UTF-8"):
            stack.read(KeyValue, "/config/a", None)

    def test_functions_read_keys_of_any_manager(self) -> None:
        cluster = Cluster()
        for name in ("/config/a", "/config/b", "/other"):
            cluster.keys[encoded(name)] = encoded(name.upper())
        with running(cluster) as stack:
            self.assertEqual(stack.invoke("getValue", {"key": "/other"}), {"value": "/OTHER", "revision": 1})
            found = stack.invoke("getKeys", {"prefix": "/config/"})
        self.assertEqual(found["values"], {"/config/a": "/CONFIG/A", "/config/b": "/CONFIG/B"})

    def test_a_prefix_ends_before_the_next_key(self) -> None:
        for prefix, end in ((b"a", b"b"), (b"a\xff", b"b"), (b"\xff", b"\0"), (b"", b"\0")):
            self.assertEqual(range_end(prefix), end)


class Roles(unittest.TestCase):
    def test_a_role_has_exactly_the_permissions_of_the_program(self) -> None:
        cluster = Cluster()
        with running(cluster) as stack:
            first = {"key": "/a", "access": "read"}
            made = stack.create(Role, {"name": "reader", "permissions": [first]})
            cluster.roles["reader"][encoded("/theirs"), ""] = "WRITE"
            second = {"prefix": "/b/", "access": "readwrite"}
            stack.update(Role, made, {"name": "reader", "permissions": [second]})
        self.assertEqual(cluster.roles["reader"], {(encoded("/b/"), encoded("/b0")): "READWRITE"})

    def test_each_form_of_a_range_comes_back_as_it_was_given(self) -> None:
        given = [
            {"prefix": "/a/", "access": "read"},
            {"prefix": "", "access": "write"},
            {"key": "/b", "access": "readwrite"},
            {"key": "/c/", "rangeEnd": "/c0", "access": "read"},
        ]
        with running(Cluster()) as stack:
            made = stack.create(Role, {"name": "reader", "permissions": given})
            found = stack.read(Role, made.id, made)
            imported = stack.read(Role, made.id, None)
        self.assertEqual(found.outputs["permissions"], given)
        # An import knows no other form than the shortest.
        self.assertEqual(imported.outputs["permissions"], [*given[:3], {"prefix": "/c/", "access": "read"}])

    def test_state_of_version_1_has_todays_form(self) -> None:
        old = {
            "name": "reader",
            "permissions": [
                {"key": "/a/", "rangeEnd": "/a0", "type": "READ"},
                {"key": "/b", "type": "READWRITE"},
                {"key": "/c", "rangeEnd": "/d/", "type": "WRITE"},
                {"key": "\0", "rangeEnd": "\0", "type": "READ"},
            ],
        }
        with running(Cluster()) as stack:
            today = stack.migrate(Role, 0, testing.Made("reader", old, old))
        expected = [
            {"prefix": "/a/", "access": "read"},
            {"key": "/b", "access": "readwrite"},
            {"key": "/c", "rangeEnd": "/d/", "access": "write"},
            {"prefix": "", "access": "read"},
        ]
        self.assertEqual(today.inputs["permissions"], expected)
        self.assertEqual(today.outputs["permissions"], expected)

    def test_a_missing_role_is_deleted_without_an_error(self) -> None:
        with running(Cluster()) as stack:
            made = stack.create(Role, {"name": "reader"})
            stack.delete(Role, made)
            stack.delete(Role, made)


class Users(unittest.TestCase):
    def test_a_user_changes_the_password_and_the_roles(self) -> None:
        cluster = Cluster()
        cluster.roles = {"reader": {}, "writer": {}}
        with running(cluster) as stack:
            made = stack.create(User, {"name": "ada", "password": "one", "roles": ["reader"]})
            stack.update(User, made, {"name": "ada", "password": "two", "roles": ["writer"]})
        self.assertEqual(cluster.users["ada"], {"writer"})
        self.assertEqual(cluster.passwords["ada"], "two")

    def test_a_missing_role_is_an_error_about_the_roles(self) -> None:
        with running(Cluster()) as stack, self.assertRaisesRegex(InvalidError, "role name not found"):
            stack.create(User, {"name": "ada", "roles": ["missing"]})


class Logins(unittest.TestCase):
    def test_the_provider_enables_authentication_and_goes_on(self) -> None:
        cluster = Cluster()
        with running(cluster, username="root", password="secret") as stack:
            stack.create(User, {"name": "root", "password": "secret"})
            made = stack.create(Authentication, {})
            stack.create(KeyValue, {"key": "/config/a", "value": "one"})
            self.assertIsNotNone(stack.read(Authentication, made.id, made))
            stack.delete(Authentication, made)
            self.assertIsNone(stack.read(Authentication, made.id, made))

    def test_an_expired_login_is_repeated(self) -> None:
        cluster = Cluster()
        cluster.is_enabled, cluster.passwords = True, {"root": "secret"}
        with running(cluster, username="root", password="secret") as stack:
            stack.create(KeyValue, {"key": "/a", "value": "one"})
            cluster.tokens.clear()
            stack.create(KeyValue, {"key": "/b", "value": "one"})
        self.assertEqual(len(cluster.keys), 2)

    def test_a_wrong_password_names_the_settings(self) -> None:
        cluster = Cluster()
        cluster.is_enabled, cluster.passwords = True, {"root": "secret"}
        with running(cluster, username="root", password="wrong") as stack:
            with self.assertRaisesRegex(DeniedError, "etcd:password"):
                stack.create(KeyValue, {"key": "/a", "value": "one"})

    def test_authentication_is_not_enabled_without_a_user_of_the_provider(self) -> None:
        with running(Cluster()) as stack, self.assertRaisesRegex(ProviderError, "etcd:username"):
            stack.create(Authentication, {})


if __name__ == "__main__":
    unittest.main()
