"""The resource `KeyValue`."""

from typing import Self

from pulumi_wasm_provider import (
    AlreadyExistsError,
    CreateContext,
    DeleteContext,
    Field,
    Output,
    ReadContext,
    Replace,
    Resource,
    Stable,
    UpdateContext,
)

from .api import Api, decoded, encoded
from .values import text_of


class KeyValue(Resource):
    """A key with its value.

    To manage a key that exists, import it with a resource option: `import: /config/feature`.
    """

    key: Replace[str] = Field(min_length=1)
    """The key, such as `/config/feature`. Another key replaces the resource."""
    value: str
    """The value, which is a text. Give a secret to keep it out of the plain state; etcd itself does not encrypt values."""
    create_revision: Stable[int]
    """The revision of the cluster that created the key."""
    mod_revision: Output[int]
    """The revision of the cluster that last changed the value."""

    def create(self, cx: CreateContext) -> str:
        key = encoded(self.key)
        # One transaction, so that a key of another owner is never overwritten.
        made = Api(cx).call(
            f"create the key {self.key}",
            "/kv/txn",
            {
                "compare": [{"target": "CREATE", "result": "EQUAL", "key": key, "create_revision": "0"}],
                "success": [{"request_put": {"key": key, "value": encoded(self.value)}}],
            },
        )
        if not made.get("succeeded"):
            raise AlreadyExistsError(
                f"the key {self.key} exists already\n"
                f"hint: to manage it, give this resource the option `import: {self.key}` for one `pulumi up`"
            )
        self.create_revision = self.mod_revision = int(made["header"]["revision"])
        return self.key

    def update(self, old: Self, cx: UpdateContext) -> None:
        body = {"key": encoded(self.key), "value": encoded(self.value)}
        changed = Api(cx).call(f"change the key {self.key}", "/kv/put", body)
        self.mod_revision = int(changed["header"]["revision"])

    @classmethod
    def read(cls, id: str, old: Self | None, cx: ReadContext) -> Self | None:
        found = Api(cx).call(f"read the key {id}", "/kv/range", {"key": encoded(id)})
        for one in found.get("kvs", []):
            return cls(
                key=id,
                value=text_of(f"the value of {id}", decoded(one.get("value"))),
                create_revision=int(one["create_revision"]),
                mod_revision=int(one["mod_revision"]),
            )
        return None

    def delete(self, cx: DeleteContext) -> None:
        Api(cx).call(f"delete the key {self.key}", "/kv/deleterange", {"key": encoded(self.key)})
