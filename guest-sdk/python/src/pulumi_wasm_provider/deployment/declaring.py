"""What an author declares: children, components and groups; and what is looked up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self, Unpack

from .. import _wire
from ..errors import ProviderError
from . import options as _options
from .about import about
from .child import Child
from .declared import Declarable, Expression, properties
from .host import LookupKind, ResourceKind, declarations
from .kind import Kind, Placed, placed
from .options import LookupOptions, Options
from .output import Output, output_of_node
from .place import place
from .session import Session
from .session import number as running_number


@dataclass(frozen=True)
class Scope:
    """Where something is declared."""

    session: Session
    package: str
    name: str
    """The name that those of children begin with."""
    group: Expression | None = None
    """The group; the component itself has none."""

    def named(self, part: object) -> str:
        """The name of a part."""
        return f"{self.name}-{part}"

    def take(self, kind: ResourceKind, part: str, of: Placed, inputs: Mapping[str, Any], options: Mapping[str, Any]) -> Child:
        """Declares a resource."""
        name = str(options.get("name") or self.named(part))
        at = place()
        with about(f"`{of.token}` `{name}` ({at})"):
            self._judge()
            told = properties(inputs)
            of.judge_inputs(told)
            written = _options.written(options, _options.OF_CHILDREN, self.group)
            node = declarations().register(self.session.number, kind, of.token, name, _wire.text(told), written, at)
        return Child(self.session, node, name, of)

    def find(
        self, kind: LookupKind, token: str, name: str, arguments: Mapping[str, Any], options: Mapping[str, Any], what: str
    ) -> int:
        """Looks something up, and gives its node."""
        with about(f"{what} ({place()})"):
            self._judge()
            told = _wire.text(properties(arguments))
            written = _options.written(options, _options.OF_LOOKUPS, self.group)
            return declarations().find(self.session.number, kind, token, name, told, written)

    def _judge(self) -> None:
        if running_number() != self.session.number:
            raise ProviderError("the component is constructed already: it declares in `construct`, and in functions of `apply`")


class Declaring:
    """What declares resources: a component that is constructed, or a group in it."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def child(self, part: str, kind: Kind, inputs: Mapping[str, Declarable] | None = None, /, **options: Unpack[Options]) -> Child:
        """Declares a resource that its provider makes. Its name is the component's with the part, such as `site-bucket`.

            cx.child("bucket", "aws:s3/bucket:Bucket", {"bucket": suffix.id}, protect=True)

        Args:
            part: What the name ends with.
            kind: A type token, or a class of the own package. Packages other than the own one are in `uses` of `Provider`.
            inputs: By the names that programs have for them. None is left out.
            options: As `Options` has them.

        Fails if the host refuses: for a package that is not in `uses`, a second resource of one type and name, or at a limit. The
        error names type, name and the line.
        """
        of = placed(kind, self._scope.package)
        return self._scope.take("remote" if of.is_component else "custom", part, of, inputs or {}, options)

    def component(self, part: str, kind: Kind, inputs: Mapping[str, Declarable] | None = None, /, **options: Unpack[Options]) -> Child:
        """Declares a component that another package makes, or the own one: as `child`."""
        of = placed(kind, self._scope.package)
        if of.is_component is False:
            raise ProviderError(f"`{of.token}` at {place()} is a resource, not a component: declare it with `child`")
        return self._scope.take("remote", part, of, inputs or {}, options)

    def group(self, part: str, kind: str, /, **options: Unpack[Options]) -> Group:
        """Declares a group: a resource that is made of those which it declares. Its type is a name, such as `Backend` for
        `site:index:Backend`, or a token of the own package.

            with cx.group("backend", "Backend") as backend:
                queue = backend.child("queue", "aws:sqs/queue:Queue")
                backend.set({"url": queue.output("url")})
        """
        token = kind if ":" in kind else f"{self._scope.package}:index:{kind}"
        child = self._scope.take("group", part, Placed(token), {}, options)
        return Group(self._scope, child, token)

    def read(
        self,
        part: str,
        kind: Kind,
        id: Declarable,
        state: Mapping[str, Declarable] | None = None,
        /,
        **options: Unpack[LookupOptions],
    ) -> Child:
        """Looks up a resource that something else manages, by its id. `state` is what its provider needs besides."""
        of, name = placed(kind, self._scope.package), self._scope.named(part)
        arguments = {**(state or {}), "id": id}
        node = self._scope.find("read", of.token, name, arguments, options, f"reading `{of.token}` `{name}`")
        return Child(self._scope.session, node, name, of)

    def invoke(
        self, token: str, arguments: Mapping[str, Declarable] | None = None, /, **options: Unpack[LookupOptions]
    ) -> Output[Any]:
        """Calls a function of a package: `cx.invoke("aws:ec2/getVpc:getVpc", {"default": True})`. While an argument is not known, the
        result is not known either."""
        node = self._scope.find("invoke", token, "", arguments or {}, options, f"calling `{token}`")
        return output_of_node(node, "")

    def call(
        self,
        resource: Expression,
        token: str,
        arguments: Mapping[str, Declarable] | None = None,
        /,
        **options: Unpack[LookupOptions],
    ) -> Output[Any]:
        """Calls a method of a resource, by the method's token: `cx.call(cluster, "eks:index:Cluster/getKubeconfig")`."""
        given = {**(arguments or {}), "__self__": resource}
        node = self._scope.find("method", token, "", given, options, f"calling `{token}`")
        return output_of_node(node, "")

    def resource(self, reference: Expression, /, **options: Unpack[LookupOptions]) -> Child:
        """The resource that came in as a reference, with its outputs: `cx.resource(self.bucket).output("arn")`."""
        node = self._scope.find("reference", "", "", {"resource": reference}, options, "a resource that came in")
        return Child(self._scope.session, node, "", Placed(""))


class Group(Declaring, Child):
    """A group: declares what is below it, and has outputs. In a `with`, it has none if none were set."""

    def __init__(self, around: Scope, child: Child, token: str) -> None:
        Child.__init__(self, child._session, child._node, child.name, child._placed)
        Declaring.__init__(self, Scope(around.session, around.package, child.name, child))
        self._token = token
        self._is_set = False

    def set(self, outputs: Mapping[str, Declarable]) -> None:
        """Sets the outputs of the group: once."""
        with about(f"the outputs of `{self._token}` `{self.name}` ({place()})"):
            declarations().finish(self._scope.session.number, self._node, _wire.text(properties(outputs)))
        self._is_set = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if error is None and not self._is_set:
            self.set({})

