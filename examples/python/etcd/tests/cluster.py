"""A cluster in memory, for the unit tests: the part of the gateway that the provider uses."""

import base64
from typing import Any

from pulumi_wasm_provider import testing

ENDPOINT = "http://127.0.0.1:2379"
CONFIG = {"endpoint": ENDPOINT}


class Refusal(Exception):
    """An answer other than 200."""

    def __init__(self, status: int, reason: str) -> None:
        self.answer = testing.json_answer({"error": f"etcdserver: {reason}"}, status)


class Cluster:
    """The content of a cluster. `answer` is the function for `testing.Host`."""

    def __init__(self) -> None:
        self.keys: dict[str, str] = {}
        self.roles: dict[str, dict[tuple[str, str], str]] = {}
        self.users: dict[str, set[str]] = {}
        self.passwords: dict[str, str] = {}
        self.is_enabled = False
        self.tokens: dict[str, str] = {}
        self.revision = 1

    def answer(self, request: testing.Request) -> testing.Answer:
        path = request.url.removeprefix(f"{ENDPOINT}/v3/")
        try:
            if self.is_enabled and path != "auth/authenticate":
                self._judge_token(request)
            found = getattr(self, path.replace("/", "_"))(request.json())
        except Refusal as refusal:
            return refusal.answer
        return testing.json_answer({"header": {"revision": str(self.revision)}, **(found or {})})

    def _judge_token(self, request: testing.Request) -> None:
        token = request.header("authorization")
        if token is None:
            raise Refusal(400, "user name is empty")
        if token not in self.tokens:
            raise Refusal(401, "invalid auth token")

    def kv_txn(self, body: Any) -> dict[str, Any]:
        if body["compare"][0]["key"] in self.keys:
            return {}
        self.kv_put(body["success"][0]["request_put"])
        return {"succeeded": True}

    def kv_put(self, body: Any) -> None:
        self.revision += 1
        self.keys[body["key"]] = body["value"]

    def kv_range(self, body: Any) -> dict[str, Any]:
        key, end = decoded(body["key"]), decoded(body.get("range_end", ""))
        found = [one for one in self.keys if decoded(one) == key or key <= decoded(one) and (decoded(one) < end or end == b"\0")]
        return {"kvs": [{"key": one, "value": self.keys[one], "create_revision": "1", "mod_revision": "1"} for one in found]}

    def kv_deleterange(self, body: Any) -> None:
        self.keys.pop(body["key"], None)

    def auth_authenticate(self, body: Any) -> dict[str, Any]:
        if not self.is_enabled:
            raise Refusal(412, "authentication is not enabled")
        if self.passwords.get(body["name"]) != body["password"]:
            raise Refusal(400, "authentication failed, invalid user ID or password")
        token = f"token-{len(self.tokens)}"
        self.tokens[token] = body["name"]
        return {"token": token}

    def auth_enable(self, body: Any) -> None:
        self.is_enabled = True

    def auth_disable(self, body: Any) -> None:
        self.is_enabled = False

    def auth_role_add(self, body: Any) -> None:
        if body["name"] in self.roles:
            raise Refusal(412, "role name already exists")
        self.roles[body["name"]] = {}

    def auth_role_get(self, body: Any) -> dict[str, Any]:
        permissions = self._role(body["role"]).items()
        return {"perm": [{"key": key, "range_end": end, "permType": kind} for (key, end), kind in permissions]}

    def auth_role_grant(self, body: Any) -> None:
        permission = body["perm"]
        self._role(body["name"])[permission["key"], permission["range_end"]] = permission["permType"]

    def auth_role_revoke(self, body: Any) -> None:
        del self._role(body["role"])[body["key"], body["range_end"]]

    def auth_role_delete(self, body: Any) -> None:
        del self.roles[self._name_of_role(body["role"])]

    def auth_user_add(self, body: Any) -> None:
        if body["name"] in self.users:
            raise Refusal(412, "user name already exists")
        self.users[body["name"]] = set()
        self.passwords[body["name"]] = body["password"]

    def auth_user_get(self, body: Any) -> dict[str, Any]:
        return {"roles": sorted(self._user(body["name"]))}

    def auth_user_changepw(self, body: Any) -> None:
        self.passwords[body["name"]] = body["password"]

    def auth_user_grant(self, body: Any) -> None:
        self._user(body["user"]).add(self._name_of_role(body["role"]))

    def auth_user_revoke(self, body: Any) -> None:
        self._user(body["name"]).discard(body["role"])

    def auth_user_delete(self, body: Any) -> None:
        self._user(body["name"])
        del self.users[body["name"]]

    def _role(self, name: str) -> dict[tuple[str, str], str]:
        return self.roles[self._name_of_role(name)]

    def _name_of_role(self, name: str) -> str:
        if name not in self.roles:
            raise Refusal(412, "role name not found")
        return name

    def _user(self, name: str) -> set[str]:
        if name not in self.users:
            raise Refusal(412, "user name not found")
        return self.users[name]


def decoded(text: str) -> bytes:
    return base64.b64decode(text)
