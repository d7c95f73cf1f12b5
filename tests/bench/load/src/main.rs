//! Puts load on provider processes, and measures the time of a call.
//!
//! `pulumi-wasm-load PLAN.json > RESULT.json`, started by `cargo xtask bench`, which launches and configures the
//! servers. Requests are encoded once, before anything is timed, and answers are decoded once, to be compared: a client
//! that did either for each call would measure itself. All servers of a scenario are called in turn, in short slices of
//! one run, so that other work of the machine affects all of them alike.

#![allow(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "it prints figures"
)]

mod answer;
mod connection;
mod measure;
mod memory;
mod message;
mod plan;
mod process;
mod report;
mod request;

use std::io::Write as _;

use anyhow::{Context as _, Result, bail};

use crate::plan::Plan;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (Some(path), None) = (arguments.next(), arguments.next()) else {
        bail!("usage: pulumi-wasm-load PLAN.json > RESULT.json");
    };
    let text = std::fs::read(&path).with_context(|| format!("cannot read {path}"))?;
    let plan: Plan =
        serde_json::from_slice(&text).with_context(|| format!("{path} is not a plan"))?;
    process::pin(&plan)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let result = runtime.block_on(measure::run(&plan))?;
    let mut output = std::io::stdout().lock();
    serde_json::to_writer_pretty(&mut output, &result)?;
    writeln!(output)?;
    Ok(())
}
