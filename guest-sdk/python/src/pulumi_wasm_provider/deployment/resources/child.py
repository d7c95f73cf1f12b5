"""The handle of a declared resource."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, Unpack

from ...errors import ProviderError
from ...values.reference import ResourceReference
from ..outputs.declared import Expression, Inputs
from ..outputs.output import Output, output_of_node
from ..outputs.reading import Reading
from ..session.origin import place
from ..session.session import Session
from .finding import find
from .kind import Placed
from .options import LookupOptions


class Child(Expression):
    """A resource that the component declared or found. Its outputs are valid until the component is constructed. As a value inside
    others, it is a reference to the resource."""

    def __init__(self, session: Session, node: int, name: str, placed: Placed) -> None:
        self._session = session
        self._node = node
        self._name = name
        self._placed = placed

    @property
    def name(self) -> str:
        """The name in full, such as `site-bucket`; empty for a resource that the component received as a reference."""
        return self._name

    @property
    def id(self) -> Output[str]:
        """The id that the provider returns. Groups and components have no id."""
        return output_of_node(self._node, "id")

    @property
    def urn(self) -> Output[str]:
        """The URN."""
        return output_of_node(self._node, "urn")

    @property
    def reference(self) -> Output[ResourceReference[Any]]:
        """The resource itself, as an output or an input that refers to it."""
        return output_of_node(self._node, "")

    def output(self, path: str) -> Output[Any]:
        """An output, or a part of one, by its path: `endpoint`, `website.endpoint`, `zones[0].id`.

        An output that the resource does not set is unknown in a preview, and null in an update. If the type is a class of your
        package, the name is checked at once.
        """
        self._placed.judge_output(path, self._name or self._placed.token, place())
        return output_of_node(self._node, path, self._reading_of(path))

    def call(self, method: str, arguments: Inputs | None = None, /, **options: Unpack[LookupOptions]) -> Output[Any]:
        """Calls a method of the resource, and returns its results like `cx.invoke`:
        `cluster.call("getKubeconfig")["result"]`. `method` is its name, or its token. For a resource received as a
        reference to any type, use the token, such as `eks:index:Cluster/getKubeconfig`."""
        of = self._placed.token
        token = method if ":" in method or not of else f"{of}/{method}"
        given = {**(arguments or {}), "__self__": self}
        node = find(self._session, "method", token, "", given, options, None, f"`{token}` ({place()})")
        return output_of_node(node, "")

    def _reading_of(self, path: str) -> Reading:
        model = self._placed.model
        found = () if model is None else (one for one in model.of("output") if one.wire_name == path)
        return next((Reading(one.type) for one in found), Reading())

    def _expressed(self, path: str) -> Any:
        return self.reference._expressed(path)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._name}>"

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            if name.startswith("__"):
                raise AttributeError(name)
            at = place()
            raise ProviderError(
                f'`{self._name}` has no attribute `{name}`, which is read at {at}\nhint: an output of the resource is `.output("{name}")`, '
                "by the name that its package has for it"
            )
