//! From the launch of a process to its first use.

use std::time::Instant;

use anyhow::{Context as _, Result};
use serde::Serialize;

use crate::memory::Memory;
use crate::order::{Order, Provider};
use crate::plan::Method;
use crate::process::Process;
use crate::protocol::ParametersValue;
use crate::session::Session;
use crate::{block_on, cold};

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    providers: Vec<ProviderReport>,
}

#[derive(Debug, Serialize)]
struct ProviderReport {
    name: String,
    /// One per process.
    processes: Vec<Times>,
    /// The reason for missing runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// The times of the events of a process in milliseconds from its launch, and its memory.
#[derive(Debug, Serialize)]
struct Times {
    port_ms: f64,
    configured_ms: f64,
    check_ms: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    create_ms: Option<f64>,
    /// After the first Check.
    memory: Memory,
    /// After the first Create.
    #[serde(skip_serializing_if = "Option::is_none")]
    memory_created: Option<Memory>,
}

/// Starts the providers in turns.
pub(crate) fn run(order: &Order) -> Result<Report> {
    let mut reports: Vec<(Option<ParametersValue>, ProviderReport)> = Vec::new();
    for provider in &order.providers {
        let package = package(provider);
        let error = package.as_ref().err().map(|error| format!("{error:#}"));
        let report = ProviderReport {
            name: provider.name.clone(),
            processes: Vec::new(),
            error,
        };
        reports.push((package.ok().flatten(), report));
    }
    for index in order.turns() {
        let provider = order.providers.get(index);
        let (Some(provider), Some((package, report))) = (provider, reports.get_mut(index)) else {
            continue;
        };
        if report.error.is_some() {
            continue;
        }
        match once(order, provider, package.as_ref()) {
            Ok(times) => report.processes.push(times),
            Err(error) => report.error = Some(format!("{error:#}")),
        }
    }
    Ok(Report {
        providers: reports.into_iter().map(|(_, report)| report).collect(),
    })
}

/// Compiles the components of a provider. Returns the initial value of its processes, if it is parameterized.
pub(crate) fn package(provider: &Provider) -> Result<Option<ParametersValue>> {
    if provider.components.is_empty() {
        return Ok(None);
    }
    let process = Process::launch(provider)?;
    block_on(async {
        let session = Session::open(&process.address).await?;
        Ok(Some(session.package(provider).await?))
    })
    .with_context(|| format!("{} has no package", provider.name))
}

fn once(order: &Order, provider: &Provider, package: Option<&ParametersValue>) -> Result<Times> {
    cold::make(provider)?;
    let process = Process::launch(provider)?;
    let port_ms = milliseconds(process.begun);
    block_on(async {
        let session = Session::open(&process.address).await?;
        session.configure(package).await?;
        let configured_ms = milliseconds(process.begun);
        let token = &provider.token;
        session.call(Method::Check, token, order.leaves).await?;
        let check_ms = milliseconds(process.begun);
        let memory = Memory::of(process.id())?;
        let mut create_ms = None;
        let mut memory_created = None;
        if order.create {
            let asked = Instant::now();
            session.call(Method::Create, token, order.leaves).await?;
            // The time of reading the memory does not count for the process.
            create_ms = Some(check_ms + milliseconds(asked));
            memory_created = Some(Memory::of(process.id())?);
        }
        Ok(Times {
            port_ms,
            configured_ms,
            check_ms,
            create_ms,
            memory,
            memory_created,
        })
    })
    .with_context(|| provider.name.clone())
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}
