//! Keeping the instructions per call of a run, and holding another one to them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::figures::Figures;
use super::machine::Machine;
use super::report;
use super::table::{Table, number};

/// By how much a call may take more instructions. Runs of the same programs differ by 0.3 %: by hash seeds, and by how
/// threads come after each other.
const TOLERANCE: f64 = 1.02;

/// Begins the names of figures that do not depend on other work of the machine.
pub(crate) const INSTRUCTIONS: &str = "instructions/";

/// The peers' instructions cannot be our regressions.
const OURS: &str = "ours";

/// The causes of instructions apart from the code. The standard library chooses how it copies and compares memory by
/// the processor's features.
const CAUSES: [&str; 4] = ["processor", "libc", "rustc", "valgrind"];

/// A run that was kept.
#[derive(Debug, PartialEq)]
pub(crate) struct Saved {
    /// The tools and sources of the run.
    made: BTreeMap<String, String>,
    /// Instructions by provider, method and leaf values.
    instructions: Figures,
}

pub(crate) fn save(file: &Path, figures: &Figures, machine: &Machine) -> Result<()> {
    let instructions: BTreeMap<&str, u64> = ours(figures).collect();
    ensure!(
        !instructions.is_empty(),
        "cannot save: no instructions were counted in this run"
    );
    let made: BTreeMap<&str, &str> = machine
        .iter()
        .filter(|(name, _)| CAUSES.contains(name) || *name == "commit")
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    let text =
        serde_json::to_string_pretty(&json!({ "made": made, "instructions": instructions }))?;
    fs::write(file, text + "\n")
        .with_context(|| format!("{} cannot be written", file.display()))?;
    report::print(&format!("\nsaved in {}", file.display()));
    Ok(())
}

pub(crate) fn read(file: &Path) -> Result<Saved> {
    let text =
        fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let saved: Value = serde_json::from_str(&text)
        .with_context(|| format!("{} holds no saved run", file.display()))?;
    let members = |name: &str| {
        let members = saved[name].as_object();
        members.with_context(|| format!("{} holds no `{name}`", file.display()))
    };
    let text = |(name, value): (&String, &Value)| Some((name.clone(), value.as_str()?.to_owned()));
    let figure = |(name, value): (&String, &Value)| Some((name.clone(), value.as_f64()?));
    Ok(Saved {
        made: members("made")?.iter().filter_map(text).collect(),
        instructions: members("instructions")?.iter().filter_map(figure).collect(),
    })
}

/// Shows what changed.
///
/// # Errors
/// When a call takes more instructions than it may, or nothing could be compared.
pub(crate) fn print(before: &Saved, now: &Figures, machine: &Machine) -> Result<()> {
    let now: Figures = ours(now)
        .map(|(name, count)| (name.to_owned(), exact(count)))
        .collect();
    let mut table = Table::new(["instructions per call", "before", "now", "ratio", ""]);
    let (mut compared, mut worse) = (0, 0);
    for (name, before) in before.instructions.iter() {
        let Some(now) = now.get(name) else {
            report::print(&format!("\nnot counted this time: {name}"));
            continue;
        };
        let is_worse = now > before * TOLERANCE;
        compared += 1;
        worse += u32::from(is_worse);
        table.row([
            name.to_owned(),
            number(Some(before)),
            number(Some(now)),
            format!("{:.3}×", now / before),
            if is_worse { "worse" } else { "" }.to_owned(),
        ]);
    }
    ensure!(compared > 0, "the two runs have no counted call in common");
    let commit = before.made.get("commit").map_or("?", String::as_str);
    table.print(&format!("Compared with the run of {commit} that was saved"));
    for (what, before, now) in before.differences(machine) {
        report::print(&format!(
            "\nNot the same {what}: {before} then, {now} now. Instructions may differ for that alone."
        ));
    }
    ensure!(
        worse == 0,
        "{worse} of {compared} kinds of calls take more instructions than they did"
    );
    Ok(())
}

/// The instructions of ours, by names without what all have in common.
fn ours(figures: &Figures) -> impl Iterator<Item = (&str, u64)> {
    figures.iter().filter_map(|(name, count)| {
        let name = name.strip_prefix(INSTRUCTIONS)?;
        name.starts_with(OURS).then(|| (name, whole(count)))
    })
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a number of instructions is not negative, and a part of one says nothing"
)]
fn whole(count: f64) -> u64 {
    count.round() as u64
}

#[allow(
    clippy::cast_precision_loss,
    reason = "no call takes so many instructions"
)]
fn exact(count: u64) -> f64 {
    count as f64
}

impl Saved {
    /// The dependencies of instructions that differ: the name, the old value, the new value.
    fn differences(&self, machine: &Machine) -> Vec<(&'static str, String, String)> {
        let now = machine.iter().filter(|(name, _)| CAUSES.contains(name));
        now.filter_map(|(name, now)| {
            let before = self.made.get(*name).filter(|before| *before != now)?;
            Some((*name, before.clone(), now.clone()))
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Figures, Machine, Saved, print, read, save};

    fn figures(value: f64) -> Figures {
        [
            ("instructions/ours, Rust/check/20".to_owned(), value),
            ("instructions/native Rust/check/20".to_owned(), 10.0 * value),
            ("calls/ours, Rust/check/20/p50".to_owned(), 100.0 * value),
        ]
        .into_iter()
        .collect()
    }

    fn machine(processor: &str) -> Machine {
        let lines = [("commit", "abc"), ("load", "1.0"), ("processor", processor)];
        lines.map(|(name, value)| (name, value.to_owned())).to_vec()
    }

    fn saved(value: f64) -> Saved {
        let file = std::env::temp_dir().join(format!(
            "xtask-bench-{}-{value}-{:?}.json",
            std::process::id(),
            std::thread::current().id()
        ));
        save(&file, &figures(value), &machine("fast")).unwrap();
        let saved = read(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        saved
    }

    #[test]
    fn two_hundredths_more_are_too_many() {
        let before = saved(1000.0);
        let machine = machine("fast");
        assert!(print(&before, &figures(1019.0), &machine).is_ok());
        assert!(print(&before, &figures(1021.0), &machine).is_err());
        assert!(print(&before, &figures(500.0), &machine).is_ok());
    }

    #[test]
    fn times_and_peers_are_no_regression() {
        let mut slower = figures(1000.0);
        slower.set("calls/ours, Rust/check/20/p50", 1e9);
        slower.set("instructions/native Rust/check/20", 1e9);
        assert!(print(&saved(1000.0), &slower, &machine("fast")).is_ok());
    }

    #[test]
    fn a_run_that_counted_nothing_does_not_pass() {
        assert!(print(&saved(1000.0), &Figures::default(), &machine("fast")).is_err());
    }

    #[test]
    fn what_is_saved_is_what_is_compared() {
        let saved = saved(3.6);
        let kept: Vec<_> = saved.instructions.iter().collect();
        assert_eq!(kept, [("ours, Rust/check/20", 4.0)]);
        let made: Vec<_> = saved.made.keys().collect();
        assert_eq!(made, ["commit", "processor"]);
    }

    #[test]
    fn another_processor_is_told() {
        let saved = saved(3.0);
        assert!(saved.differences(&machine("fast")).is_empty());
        let other = ("processor", "fast".to_owned(), "slow".to_owned());
        assert_eq!(saved.differences(&machine("slow")), [other]);
    }

    #[test]
    fn nothing_is_not_saved() {
        let file = std::env::temp_dir().join("xtask-bench-nothing.json");
        assert!(save(&file, &Figures::default(), &machine("fast")).is_err());
        assert!(!file.exists());
    }
}
