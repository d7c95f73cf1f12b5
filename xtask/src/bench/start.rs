//! From the launch of a process to its first answers.

use anyhow::Result;
use serde_json::Value;

use super::components::LANGUAGES;
use super::figures::{Figures, median, percentile};
use super::launch::{HOOKED, Runs, of_processes, text};
use super::means::Bench;
use super::peers::of_ours as peer;
use super::report;
use super::table::{Table, number, ratio};

pub(crate) fn run(bench: &Bench<'_>, figures: &mut Figures) -> Result<()> {
    warm(bench, figures)?;
    without_compiled_code(bench, figures)?;
    from_disk(bench, figures)?;
    at_once(bench, figures)
}

/// Everything was there before: the usual case.
fn warm(bench: &Bench<'_>, figures: &mut Figures) -> Result<()> {
    let mut providers = bench.all();
    for language in LANGUAGES {
        let hooked = bench.ours(language).map(|ours| {
            let name = format!("{}, hook", ours.name);
            ours.named(name).of(HOOKED)
        });
        providers.extend(hooked);
    }
    let runs = Runs {
        runs: 1,
        at_once: 1,
        create: true,
        from_disk: false,
    };
    // Components are compiled here.
    bench.launcher.start(&providers, runs)?;
    let runs = Runs {
        runs: bench.options.pick(5, 31),
        ..runs
    };
    let reports = bench.launcher.start(&providers, runs)?;
    print(
        "Start, warm (ms from exec)",
        "start/warm",
        &reports,
        figures,
    );
    Ok(())
}

/// Without compiled code: the first use on a machine.
fn without_compiled_code(bench: &Bench<'_>, figures: &mut Figures) -> Result<()> {
    let mut reports = Vec::new();
    for language in LANGUAGES {
        let Some(mut ours) = bench.ours(language) else {
            continue;
        };
        // Not in the folder of others.
        let code = bench.folder().join("code-cold");
        for (name, value) in &mut ours.environment {
            if name == "PULUMI_WASM_CACHE_DIR" {
                *value = code.display().to_string();
            }
        }
        ours.forget.push(code);
        let runs = Runs {
            runs: match language {
                "Rust" => bench.options.pick(2, 9),
                _ => bench.options.pick(1, 3),
            },
            at_once: 1,
            create: true,
            from_disk: false,
        };
        reports.extend(bench.launcher.start(&[ours], runs)?);
    }
    let title = "Start without compiled code (ms from exec)";
    print(title, "start/compile", &reports, figures);
    Ok(())
}

/// The files of the provider come from disk: the first use after the machine started.
fn from_disk(bench: &Bench<'_>, figures: &mut Figures) -> Result<()> {
    let runs = Runs {
        runs: bench.options.pick(1, 7),
        at_once: 1,
        create: true,
        from_disk: true,
    };
    let reports = bench.launcher.start(&bench.all(), runs)?;
    let title = "Start with the provider's files out of the page cache (ms from exec)";
    print(title, "start/disk", &reports, figures);
    Ok(())
}

/// Many processes at the same time, as in an update with many packages or stacks.
fn at_once(bench: &Bench<'_>, figures: &mut Figures) -> Result<()> {
    let counts: &[usize] = bench.options.pick(&[1, 10], &[1, 10, 50]);
    let titles = counts.iter().map(|count| format!("{count}"));
    let titles: Vec<String> = std::iter::once("provider".to_owned())
        .chain(titles)
        .collect();
    let mut table = Table::new(titles.iter().map(String::as_str));
    let providers = bench.all();
    let mut rows: Vec<Vec<String>> = providers
        .iter()
        .map(|provider| vec![provider.name.clone()])
        .collect();
    for count in counts {
        let runs = Runs {
            runs: bench.options.pick(1, 5),
            at_once: *count,
            create: false,
            from_disk: false,
        };
        let reports = bench.launcher.start(&providers, runs)?;
        for (report, row) in reports.iter().zip(&mut rows) {
            let all = median(&numbers(&report["all_ms"]));
            figures.set(
                format!("start/at-once/{}/{count}", text(report, "name")),
                all,
            );
            row.push(number(Some(all)));
        }
    }
    for row in rows {
        table.row(row);
    }
    table.print("So many processes at once: when the last has answered its first Check (ms)");
    Ok(())
}

fn print(title: &str, prefix: &str, reports: &[Value], figures: &mut Figures) {
    let mut table = Table::new([
        "provider",
        "port",
        "configured",
        "first Check",
        "p99",
        "first Create",
        "Check, to its peer",
    ]);
    for report in reports {
        let name = text(report, "name");
        if let Some(error) = report["error"].as_str() {
            report::print(&format!("\nleft out: {name}: {error}"));
        }
        for what in ["port", "configured", "check", "create"] {
            let times = of_processes(report, &format!("/{what}_ms"));
            figures.set(format!("{prefix}/{name}/{what}"), median(&times));
        }
        let worst = percentile(&of_processes(report, "/check_ms"), 0.99);
        figures.set(format!("{prefix}/{name}/check-p99"), worst);
    }
    for report in reports {
        let name = text(report, "name");
        let figure = |what: &str| figures.get(&format!("{prefix}/{name}/{what}"));
        let to_peer = peer(&name).and_then(|peer| {
            let check = |name: &str| format!("{prefix}/{name}/check");
            figures.ratio(&check(&name), &check(peer))
        });
        let times = ["port", "configured", "check", "check-p99", "create"];
        let cells = times.map(|what| number(figure(what)));
        let first = std::iter::once(name.clone()).chain(cells);
        table.row(first.chain([ratio(to_peer)]));
    }
    table.print(title);
}

fn numbers(list: &Value) -> Vec<f64> {
    let list = list.as_array().map_or(&[][..], Vec::as_slice);
    list.iter().filter_map(Value::as_f64).collect()
}
