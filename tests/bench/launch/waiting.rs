//! The processor time of a process whose calls all wait.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde::Serialize;

use crate::order::{Order, Provider};
use crate::plan::Method;
use crate::process::Process;
use crate::session::Session;
use crate::{block_on, processor, start};

/// The time in which all calls begin to wait.
const BEGINNING: Duration = Duration::from_secs(3);
/// How long the process is measured in each run.
const WATCHED: Duration = Duration::from_secs(5);

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    providers: Vec<ProviderReport>,
}

#[derive(Debug, Serialize)]
struct ProviderReport {
    name: String,
    /// One per process.
    processes: Vec<Waited>,
    /// The reason for missing runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Processor time, in milliseconds for each second.
#[derive(Debug, Serialize)]
struct Waited {
    /// Before the first call.
    idle_ms: f64,
    /// While all calls wait.
    waiting_ms: f64,
}

/// Watches every provider as often as is ordered.
pub(crate) fn run(order: &Order) -> Result<Report> {
    let providers = order.providers.iter().map(|provider| {
        let runs = (0..order.runs).map(|_| once(order, provider));
        let (processes, error) = match runs.collect::<Result<Vec<_>>>() {
            Ok(processes) => (processes, None),
            Err(error) => (Vec::new(), Some(format!("{error:#}"))),
        };
        ProviderReport {
            name: provider.name.clone(),
            processes,
            error,
        }
    });
    Ok(Report {
        providers: providers.collect(),
    })
}

fn once(order: &Order, provider: &Provider) -> Result<Waited> {
    let package = start::package(provider)?;
    let process = Process::launch(provider)?;
    block_on(async {
        let session = Session::open(&process.address).await?;
        session.configure(package.as_ref()).await?;
        let idle_ms = watch(process.id()).await?;
        let calls = (0..order.at_once)
            .map(|_| session.begin(Method::Create, &provider.token, order.leaves));
        let calls = calls.collect::<Result<Vec<_>>>()?;
        tokio::time::sleep(BEGINNING).await;
        let waiting_ms = watch(process.id()).await?;
        ensure!(
            calls.iter().all(|call| !call.is_finished()),
            "a call does not wait"
        );
        Ok(Waited {
            idle_ms,
            waiting_ms,
        })
    })
    .with_context(|| provider.name.clone())
}

/// Watches a process for a while.
async fn watch(process: u32) -> Result<f64> {
    let (before, began) = (processor::processor_time(process)?, Instant::now());
    tokio::time::sleep(WATCHED).await;
    let used = processor::processor_time(process)?.saturating_sub(before);
    Ok(used.as_secs_f64() * 1e3 / began.elapsed().as_secs_f64())
}
