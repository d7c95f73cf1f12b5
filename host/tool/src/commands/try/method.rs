//! A method that is tried: called in a preview and then in an update, on a resource that is described or made with
//! mocks. Nothing is created, so nothing is recorded.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};
use pulumi_wasm_core::schema::FunctionSchema;
use pulumi_wasm_simulator::{Failure, MethodCall, Receiver};
use serde_json::Value;

use super::arguments::{Arguments, STACK};
use super::component::{self, differences, end, inputs, print, properties, tree};
use super::failure;
use super::given::{self, Given};
use crate::local_provider::{LocalProvider, until_interrupted};
use crate::properties::from_yaml;
use crate::properties::receiver::WrittenReceiver;

/// Calls the method, and shows its results and all that it registers.
pub(super) fn run(
    arguments: &Arguments,
    local: &LocalProvider,
    token: String,
    method: &FunctionSchema,
) -> anyhow::Result<ExitCode> {
    let of_a_life = [
        ("--refresh", arguments.refresh),
        ("--import", arguments.import.is_some()),
        ("--delete", arguments.delete),
    ];
    if let Some((flag, _)) = of_a_life.into_iter().find(|(_, is_given)| *is_given) {
        bail!(
            "`{flag}` is for custom resources, and `{token}` is a method\n\
             hint: without it, the method is called, and its results are shown"
        );
    }
    let here = std::env::current_dir()?;
    let (provider, config) = component::provider(arguments, local, &here)?;
    let asked = MethodCall {
        stack: STACK.to_owned(),
        receiver: receiver(arguments, local, &token)?,
        arguments: inputs(arguments, &method.inputs, &here)?,
        token,
        name: arguments.name.clone(),
        mocks: Arc::new(component::mocks(arguments, &here)?),
        preview: true,
    };
    let work = async {
        provider.configure(config).await?;
        let planned = provider.call_method(&asked).await;
        if arguments.preview || planned.outputs.is_err() {
            return Ok::<_, Failure>((planned, None));
        }
        let update = MethodCall {
            preview: false,
            ..asked.clone()
        };
        let made = provider.call_method(&update).await;
        Ok((planned, Some(made)))
    };
    let (planned, made) = match local.wait(until_interrupted(&provider, work)) {
        Ok(called) => called,
        Err(failure) => {
            eprintln!("error: {}", failure::shown(&failure));
            return Ok(ExitCode::FAILURE);
        }
    };
    let tree = tree(arguments, made.is_none());
    let shown = made.as_ref().unwrap_or(&planned);
    let notes = differences(&planned, made.as_ref(), &tree);
    let text = || tree.called(shown, &asked, method);
    print(arguments, &tree, &notes, text, || {
        tree.document_of_call(shown, &asked, &notes)
    })?;
    let made_with_nothing = arguments.on.is_none() && arguments.construct.is_empty();
    let code = end(shown);
    if shown.resources.is_empty() && shown.outputs.is_err() && made_with_nothing {
        eprintln!(
            "hint: `--construct NAME=VALUE` gives the inputs of `{}`, and `--on FILE` gives its properties",
            asked.name
        );
    }
    Ok(code)
}

/// The resource that the method is called on.
fn receiver(arguments: &Arguments, local: &LocalProvider, token: &str) -> anyhow::Result<Receiver> {
    let here = std::env::current_dir()?;
    if let Some(file) = &arguments.on {
        let shown = file.display();
        let members = Value::Object(given::members_of(file)?);
        let written: WrittenReceiver = from_yaml(&members.to_string())
            .map_err(|error| anyhow::anyhow!("`{shown}` does not describe a resource: {error}"))?;
        let read = written.read(&given::named_in(file, &here));
        return read.with_context(|| format!("`{shown}`"));
    }
    let (of, _) = token.rsplit_once('/').unwrap_or((token, ""));
    let (_, schema) = given::resource(&local.manifest, of)?;
    let inputs = Given {
        words: &arguments.construct,
        file: None,
    };
    let inputs = given::inputs(&schema.inputs, inputs, &here)?;
    Ok(Receiver::Made(properties(inputs.unwrap_or_default())?))
}

/// Refuses arguments that apply only to methods.
pub(super) fn refuse_flags(arguments: &Arguments) -> anyhow::Result<()> {
    let of_methods = [
        ("--construct", !arguments.construct.is_empty()),
        ("--on", arguments.on.is_some()),
    ];
    match of_methods.into_iter().find(|(_, is_given)| *is_given) {
        Some((flag, _)) => bail!(
            "`{flag}` is for methods, and `{}` is a resource type\n\
             hint: `{}/METHOD` calls a method; the inputs of a resource are NAME=VALUE",
            arguments.resource,
            arguments.resource
        ),
        None => Ok(()),
    }
}
