"""Children of types that a module of `pulumi-wasm add` describes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar, Unpack, cast

from ..outputs.declared import Expression, Inputs
from ..outputs.output import Output
from .child import Child
from .declaring import Declaring
from .options import Options

I = TypeVar("I", bound=Mapping[str, object])


class TypedChild(Expression):
    """A child with its outputs as properties. It is accepted in place of a `Child`."""

    TOKEN: ClassVar[str] = ""
    """The type token."""
    SECRETS: ClassVar[Sequence[str]] = ()
    """The outputs that are secret by the schema of their package."""

    def __init__(self, child: Child) -> None:
        self._child = child

    @property
    def child(self) -> Child:
        """The child itself, for its outputs by paths, its methods and its name."""
        return self._child

    @property
    def urn(self) -> Output[str]:
        """The URN."""
        return self._child.urn

    @classmethod
    def _secretive(cls, options: Options) -> Options:
        """The options, with the outputs that are secret by the schema behind those that the author names."""
        if not cls.SECRETS:
            return options
        given = options.get("additional_secret_outputs") or ()
        named = [given] if isinstance(given, str) else given
        told = options.copy()
        told["additional_secret_outputs"] = [*named, *cls.SECRETS]
        return told

    def _output(self, path: str) -> Output[Any]:
        return self._child.output(path)

    def _expressed(self, path: str) -> Any:
        return self._child._expressed(path)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._child.name}>"


class TypedResource(TypedChild, Generic[I]):
    """A resource of another package. `I` is a dict of its inputs."""

    def __init__(self, cx: Declaring, part: str, inputs: I, /, **options: Unpack[Options]) -> None:
        """Declares it, as `cx.child` does."""
        super().__init__(cx.child(part, self.TOKEN, cast(Inputs, inputs), **self._secretive(options)))

    @property
    def id(self) -> Output[str]:
        """The id that the provider gives."""
        return self._child.id


class TypedComponent(TypedChild, Generic[I]):
    """A component of another package. `I` is a dict of its inputs."""

    def __init__(self, cx: Declaring, part: str, inputs: I, /, **options: Unpack[Options]) -> None:
        """Declares it, as `cx.component` does."""
        super().__init__(cx.component(part, self.TOKEN, cast(Inputs, inputs), **self._secretive(options)))
