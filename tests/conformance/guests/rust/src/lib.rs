//! Serves the cases of `tests/conformance`: each resource uses another part of the SDK.

mod bare;
mod borrowed;
mod checked;
mod checkpointed;
mod choices;
mod compared;
mod defaults;
mod drifting;
mod failing;
mod fetching;
mod files;
mod functions;
mod half_made;
mod hidden;
mod located;
mod migrated;
mod moment;
mod named;
mod overflowing;
mod parts;
mod pointer;
mod previewed;
mod ruled;
mod settings;
mod sharing;
mod shelf;
mod talking;
mod values;
mod waiting;

use pulumi_wasm_provider::prelude::*;

use crate::bare::{Bare, Exclusive};
use crate::borrowed::Borrowed;
use crate::checked::Checked;
use crate::checkpointed::Checkpointed;
use crate::choices::Choices;
use crate::compared::Compared;
use crate::defaults::Defaults;
use crate::drifting::Drifting;
use crate::failing::Failing;
use crate::fetching::Fetching;
use crate::files::Files;
use crate::functions::{conceal, configured, echo, fail, greet, send};
use crate::half_made::HalfMade;
use crate::hidden::Hidden;
use crate::located::Located;
use crate::migrated::Migrated;
use crate::moment::Moment;
use crate::named::Named;
use crate::overflowing::Overflowing;
use crate::parts::Parts;
use crate::pointer::Pointer;
use crate::previewed::{Previewed, Promising};
use crate::ruled::{Constrained, Ruled};
use crate::settings::Settings;
use crate::sharing::Sharing;
use crate::shelf::Shelf;
use crate::talking::Talking;
use crate::values::Values;
use crate::waiting::Waiting;

provider!(
    Provider::new("conformance")
        .version("1.0.0")
        .description("Shows each duty of an SDK.")
        .config::<Settings>()
        .resource::<Bare>()
        .resource::<Borrowed>()
        .resource::<Checked>()
        .resource::<Checkpointed>()
        .resource::<Choices>()
        .resource::<Compared>()
        .resource::<Constrained>()
        .resource::<Defaults>()
        .resource::<Drifting>()
        .resource::<Exclusive>()
        .resource::<Failing>()
        .resource::<Fetching>()
        .resource::<Files>()
        .resource::<HalfMade>()
        .resource::<Hidden>()
        .resource::<Located>()
        .resource::<Migrated>()
        .resource::<Moment>()
        .resource::<Named>()
        .resource::<Overflowing>()
        .resource::<Parts>()
        .resource::<Pointer>()
        .resource::<Previewed>()
        .resource::<Promising>()
        .resource::<Ruled>()
        .resource::<Sharing>()
        .resource::<Shelf>()
        .resource::<Talking>()
        .resource::<Values>()
        .resource::<Waiting>()
        .function(conceal)
        .function(configured)
        .function(echo)
        .function(fail)
        .function(greet)
        .function(send)
        .net(Net::from(Settings::SERVER_URL).reason("the server of a case"))
);
