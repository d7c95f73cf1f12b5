"""Declares children, components and groups, and looks up existing resources."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self, Unpack

from ..._interface import wire as _wire
from ..._model.listed import listed
from ...errors import ProviderError
from ...resource.resource import Resource
from ...values.reference import ReferenceType, ResourceReference
from ..outputs.declared import Expression, Inputs, properties
from ..outputs.output import Output, output_of_node
from ..outputs.reading import Reading
from ..session.host import LookupKind, ResourceKind, declarations
from ..session.origin import about, place
from ..session.session import Session
from . import hook as _hook
from . import options as _options
from . import transform as _transform
from .child import Child
from .component import Component
from .finding import find, judge_running
from .kind import Kind, Placed, placed
from .options import LookupOptions, Options
from .transform import Transform


@dataclass(frozen=True)
class Scope:
    """Where something is declared."""

    session: Session
    package: str
    name: str
    """The prefix of the names of children."""
    group: Expression | None = None
    """The group; None for the component itself."""
    transforms: list[int] = field(default_factory=list)
    """The numbers of the transforms for children."""

    def named(self, part: object) -> str:
        """The name of a part."""
        return f"{self.name}-{part}"

    def take(self, kind: ResourceKind, part: str, of: Placed, inputs: Mapping[str, Any], options: Mapping[str, Any]) -> Child:
        """Declares a resource."""
        name = str(options.get("name") or self.named(part))
        at = place()
        with about(f"`{of.token}` `{name}` ({at})"):
            judge_running(self.session)
            told = properties(inputs)
            of.judge_inputs(told)
            numbers = {"transforms": self._transforms_of(options), "hooks": _hook.numbers(options.get("hooks"))}
            written = _options.written(options, _options.OF_CHILDREN, self.group, numbers)
            node = declarations().register(self.session.number, kind, of.token, name, _wire.text(told), written, at)
        return Child(self.session, node, name, of)

    def _transforms_of(self, options: Mapping[str, Any]) -> list[int]:
        own = [_transform.kept(function) for function in listed(options.get("transforms"))]
        # A child below another child inherits the transforms of its parent.
        return own if options.get("parent") is not None else own + self.transforms


class Declaring:
    """Declares resources in a component under construction, or in one of its groups."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def child(self, part: str, kind: Kind, inputs: Inputs | None = None, /, **options: Unpack[Options]) -> Child:
        """Declares a resource that its provider creates. Its name is the component's name and the part, such as
        `site-bucket`.

            cx.child("bucket", "aws:s3/bucket:Bucket", {"bucket": suffix.id}, protect=True)

        Args:
            part: The last part of the name.
            kind: A type token, or a class of your package. Packages other than yours are in `packages` of `Provider`.
            inputs: By the names that programs have for them. None is left out.
            options: As `Options` has them.

        Fails if the host refuses: for a package that is not in `packages`, a second resource of one type and name, or at a limit. The
        error names type, name and the line.
        """
        of = placed(kind, self._scope.package)
        return self._scope.take("remote" if of.is_component else "custom", part, of, inputs or {}, options)

    def component(self, part: str, kind: Kind, inputs: Inputs | None = None, /, **options: Unpack[Options]) -> Child:
        """Declares a component of another package or yours, like `child`."""
        of = placed(kind, self._scope.package)
        if of.is_component is False:
            raise ProviderError(f"`{of.token}` at {place()} is a resource, not a component: declare it with `child`")
        return self._scope.take("remote", part, of, inputs or {}, options)

    def group(self, part: str, kind: str, /, **options: Unpack[Options]) -> Group:
        """Declares a group: a resource that contains the resources declared in it. Its type is a name, such as
        `Backend` for `site:index:Backend`, or a token of your package.

            with cx.group("backend", "Backend") as backend:
                queue = backend.child("queue", "aws:sqs/queue:Queue")
                backend.set({"url": queue.output("url")})
        """
        token = kind if ":" in kind else f"{self._scope.package}:index:{kind}"
        child = self._scope.take("group", part, Placed(token), {}, options)
        return Group(self._scope, child, token)

    def transform(self, function: Transform) -> None:
        """Changes the children that are declared after this call, and all resources below them, by a function. The host
        calls it before the engine creates a resource, and after the functions of the resource's option `transforms`.

            def tagged(child: ChildRegistration) -> None:
                if child.token.startswith("aws:"):
                    child.inputs.setdefault("tags", {})["site"] = "docs"

            cx.transform(tagged)

        It may be called more than once for a resource, and declares nothing. Resources of packages that are not in `packages` stay as they
        are.
        """
        judge_running(self._scope.session)
        self._scope.transforms.append(_transform.kept(function))

    def read(self, part: str, kind: Kind, by: Inputs, /, **options: Unpack[LookupOptions]) -> Child:
        """Reads a resource that exists already and that something else manages:
        `cx.read("zone", "aws:route53/zone:Zone", {"id": id})`. `by` has the `id`, and further properties if its
        provider needs them. With an unknown id, all outputs are unknown."""
        of, name = placed(kind, self._scope.package), self._scope.named(part)
        node = self._find("read", of.token, name, by, options, f"`{of.token}` `{name}` ({place()})")
        return Child(self._scope.session, node, name, of)

    def invoke(self, function: str, arguments: Inputs | None = None, /, **options: Unpack[LookupOptions]) -> Output[Any]:
        """Calls a function of a package, and returns its results:
        `cx.invoke("aws:route53/getZone:getZone", {"name": "x"})["zoneId"]`. With an unknown argument, they are unknown.
        A function with a single value has a result whose name the package chooses: packages that are built with this
        SDK call it `result`."""
        node = self._find("invoke", function, "", arguments or {}, options, f"`{function}` ({place()})")
        return output_of_node(node, "")

    def resource(self, reference: Output[ResourceReference[Any]]) -> Child:
        """The resource of a reference that the component received: `cx.resource(self.bucket).output("arn")`. It has the
        outputs that the engine knows. For a class of your package, the names of outputs are checked."""
        reading = getattr(reference, "_reading", None)
        of = reading.type.to if isinstance(reading, Reading) and isinstance(reading.type, ReferenceType) else Any
        known = isinstance(of, type) and issubclass(of, Resource | Component)
        what = f"the reference at {place()}"
        node = find(self._scope.session, "reference", "", "", {"resource": reference}, {}, None, what)
        return Child(self._scope.session, node, "", placed(of, self._scope.package) if known else Placed(""))

    def _find(
        self, kind: LookupKind, token: str, name: str, arguments: Mapping[str, Any], options: Mapping[str, Any], what: str
    ) -> int:
        return find(self._scope.session, kind, token, name, arguments, options, self._scope.group, what)


class Group(Declaring, Child):
    """A group: declares resources below it, and has outputs. At the end of a `with` without `outputs`, it gets empty outputs."""

    def __init__(self, around: Scope, child: Child, token: str) -> None:
        Child.__init__(self, child._session, child._node, child.name, child._placed)
        Declaring.__init__(self, Scope(around.session, around.package, child.name, child))
        self._token = token
        self._is_set = False

    def set(self, outputs: Inputs) -> None:
        """Sets the outputs of the group: once."""
        with about(f"the outputs of `{self._token}` `{self.name}` ({place()})"):
            declarations().register_outputs(self._scope.session.number, self._node, _wire.text(properties(outputs)))
        self._is_set = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if error is None and not self._is_set:
            self.set({})

