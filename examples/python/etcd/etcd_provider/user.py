"""The resource `User`."""

from typing import Self

from pulumi_wasm_provider import (
    AlreadyExistsError,
    CreateContext,
    DeleteContext,
    Diff,
    DiffContext,
    Field,
    InvalidError,
    NotFoundError,
    ReadContext,
    Replace,
    Resource,
    Secret,
    UpdateContext,
    value_of,
)

from .api import Api


class User(Resource):
    """A user of the cluster, with roles.

    The resource has all roles of the user: it removes roles that other programs granted. To manage a user that exists,
    import it with a resource option: `import: ada`. The cluster does not tell the password, so the next `pulumi up` sets
    the password of the program.
    """

    name: Replace[str] = Field(min_length=1)
    """The name of the user. Another name replaces the user."""
    password: Secret[str | None] = Field(default=None, min_length=1)
    """The password. A user without one can only log in with a client certificate of the user's name."""
    roles: list[str] | None = Field(default=None, compare=["set", "empty"], unique_items=True)
    """The names of the user's roles, in any order."""

    def diff(self, old: Self, diff: Diff, cx: DiffContext) -> None:
        # The cluster cannot add a password to a user without one, and cannot remove one. An import records an empty text.
        had, has = value_of(old, User.password), value_of(self, User.password)
        if diff.differs(User.password) and had.absent != has.absent:
            diff.replace(User.password)
            diff.delete_before_replace = True

    def create(self, cx: CreateContext) -> str:
        api = Api(cx)
        body = {
            "name": self.name,
            "password": self.password or "",
            "options": {"no_password": self.password is None},
        }
        try:
            api.call(f"create the user {self.name}", "/auth/user/add", body)
        except AlreadyExistsError as error:
            raise AlreadyExistsError(
                f"{error.message}\n"
                f"hint: to manage it, give this resource the option `import: {self.name}` for one `pulumi up`"
            ) from None
        # From here on the user exists, even if a role is refused.
        cx.checkpoint(self.name, self)
        self._give_roles(api, [])
        return self.name

    def update(self, old: Self, cx: UpdateContext) -> None:
        api = Api(cx)
        if self.password is not None and self.password != old.password:
            body = {"name": self.name, "password": self.password}
            api.call(f"change the password of {self.name}", "/auth/user/changepw", body)
        self._give_roles(api, _roles(api, self.name))

    @classmethod
    def read(cls, id: str, old: Self | None, cx: ReadContext) -> Self | None:
        try:
            roles = _roles(Api(cx), id)
        except NotFoundError:
            return None
        if old is None:
            return cls(name=id, password="", roles=roles)
        old.roles = roles
        return old

    def delete(self, cx: DeleteContext) -> None:
        try:
            Api(cx).call(f"delete the user {self.name}", "/auth/user/delete", {"name": self.name})
        except NotFoundError:
            pass

    def _give_roles(self, api: Api, found: list[str]) -> None:
        """Makes the roles in the cluster equal to the roles in the program."""
        wanted = self.roles or []
        for role in found:
            if role not in wanted:
                try:
                    api.call(f"revoke the role {role}", "/auth/user/revoke", {"name": self.name, "role": role})
                except NotFoundError:
                    pass
        for role in wanted:
            if role not in found:
                try:
                    api.call(f"give {self.name} the role {role}", "/auth/user/grant", {"user": self.name, "role": role})
                except NotFoundError as error:
                    raise InvalidError(User.roles, error.message) from None


def _roles(api: Api, user: str) -> list[str]:
    """The roles of a user. Fails with `NotFoundError` without such a user."""
    found: list[str] = api.call(f"read the user {user}", "/auth/user/get", {"name": user}).get("roles", [])
    return found
