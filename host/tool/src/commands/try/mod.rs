//! `pulumi-wasm try`: one resource of a component, without an engine.

mod act;
mod arguments;
mod component;
mod document;
mod failure;
pub(crate) mod given;
mod grant;
mod keep;
mod method;
mod show;
mod tree;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use act::{Error, act};
use anyhow::{Context, bail};
pub(crate) use arguments::Arguments;
use arguments::STACK;
use given::Given;
use keep::Keeper;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_core::manifest::Hook;
use pulumi_wasm_simulator::{Failure, Provider, Resource, Reveal, to_map};
use show::Shown;

use crate::local_provider::{self, Conditions, LocalProvider, Printed, until_interrupted};
use crate::terminal::{Console, Paint};

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let console = Console::new(arguments.json);
    let target = local_provider::find_in_loop(&arguments.target, console)?;
    let local = LocalProvider::open(&target.component, &arguments.grants.limits, console)?;
    let folder = if arguments.target.is_dir() {
        target.folder.as_path()
    } else {
        Path::new(".")
    };
    if let Some((token, method)) = given::method(&local.manifest, &arguments.resource)? {
        return method::run(arguments, &local, token, method);
    }
    method::refuse_flags(arguments)?;
    let (token, schema) = given::resource(&local.manifest, &arguments.resource)?;
    if schema.is_component && local.manifest.resource_has(&token, Hook::Construct) {
        return component::run(arguments, &local, token, schema);
    }
    if let Some(file) = &arguments.mocks {
        bail!(
            "`--mocks {}` needs a component resource, and `{token}` is a custom resource\n\
             hint: leave `--mocks` out: `try` creates the custom resource itself",
            file.display()
        );
    }
    let keeper = Keeper::of(folder, &token, &arguments.name)?;
    // Before the record is read, and until the new one is written.
    let _held = (!arguments.preview).then(|| keeper.hold()).transpose()?;
    let before = keeper.read()?.unwrap_or_default();
    let mut record = before.clone();

    let mut grants = arguments.grants.grants();
    grant::ask(&local.manifest, &mut grants, &mut record.declined)?;
    let here = std::env::current_dir()?;
    let config = Given {
        words: &arguments.config,
        file: arguments.config_file.as_deref(),
    };
    let known = std::mem::take(&mut record.config);
    record.config = given::config(&local.manifest, config, &here, known)?;
    let inputs = Given {
        words: &arguments.inputs,
        file: arguments.inputs_file.as_deref(),
    };
    if let Some(inputs) = given::inputs(&schema.inputs, inputs, &here)? {
        record.inputs = Some(inputs);
    }
    let conditions = Conditions {
        grants,
        limits: arguments.grants.limits.clone(),
        system: None,
    };
    let log: Arc<dyn LogSink> = Arc::new(Printed {
        everything: arguments.verbose,
    });
    let provider = local.provider(&conditions, &log)?;
    let state = record.state()?;
    let left_over = record.left_over()?;
    let mut resource = Resource::new(Arc::clone(&provider), STACK, token, arguments.name.clone())
        .with(state)
        .with_left_over(left_over)
        .with_generation(record.generation);
    let config = to_map(&record.config_json()).map_err(|reason| anyhow::anyhow!(reason))?;
    let shown = Shown {
        paint: Paint::of_stdout(),
        reveal: if arguments.show_secrets {
            Reveal::Secrets
        } else {
            Reveal::Nothing
        },
        as_json: arguments.json,
    };
    if arguments.delete || arguments.refresh {
        // Before the configuration, which may be missing: only an existing resource has recorded it.
        act::must_exist(arguments, &resource)?;
    }
    if !(arguments.preview || arguments.delete) {
        // The disk may be full: nothing may exist that cannot be recorded.
        keeper
            .write(&before, folder)
            .context("the resource cannot be recorded, so nothing was done")?;
    }
    let work = async {
        provider.configure(config).await.map_err(Error::Failed)?;
        act(arguments, &record, &mut resource, &shown).await
    };
    let outcome = local.wait(until_interrupted(&provider, work));
    // After success and after failure, existing resources are recorded.
    let mut recorded = Ok(());
    if !arguments.preview {
        record.take(&resource, local.digest.to_string());
        recorded = if !record.is_worth_keeping() {
            keeper.remove()
        } else if record == before {
            Ok(())
        } else {
            keeper.write(&record, folder).with_context(|| {
                let id = resource
                    .state()
                    .map(|state| format!(": its id is `{}`", state.id));
                format!("the resource is not recorded{}", id.unwrap_or_default())
            })
        };
    }
    let status = match outcome {
        Ok(done) => {
            shown.done(&resource, &done);
            ExitCode::SUCCESS
        }
        Err(Error::Failed(failure)) => {
            eprintln!("error: {}", failure::shown(&failure));
            explain(arguments, &provider, &failure, &resource);
            ExitCode::FAILURE
        }
        Err(Error::Wrong(error)) => {
            recorded?;
            return Err(error);
        }
    };
    recorded?;
    Ok(status)
}

/// The facts that a user may need after a failure.
fn explain(arguments: &Arguments, provider: &Provider, failure: &Failure, resource: &Resource) {
    if failure.operation() == "configure" || failure.operation() == "check-config" {
        eprintln!(
            "hint: `--config NAME=VALUE` and `--config-file FILE` set values of the configuration of `{}`",
            provider.package().name()
        );
    } else if failure.is_recorded() && resource.state().is_some() {
        eprintln!(
            "hint: the resource exists and is recorded; run the same command to continue, or `--delete` to delete it"
        );
    } else if arguments.import.is_some() && resource.state().is_some() {
        eprintln!("hint: `--name NAME` imports it as another resource");
    } else if failure.operation().starts_with("create")
        && resource.state().is_none()
        && !arguments.preview
    {
        eprintln!("hint: if the resource was created anyway, import it with `--import ID`");
    }
}
