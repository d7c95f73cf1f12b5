"""The resource `Authentication`."""

from typing import Self

from pulumi_wasm_provider import CreateContext, DeleteContext, InvalidError, ProviderError, ReadContext, Resource

from .api import Api
from .settings import Settings

#: A cluster has authentication once, so the id is always the same.
ID = "authentication"


class Authentication(Resource):
    """Has the cluster ask every client for a user.

    Make it depend on the user `root` with the role `root`, and set `etcd:username` and `etcd:password` to this user: without
    authentication the cluster ignores them, so one `pulumi up` creates the users and enables authentication. Deleting the
    resource disables authentication.
    """

    def create(self, cx: CreateContext) -> str:
        if cx.config(Settings).username is None:
            raise ProviderError(
                "cannot enable authentication: the provider itself would be refused afterwards\n"
                "hint: set `etcd:username` to root, and `etcd:password` to the password of the user root"
            )
        Api(cx).call("enable authentication", "/auth/enable", {})
        return ID

    @classmethod
    def read(cls, id: str, old: Self | None, cx: ReadContext) -> Self | None:
        if id != ID:
            raise InvalidError("id", f"a cluster has authentication once, with the id `{ID}`")
        return cls() if Api(cx).is_authentication_enabled() else None

    def delete(self, cx: DeleteContext) -> None:
        Api(cx).call("disable authentication", "/auth/disable", {})
