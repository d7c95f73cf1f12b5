"""Write a Pulumi provider in Python, and ship it as one WebAssembly component.

from pulumi_wasm_provider import CreateContext, Output, Provider, Resource
"""

from . import http
from ._manifest.schema import EnumOptions
from ._model.properties import Arguments, Object, OldProperties, Properties, Results
from .config import Config
from .contexts.backoff import Backoff
from .contexts.context import Context
from .contexts.hooks import (
    CheckContext,
    ConfigureContext,
    CreateContext,
    DeleteContext,
    DiffContext,
    FunctionContext,
    ListContext,
    PreviewContext,
    ReadContext,
    UpdateContext,
)
from .contexts.shared import Rate, Shared
from .contexts.view import View, Views
from .contexts.wait import Pending
from .credential import Basic, Bearer, Header, Tls
from .deployment.outputs.declared import Declarable, Inputs
from .deployment.outputs.interpolate import interpolate
from .deployment.outputs.output import Input, Joined, Output
from .deployment.outputs.unreadable import UnreadableError
from .deployment.resources.child import Child
from .deployment.resources.component import Component
from .deployment.resources.cx import ComponentContext
from .deployment.resources.declaring import Group
from .deployment.resources.hook import HookArguments, Hooks
from .deployment.resources.method import method
from .deployment.resources.options import Alias, CustomTimeouts, LookupOptions, Options
from .deployment.resources.packages import Package
from .deployment.resources.transform import ChildRegistration
from .deployment.resources.typed import TypedComponent, TypedResource
from .errors import (
    AlreadyExistsError,
    AwaitFailedError,
    CancelledError,
    DefinitionError,
    DeniedError,
    InvalidError,
    NotFoundError,
    NotKnownError,
    NotSetError,
    PartialError,
    PropertyFailure,
    ProviderError,
    TimedOutError,
    UnavailableError,
    UnsupportedError,
    error_context,
    path_of,
)
from .fields import (
    AllOrNone,
    AtLeastOneOf,
    AutoName,
    Conflicts,
    Doc,
    ExactInt,
    ExactlyOneOf,
    Field,
    InputOnly,
    Replace,
    Requires,
    Secret,
    ServerDefault,
    Stable,
    WriteOnly,
)
from .function import Function, function
from .provider import Env, Net, Provider, SchemaMapping
from .resource.diff import Diff, Difference
from .resource.listing import ListedResource, ListRequest, Page
from .resource.migration import OldState
from .resource.resource import ReadResult, Resource
from .values.asset import Archive, Asset
from .values.reference import ResourceReference
from .values.value import UNKNOWN, Value, value_of

__all__ = [
    "UNKNOWN",
    "Alias",
    "AllOrNone",
    "AlreadyExistsError",
    "Archive",
    "Arguments",
    "Asset",
    "AtLeastOneOf",
    "AutoName",
    "AwaitFailedError",
    "Backoff",
    "Basic",
    "Bearer",
    "CancelledError",
    "CheckContext",
    "Child",
    "ChildRegistration",
    "Component",
    "ComponentContext",
    "Config",
    "ConfigureContext",
    "Conflicts",
    "Context",
    "CreateContext",
    "CustomTimeouts",
    "Declarable",
    "DefinitionError",
    "DeleteContext",
    "DeniedError",
    "Diff",
    "DiffContext",
    "Difference",
    "Doc",
    "EnumOptions",
    "Env",
    "ExactInt",
    "ExactlyOneOf",
    "Field",
    "Function",
    "FunctionContext",
    "Group",
    "Header",
    "HookArguments",
    "Hooks",
    "Input",
    "InputOnly",
    "Inputs",
    "InvalidError",
    "Joined",
    "ListContext",
    "ListRequest",
    "ListedResource",
    "LookupOptions",
    "Net",
    "NotFoundError",
    "NotKnownError",
    "NotSetError",
    "Object",
    "OldProperties",
    "OldState",
    "Options",
    "Output",
    "Package",
    "Page",
    "PartialError",
    "Pending",
    "PreviewContext",
    "Properties",
    "PropertyFailure",
    "Provider",
    "ProviderError",
    "Rate",
    "ReadContext",
    "ReadResult",
    "Replace",
    "Requires",
    "Resource",
    "ResourceReference",
    "Results",
    "SchemaMapping",
    "Secret",
    "ServerDefault",
    "Shared",
    "Stable",
    "TimedOutError",
    "Tls",
    "TypedComponent",
    "TypedResource",
    "UnavailableError",
    "UnreadableError",
    "UnsupportedError",
    "UpdateContext",
    "Value",
    "View",
    "Views",
    "WriteOnly",
    "error_context",
    "function",
    "http",
    "interpolate",
    "method",
    "path_of",
    "value_of",
]
