//! Bringing old state to the form of today.

use crate::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use crate::dispatch::{no_extra, parse, print};
use crate::error::Result;
use crate::migration::{Migrations, OldState};
use crate::provider::ResourceEntry;

pub(crate) fn migrate(
    entry: &ResourceEntry,
    request: wit::MigrateRequest,
) -> Result<wit::MigrateResponse> {
    let mut migrations = Migrations::default();
    (entry.migrations)(&mut migrations);
    let inputs = request.inputs.as_deref().map(parse).transpose()?;
    let outputs = request.outputs.as_deref().map(parse).transpose()?;
    let mut state = OldState::new(inputs, outputs);
    migrations.run(request.from_version, &mut state)?;
    let (inputs, outputs) = state.into_parts();
    Ok(wit::MigrateResponse {
        inputs: inputs.map(print),
        outputs: outputs.map(print),
        extra: no_extra(),
    })
}
