//! The action of `try` on the resource: as `pulumi up`, or one step of its life.

use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_simulator::{Failure, Resource, Step};

use super::arguments::Arguments;
use super::keep::Record;
use super::show::Shown;

/// The reason for the failure.
pub(super) enum Error {
    /// The provider's own failure.
    Failed(Failure),
    /// The user's mistake.
    Wrong(anyhow::Error),
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// Runs the command, and shows the plan before it is executed.
pub(super) async fn act(
    arguments: &Arguments,
    record: &Record,
    resource: &mut Resource,
    shown: &Shown,
) -> Result<Done, Error> {
    let old = sides(resource);
    let done = |verb, resource: &Resource, old| Done {
        verb,
        is_preview: false,
        replaced: Vec::new(),
        recorded: Vec::new(),
        old,
        new: sides(resource),
        id: resource.state().map(|state| state.id.clone()),
        problems: resource
            .state()
            .map(|state| state.problems.clone())
            .unwrap_or_default(),
    };
    if arguments.delete {
        resource.destroy().await?;
        return Ok(done("deleted", resource, old));
    }
    if arguments.refresh {
        let drift = resource.refresh().await?;
        let verb = match (drift.is_gone(), drift.is_none()) {
            (true, _) => "gone",
            (_, true) => "unchanged",
            _ => "refreshed",
        };
        return Ok(done(verb, resource, old));
    }
    if let Some(id) = &arguments.import {
        resource.import(id).await?;
        return Ok(done("imported", resource, old));
    }
    let Some(inputs) = record.inputs_map().map_err(Error::Wrong)? else {
        return Err(Error::Wrong(anyhow::anyhow!(
            "the command gives no inputs, and no earlier call left any\n\
             hint: give them as `NAME=VALUE`, or as a file with `--inputs FILE`; if it needs no inputs: `--inputs /dev/null`"
        )));
    };
    if !arguments.preview {
        resource.make_ready().await?;
    }
    let preview = resource.preview(inputs.clone()).await?;
    let replaced = preview.change.differences().iter();
    let replaced = replaced
        .filter(|part| part.replaces)
        .map(|part| part.path.clone());
    let recorded = preview.change.differences().iter();
    let recorded = recorded
        .filter(|part| part.is_recorded_output)
        .map(|part| format!("{} {}", part.kind, part.path));
    let planned = Done {
        recorded: recorded.collect(),
        verb: match preview.change.step() {
            Step::Same => "unchanged",
            Step::Created => "create",
            Step::Updated => "update",
            Step::Replaced => "replace",
        },
        is_preview: true,
        replaced: replaced.collect(),
        old,
        new: Sides {
            inputs: pulumi_wasm_simulator::without_private_state(&preview.inputs),
            outputs: pulumi_wasm_simulator::without_private_state(&preview.outputs),
        },
        id: resource.state().map(|state| state.id.clone()),
        problems: Vec::new(),
    };
    if arguments.preview {
        return Ok(planned);
    }
    shown.plan(resource, &planned);
    let change = resource.deploy(inputs).await?;
    let verb = match change.step() {
        Step::Same => "unchanged",
        Step::Created => "created",
        Step::Updated => "updated",
        Step::Replaced => "replaced",
    };
    Ok(Done {
        replaced: planned.replaced,
        recorded: planned.recorded,
        ..done(verb, resource, planned.old)
    })
}

fn sides(resource: &Resource) -> Sides {
    resource.state().map_or_else(Sides::default, |state| Sides {
        inputs: state.shown_inputs(),
        outputs: state.shown_outputs(),
    })
}

/// Checks that there is something to delete or to refresh.
///
/// # Errors
/// If nothing is recorded.
pub(super) fn must_exist(arguments: &Arguments, resource: &Resource) -> anyhow::Result<()> {
    let is_left_over = arguments.delete && !resource.left_over().is_empty();
    if resource.state().is_some() || is_left_over {
        return Ok(());
    }
    anyhow::bail!(
        "there is no {} `{}` yet\nhint: run the command without `--delete` and `--refresh` to create it; `--name` \
         selects another resource",
        arguments.resource,
        arguments.name
    )
}

/// The action that was done, for the report.
pub(super) struct Done {
    pub(super) verb: &'static str,
    pub(super) is_preview: bool,
    pub(super) replaced: Vec<String>,
    /// The recorded outputs that are recorded again, such as `change zone`, if nothing else differs.
    pub(super) recorded: Vec<String>,
    pub(super) old: Sides,
    pub(super) new: Sides,
    pub(super) id: Option<String>,
    pub(super) problems: Vec<String>,
}

/// Inputs and outputs, as people see them.
#[derive(Default)]
pub(super) struct Sides {
    pub(super) inputs: PropertyMap,
    pub(super) outputs: PropertyMap,
}
