//! Runs the scenarios: warm, then in slices that go round all servers.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::Result;
use tokio::task::LocalSet;

use crate::answer;
use crate::connection::{Caller, Connection};
use crate::memory::Memory;
use crate::plan::{Plan, Scenario, Server};
use crate::process;
use crate::report::{Figures, Outcome, Report, ScenarioReport, ServerReport};
use crate::request;

/// A server in a scenario.
struct Target<'a> {
    server: &'a Server,
    caller: Caller,
    /// The duration of each call.
    times: Vec<Duration>,
    /// The time of the measurement, and the server's processor time in it.
    asked: Duration,
    computed: Duration,
    answer_bytes: usize,
    /// The error that ended its measurement.
    failure: Option<anyhow::Error>,
}

/// When a slice ends.
#[derive(Clone, Copy)]
enum End {
    After(Duration),
    Calls(u64),
}

/// Runs a whole plan.
pub(crate) async fn run(plan: &Plan) -> Result<Report> {
    let mut connections = Vec::new();
    for server in &plan.servers {
        connections.push(Connection::open(&server.address).await?);
    }
    let mut scenarios = Vec::new();
    for scenario in &plan.scenarios {
        let body = request::body(scenario);
        let mut targets = Vec::new();
        for (server, connection) in plan.servers.iter().zip(&connections) {
            if scenario.servers.is_empty() || scenario.servers.contains(&server.name) {
                targets.push(Target {
                    server,
                    caller: connection.calls(scenario.method.path(), &body)?,
                    times: Vec::new(),
                    asked: Duration::ZERO,
                    computed: Duration::ZERO,
                    answer_bytes: 0,
                    failure: None,
                });
            }
        }
        measure(plan, scenario, &mut targets).await;
        let servers = targets.into_iter();
        let servers = servers.map(|target| target.report(body.len())).collect();
        scenarios.push(ScenarioReport {
            name: scenario.name.clone(),
            servers,
        });
    }
    Ok(Report { scenarios })
}

async fn measure(plan: &Plan, scenario: &Scenario, targets: &mut [Target<'_>]) {
    for target in &mut *targets {
        target.failure = target.prepare(plan, scenario).await.err();
    }
    let (rounds, end) = match plan.calls {
        Some(calls) => (1, End::Calls(calls)),
        None => (
            plan.rounds,
            End::After(Duration::from_millis(plan.slice_ms)),
        ),
    };
    let count = targets.len();
    for round in 0..rounds {
        for turn in 0..count {
            // The target after the slowest one changes from round to round.
            if let Some(target) = targets.get_mut((round + turn) % count)
                && target.failure.is_none()
            {
                target.failure = target.ask(scenario.concurrency, end).await.err();
            }
        }
    }
}

/// Runs some callers until the end, and returns the duration of each call.
async fn slice(caller: &Caller, concurrency: usize, end: End) -> Result<Vec<Duration>> {
    let began = Instant::now();
    let times = Rc::new(RefCell::new(Vec::new()));
    let left = Rc::new(RefCell::new(match end {
        End::After(_) => u64::MAX,
        End::Calls(calls) => calls,
    }));
    let callers = LocalSet::new();
    let mut running = Vec::new();
    for _ in 0..concurrency {
        let (mut caller, times, left) = (caller.clone(), Rc::clone(&times), Rc::clone(&left));
        running.push(callers.spawn_local(async move {
            loop {
                let is_over = match end {
                    End::After(time) => began.elapsed() >= time,
                    End::Calls(_) => *left.borrow() == 0,
                };
                if is_over {
                    return Ok::<(), anyhow::Error>(());
                }
                *left.borrow_mut() -= 1;
                let asked = Instant::now();
                caller.call().await?;
                times.borrow_mut().push(asked.elapsed());
            }
        }));
    }
    callers
        .run_until(async move {
            for caller in running {
                caller.await??;
            }
            Ok::<(), anyhow::Error>(())
        })
        .await?;
    Ok(times.take())
}

impl Target<'_> {
    /// Checks the first answer, and lets the server get warm.
    async fn prepare(&mut self, plan: &Plan, scenario: &Scenario) -> Result<()> {
        let first = self.caller.fetch().await?;
        answer::judge(scenario, &first)?;
        self.answer_bytes = first.len();
        let warm = End::Calls(plan.warmup_calls);
        slice(&self.caller, scenario.concurrency, warm).await?;
        Ok(())
    }

    /// Requests one slice.
    async fn ask(&mut self, concurrency: usize, end: End) -> Result<()> {
        let (began, before) = (Instant::now(), process::processor_time(self.server.pid)?);
        let times = slice(&self.caller, concurrency, end).await?;
        self.asked += began.elapsed();
        let after = process::processor_time(self.server.pid)?;
        self.computed += after.saturating_sub(before);
        self.times.extend(times);
        Ok(())
    }

    fn report(mut self, request_bytes: usize) -> ServerReport {
        let name = self.server.name.clone();
        let failure = self.failure.take();
        let figures = failure.map_or_else(|| self.figures(request_bytes), Err);
        let outcome = match figures {
            Ok(figures) => Outcome::Measured(figures),
            Err(error) => Outcome::Failed {
                error: format!("{error:#}"),
            },
        };
        ServerReport { name, outcome }
    }

    fn figures(mut self, request_bytes: usize) -> Result<Figures> {
        self.times.sort_unstable();
        let memory = Memory::of(self.server.pid)?;
        let calls = self.times.len();
        Ok(Figures {
            calls,
            p50_us: percentile(&self.times, 50),
            p99_us: percentile(&self.times, 99),
            calls_per_second: calls as f64 / self.asked.as_secs_f64(),
            cpu_us_per_call: microseconds(self.computed) / calls.max(1) as f64,
            memory,
            request_bytes,
            answer_bytes: self.answer_bytes,
        })
    }
}

/// A percentile of the sorted times of calls, in microseconds.
fn percentile(sorted: &[Duration], hundredths: usize) -> f64 {
    let rank = (sorted.len() * hundredths).div_ceil(100).max(1);
    sorted
        .get(rank - 1)
        .map_or(f64::NAN, |time| microseconds(*time))
}

fn microseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
