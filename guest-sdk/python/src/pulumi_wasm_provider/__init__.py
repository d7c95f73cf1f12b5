"""Write a Pulumi provider in Python, and ship it as one WebAssembly component.

from pulumi_wasm_provider import Context, Output, Provider, Resource
"""

from . import http
from ._host import Retry
from ._properties import Arguments, Object, Properties, Recorded
from ._schema import EnumOptions
from .asset import Archive, Asset
from .config import Config
from .context import CheckContext, Context
from .credential import Basic, Bearer, Header, Tls
from .deployment.alias import Alias
from .deployment.child import Child
from .deployment.component import Component
from .deployment.cx import Deployment
from .deployment.declared import Declarable, Inputs
from .deployment.declaring import Group
from .deployment.hook import HookArguments, Hooks
from .deployment.interpolate import interpolate
from .deployment.method import method
from .deployment.options import CustomTimeouts, LookupOptions, Options
from .deployment.output import Input, Joined, Output
from .deployment.transform import ChildRegistration
from .deployment.typed import TypedComponent, TypedResource
from .deployment.unreadable import UnreadableError
from .deployment.uses import Package
from .diff import Changes, Difference
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
    doing,
    path_of,
)
from .fields import (
    AllOrNone,
    AtLeastOneOf,
    AutoName,
    Computed,
    Conflicts,
    Doc,
    ExactInt,
    ExactlyOneOf,
    Field,
    Replace,
    Requires,
    Secret,
    Stable,
    WriteOnly,
)
from .function import Function, function
from .listing import Page, Paging
from .migration import OldState
from .provider import Env, Net, Provider, SchemaMapping
from .reference import ResourceReference
from .resource import Found, Resource
from .shared import Rate, Shared
from .value import UNKNOWN, Value, value_of
from .view import View, Views
from .wait import Pending

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
    "Basic",
    "Bearer",
    "CancelledError",
    "Changes",
    "CheckContext",
    "Child",
    "ChildRegistration",
    "Component",
    "Computed",
    "Config",
    "Conflicts",
    "Context",
    "CustomTimeouts",
    "Declarable",
    "DefinitionError",
    "DeniedError",
    "Deployment",
    "Difference",
    "Doc",
    "EnumOptions",
    "Env",
    "ExactInt",
    "ExactlyOneOf",
    "Field",
    "Found",
    "Function",
    "Group",
    "Header",
    "HookArguments",
    "Hooks",
    "Input",
    "Inputs",
    "InvalidError",
    "Joined",
    "LookupOptions",
    "Net",
    "NotFoundError",
    "NotKnownError",
    "NotSetError",
    "Object",
    "OldState",
    "Options",
    "Output",
    "Package",
    "Page",
    "Paging",
    "PartialError",
    "Pending",
    "Properties",
    "PropertyFailure",
    "Provider",
    "ProviderError",
    "Rate",
    "Recorded",
    "Replace",
    "Requires",
    "Resource",
    "ResourceReference",
    "Retry",
    "SchemaMapping",
    "Secret",
    "Shared",
    "Stable",
    "TimedOutError",
    "Tls",
    "TypedComponent",
    "TypedResource",
    "UnavailableError",
    "UnreadableError",
    "UnsupportedError",
    "Value",
    "View",
    "Views",
    "WriteOnly",
    "doing",
    "function",
    "http",
    "interpolate",
    "method",
    "path_of",
    "value_of",
]
