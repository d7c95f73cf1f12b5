//! Launches provider processes as the engine does, and measures how long they take until they answer.
//!
//! `start ORDER.json` starts them repeatedly, until the first Check is answered and, if the order requests it, the first Create.
//! `serve ORDER.json` starts each once, prints their addresses when all are configured, and ends them when its standard input ends.
//! `components ORDER.json` constructs component resources. `waiting ORDER.json` measures processor time while calls wait.
//! `terraform ORDER.json` measures providers of Terraform.
//! `cargo xtask bench` runs all of them.

#![allow(clippy::print_stdout, reason = "it prints figures")]

mod cold;
mod components;
mod monitor;
mod order;
mod process;
mod protocol;
mod serve;
mod session;
mod start;
mod terraform;
mod waiting;

// The common code of both programs of this package.
#[path = "../load/src/connection.rs"]
#[allow(dead_code, reason = "the other program needs more of it")]
mod connection;
#[path = "../load/src/memory.rs"]
mod memory;
#[path = "../load/src/message.rs"]
#[allow(dead_code, reason = "the other program needs more of it")]
mod message;
#[path = "../load/src/plan.rs"]
#[allow(dead_code, reason = "the other program needs more of it")]
mod plan;
#[path = "../load/src/process.rs"]
#[allow(dead_code, reason = "the other program needs more of it")]
mod processor;
#[path = "../load/src/request.rs"]
#[allow(dead_code, reason = "the other program needs more of it")]
mod request;

use std::future::Future;
use std::io::Write as _;

use anyhow::{Context as _, Result, bail};
use serde::Serialize;

use crate::order::Order;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, path] = arguments.as_slice() else {
        bail!("usage: pulumi-wasm-launch start|serve|components|waiting|terraform ORDER.json");
    };
    let text = std::fs::read(path).with_context(|| format!("cannot read {path}"))?;
    let order: Order =
        serde_json::from_slice(&text).with_context(|| format!("{path} is not an order"))?;
    match what.as_str() {
        "start" => print(&start::run(&order)?),
        "serve" => serve::run(&order),
        "components" => print(&components::run(&order)?),
        "waiting" => print(&waiting::run(&order)?),
        "terraform" => print(&terraform::run(&order)?),
        _ => bail!("there is no `{what}`; there are: start, serve, components, waiting, terraform"),
    }
}

/// One line of JSON.
fn print(what: &impl Serialize) -> Result<()> {
    let mut output = std::io::stdout().lock();
    serde_json::to_writer(&mut output, what)?;
    writeln!(output)?;
    output.flush()?;
    Ok(())
}

/// Runs a future on this thread.
fn block_on<T>(work: impl Future<Output = Result<T>>) -> Result<T> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?
        .block_on(work)
}
