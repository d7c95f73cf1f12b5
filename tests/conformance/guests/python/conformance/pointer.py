"""References to other resources."""

from typing import Any

from pulumi_wasm_provider import CreateContext, Output, Resource, ResourceReference

from .bare import Bare


class Pointer(Resource):
    """Points to others."""

    bare: ResourceReference[Bare] | None
    """A resource of this package."""
    other: ResourceReference[Any] | None
    """Any resource."""
    id_of_bare: Output[str | None]
    """The id of `bare`."""
    urn_of_other: Output[str | None]
    """The URN of `other`."""

    def create(self, cx: CreateContext) -> str:
        if self.bare is not None:
            self.id_of_bare = self.bare.id
        if self.other is not None:
            self.urn_of_other = self.other.urn
        return "pointer"
