//! Tries a component resource: constructs it for a preview and then for an update, with mocks for other packages.
//! Creates nothing and records nothing.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::bail;
use pulumi_wasm_capability::Grants;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_core::schema::{ObjectSchema, ResourceSchema};
use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_simulator::{
    Constructed, Construction, Failure, Mocks, Provider, Reveal, broken_promises, to_map,
};
use serde_json::{Map, Value};

use super::arguments::{Arguments, STACK};
use super::given::{self, Given};
use super::tree::Tree;
use super::{failure, grant};
use crate::local_provider::{Conditions, LocalProvider, Printed, until_interrupted};
use crate::properties::mocks;
use crate::terminal::{Paint, print_json};

/// Constructs the component, and shows all that it registers.
pub(super) fn run(
    arguments: &Arguments,
    local: &LocalProvider,
    token: String,
    schema: &ResourceSchema,
) -> anyhow::Result<ExitCode> {
    let of_a_life = [
        ("--refresh", arguments.refresh),
        ("--import", arguments.import.is_some()),
        ("--delete", arguments.delete),
    ];
    if let Some((flag, _)) = of_a_life.into_iter().find(|(_, is_given)| *is_given) {
        bail!(
            "`{flag}` is for custom resources, and `{token}` is a component\n\
             hint: without it, the component is constructed, and its children are shown"
        );
    }
    let here = std::env::current_dir()?;
    let (provider, config) = provider(arguments, local, &here)?;
    let inputs = inputs(arguments, &schema.inputs, &here)?;
    let construction = Construction {
        stack: STACK.to_owned(),
        token,
        name: arguments.name.clone(),
        inputs,
        mocks: Arc::new(mocks(arguments, &here)?),
        preview: true,
    };
    let work = async {
        provider.configure(config).await?;
        let planned = provider.construct(&construction).await;
        if arguments.preview || planned.outputs.is_err() {
            return Ok::<_, Failure>((planned, None));
        }
        let construction = Construction {
            preview: false,
            ..construction.clone()
        };
        let made = provider.construct(&construction).await;
        Ok((planned, Some(made)))
    };
    let (planned, made) = match local.wait(until_interrupted(&provider, work)) {
        Ok(constructed) => constructed,
        Err(failure) => {
            eprintln!("error: {}", failure::shown(&failure));
            return Ok(ExitCode::FAILURE);
        }
    };
    let tree = tree(arguments, made.is_none());
    let shown = made.as_ref().unwrap_or(&planned);
    let mut notes = forgotten(&planned, schema);
    notes.extend(differences(&planned, made.as_ref(), &tree));
    let text = || tree.text(shown, schema);
    print(arguments, &tree, &notes, text, || {
        tree.document(shown, &notes)
    })?;
    Ok(end(shown))
}

/// The provider under the conditions of the command, and its configuration.
pub(super) fn provider(
    arguments: &Arguments,
    local: &LocalProvider,
    here: &Path,
) -> anyhow::Result<(Arc<Provider>, PropertyMap)> {
    let mut grants: Grants = arguments.grants.grants();
    grant::ask(&local.manifest, &mut grants, &mut BTreeSet::new())?;
    let config = Given {
        words: &arguments.config,
        file: arguments.config_file.as_deref(),
    };
    let config = given::config(&local.manifest, config, here, Map::new())?;
    let conditions = Conditions {
        grants,
        limits: arguments.grants.limits.clone(),
        system: None,
    };
    let log: Arc<dyn LogSink> = Arc::new(Printed {
        everything: arguments.verbose,
    });
    Ok((local.provider(&conditions, &log)?, properties(config)?))
}

/// The inputs, or the arguments of a method.
pub(super) fn inputs(
    arguments: &Arguments,
    schema: &ObjectSchema,
    here: &Path,
) -> anyhow::Result<PropertyMap> {
    let inputs = Given {
        words: &arguments.inputs,
        file: arguments.inputs_file.as_deref(),
    };
    properties(given::inputs(schema, inputs, here)?.unwrap_or_default())
}

pub(super) fn properties(members: Map<String, Value>) -> anyhow::Result<PropertyMap> {
    to_map(&Value::Object(members)).map_err(|reason| anyhow::anyhow!(reason))
}

pub(super) fn tree(arguments: &Arguments, is_preview: bool) -> Tree {
    Tree {
        paint: Paint::of_stdout(),
        reveal: if arguments.show_secrets {
            Reveal::Secrets
        } else {
            Reveal::Nothing
        },
        is_whole: arguments.verbose,
        is_preview,
    }
}

/// Prints the result, for users or for programs.
pub(super) fn print(
    arguments: &Arguments,
    tree: &Tree,
    notes: &[String],
    text: impl FnOnce() -> String,
    document: impl FnOnce() -> Value,
) -> anyhow::Result<()> {
    if arguments.json {
        return Ok(print_json(&document())?);
    }
    print!("{}", text());
    for note in notes {
        println!("{} {note}", tree.paint.note("note:"));
    }
    let end = "no resource was created: other packages are mocks here";
    println!("{}", tree.paint.dim(end));
    Ok(())
}

/// Prints the failure, if there is one.
pub(super) fn end(shown: &Constructed) -> ExitCode {
    match &shown.outputs {
        Ok(_) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {}", failure::shown(&failure));
            ExitCode::FAILURE
        }
    }
}

pub(super) fn mocks(arguments: &Arguments, here: &Path) -> anyhow::Result<Mocks> {
    let Some(file) = &arguments.mocks else {
        return Ok(Mocks::default());
    };
    mocks::read(&given::members_of(file)?, &given::named_in(file, here))
        .map_err(|error| error.context(format!("`{}`", file.display())))
}

/// The outputs that a component never sets.
fn forgotten(planned: &Constructed, schema: &ResourceSchema) -> Vec<String> {
    let Ok(outputs) = &planned.outputs else {
        return Vec::new();
    };
    let required = schema.outputs.required.iter();
    let forgotten = required.filter(|name| !outputs.contains_key(*name));
    let note = |name| format!("the component never set its output `{name}`; programs get no value");
    forgotten.map(note).collect()
}

/// Mocks that nothing took, and the differences between a preview and its update.
pub(super) fn differences(
    planned: &Constructed,
    made: Option<&Constructed>,
    tree: &Tree,
) -> Vec<String> {
    let mut notes = Vec::new();
    if planned.outputs.is_ok() {
        let unused = planned.unused_mocks.iter();
        let unused = unused.filter(|key| made.is_none_or(|made| made.unused_mocks.contains(*key)));
        notes.extend(unused.map(|key| {
            format!("no resource or function is called `{key}`, which `--mocks` has values for")
        }));
    }
    let broken = made.map(|made| match made.outputs {
        Ok(_) => broken_promises(planned, made),
        Err(_) => Vec::new(),
    });
    for difference in broken.into_iter().flatten() {
        notes.push(format!(
            "the preview showed other things than the update: {}",
            tree.difference(&difference)
        ));
    }
    notes
}
