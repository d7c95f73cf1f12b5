"""The resource `Role`."""

from typing import Any, Self

from pulumi_wasm_provider import (
    AlreadyExistsError,
    CreateContext,
    DeleteContext,
    Field,
    NotFoundError,
    ReadContext,
    Replace,
    Resource,
    UpdateContext,
)

from .api import Api
from .permission import Permission, from_answer, since_version_2


class Role(Resource):
    """A role: a set of permissions, which users get by it.

    The resource has all permissions of the role: it removes permissions that other programs granted. The role `root` has
    every permission without a list. To manage a role that exists, import it with a resource option: `import: reader`.
    """

    name: Replace[str] = Field(min_length=1)
    """The name of the role. Another name replaces the role."""
    permissions: list[Permission] | None = Field(default=None, compare=["set", "empty"])
    """The permissions of the role, in any order."""

    migrations = [since_version_2]

    def create(self, cx: CreateContext) -> str:
        try:
            Api(cx).call(f"create the role {self.name}", "/auth/role/add", {"name": self.name})
        except AlreadyExistsError as error:
            raise AlreadyExistsError(
                f"{error.message}\n"
                f"hint: to manage it, give this resource the option `import: {self.name}` for one `pulumi up`"
            ) from None
        # From here on the role exists, even if a permission is refused.
        cx.checkpoint(self.name, self)
        self._grant(Api(cx), [])
        return self.name

    def update(self, old: Self, cx: UpdateContext) -> None:
        api = Api(cx)
        self._grant(api, _permissions(api, self.name))

    @classmethod
    def read(cls, id: str, old: Self | None, cx: ReadContext) -> Self | None:
        try:
            found = _permissions(Api(cx), id)
        except NotFoundError:
            return None
        known = old.permissions or [] if old is not None else []
        return cls(name=id, permissions=[from_answer(one, known) for one in found])

    def delete(self, cx: DeleteContext) -> None:
        try:
            Api(cx).call(f"delete the role {self.name}", "/auth/role/delete", {"role": self.name})
        except NotFoundError:
            pass

    def _grant(self, api: Api, found: list[dict[str, Any]]) -> None:
        """Makes the permissions in the cluster equal to the permissions in the program."""
        wanted = [one._to_request() for one in self.permissions or []]
        ranges = [_range(one) for one in wanted]
        for one in found:
            if _range(one) not in ranges:
                key, end = _range(one)
                body = {"role": self.name, "key": key, "range_end": end}
                try:
                    api.call(f"revoke a permission of the role {self.name}", "/auth/role/revoke", body)
                except NotFoundError:
                    pass
        for permission in wanted:
            # A grant for the same range replaces the former permission.
            granted = {"name": self.name, "perm": permission}
            api.call(f"grant a permission to the role {self.name}", "/auth/role/grant", granted)


def _permissions(api: Api, role: str) -> list[dict[str, Any]]:
    """The permissions of a role as the gateway describes them. Fails with `NotFoundError` without such a role."""
    found: list[dict[str, Any]] = api.call(f"read the role {role}", "/auth/role/get", {"role": role}).get("perm", [])
    return found


def _range(permission: dict[str, Any]) -> tuple[str, str]:
    return permission.get("key", ""), permission.get("range_end", "")
