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
    Input,
    Output,
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
    "Computed",
    "Config",
    "Conflicts",
    "Context",
    "DefinitionError",
    "DeniedError",
    "Difference",
    "Doc",
    "EnumOptions",
    "Env",
    "ExactInt",
    "ExactlyOneOf",
    "Field",
    "Found",
    "Function",
    "Header",
    "Input",
    "InvalidError",
    "Net",
    "NotFoundError",
    "NotKnownError",
    "NotSetError",
    "Object",
    "OldState",
    "Output",
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
    "UnavailableError",
    "UnsupportedError",
    "Value",
    "View",
    "Views",
    "WriteOnly",
    "doing",
    "function",
    "http",
    "path_of",
    "value_of",
]
