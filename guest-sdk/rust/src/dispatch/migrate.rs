//! Bringing old state to the form of today.

use crate::encoding::{parse, print};
use crate::error::Result;
use crate::host::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use crate::host::no_extra;
use crate::resource::migration::{Migrations, OldState};

pub(crate) fn migrate(
    steps: fn(&mut Migrations),
    request: wit::MigrateRequest,
) -> Result<wit::MigrateResponse> {
    let mut migrations = Migrations::default();
    steps(&mut migrations);
    let inputs = request.old_inputs.as_deref().map(parse).transpose()?;
    let outputs = request.old_outputs.as_deref().map(parse).transpose()?;
    let mut state = OldState::new(inputs, outputs);
    migrations.run(request.from_version, &mut state)?;
    let (inputs, outputs) = state.into_parts();
    Ok(wit::MigrateResponse {
        inputs: inputs.map(print),
        outputs: outputs.map(print),
        extra: no_extra(),
    })
}
