"""Serves the cases of `tests/conformance`: each resource uses another part of the SDK."""

from pulumi_wasm_provider import Net, Provider

from .bare import Bare, Exclusive
from .borrowed import Borrowed
from .checked import Checked
from .checkpointed import Checkpointed
from .choices import Choices
from .compared import Compared
from .defaults import Defaults
from .drifting import Drifting
from .failing import Failing
from .fetching import Fetching
from .files import Files
from .functions import conceal, configured, echo, fail, greet, send
from .half_made import HalfMade
from .hidden import Hidden
from .located import Located
from .migrated import Migrated
from .moment import Moment
from .named import Named
from .overflowing import Overflowing
from .parts import Parts
from .pointer import Pointer
from .previewed import Previewed, Promising
from .ruled import Constrained, Ruled
from .settings import Settings
from .sharing import Sharing
from .shelf import Shelf
from .talking import Talking
from .values import Values
from .waiting import Waiting

provider = Provider(
    config=Settings,
    resources=[
        Bare,
        Borrowed,
        Checked,
        Checkpointed,
        Choices,
        Compared,
        Constrained,
        Defaults,
        Drifting,
        Exclusive,
        Failing,
        Fetching,
        Files,
        HalfMade,
        Hidden,
        Located,
        Migrated,
        Moment,
        Named,
        Overflowing,
        Parts,
        Pointer,
        Previewed,
        Promising,
        Ruled,
        Sharing,
        Shelf,
        Talking,
        Values,
        Waiting,
    ],
    functions=[conceal, configured, echo, fail, greet, send],
    net=[Net(Settings.server_url, reason="the server of a case")],
)
