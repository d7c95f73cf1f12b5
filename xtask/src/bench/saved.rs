//! The saved instructions per call, and the comparison of a run with them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::Machine;
use super::figures::{Figures, number, print_table};
use super::instructions::PREFIX;

/// How many times more instructions a call may take. Runs of the same programs differ by 0.3 %: hash seeds and the order of
/// threads differ.
const TOLERANCE: f64 = 1.02;

/// Facts about the machine that change the count of instructions without a change of the code. The standard library chooses
/// by the processor's features how it copies memory.
const CAUSES: [&str; 4] = ["processor", "libc", "rustc", "valgrind"];

/// A saved run.
#[derive(Debug)]
pub(super) struct Saved {
    /// The machine and the commit.
    made: BTreeMap<String, String>,
    /// Instructions by provider, method and leaf values.
    instructions: BTreeMap<String, f64>,
}

pub(super) fn write(file: &Path, figures: &Figures, machine: &Machine) -> Result<()> {
    let instructions = ours(figures);
    ensure!(
        !instructions.is_empty(),
        "cannot save: this run did not count instructions"
    );
    let made: BTreeMap<&str, &String> = machine
        .iter()
        .filter(|(name, _)| CAUSES.contains(name) || *name == "commit")
        .map(|(name, value)| (*name, value))
        .collect();
    let text = json!({ "made": made, "instructions": instructions });
    fs::write(file, format!("{text:#}\n"))
        .with_context(|| format!("{} cannot be written", file.display()))
}

pub(super) fn read(file: &Path) -> Result<Saved> {
    let text =
        fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let saved: Value = serde_json::from_str(&text).unwrap_or_default();
    let made = serde_json::from_value(saved["made"].clone());
    let instructions = serde_json::from_value(saved["instructions"].clone());
    let failed = || format!("{} is not a saved run", file.display());
    Ok(Saved {
        made: made.with_context(failed)?,
        instructions: instructions.with_context(failed)?,
    })
}

/// The instructions of our providers, without a fraction.
fn ours(figures: &Figures) -> BTreeMap<String, u64> {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a count of instructions"
    )]
    let ours = figures.iter().filter_map(|(name, count)| {
        let name = name.strip_prefix(PREFIX)?;
        name.starts_with("ours")
            .then(|| (name.to_owned(), count.round() as u64))
    });
    ours.collect()
}

impl Saved {
    /// Prints the differences of a run.
    ///
    /// # Errors
    /// If a call takes more instructions than it may, or the runs have no call in common.
    pub(super) fn compare(&self, figures: &Figures, machine: &Machine) -> Result<()> {
        let titles = ["instructions per call", "before", "now", "ratio", ""];
        let mut rows = vec![titles.map(str::to_owned).to_vec()];
        let mut worse = 0;
        for (name, before) in &self.instructions {
            let Some(now) = figures.get(&format!("{PREFIX}{name}")) else {
                println!("\nnot counted in this run: {name}");
                continue;
            };
            let is_worse = now > before * TOLERANCE;
            worse += u32::from(is_worse);
            rows.push(vec![
                name.clone(),
                number(Some(*before)),
                number(Some(now)),
                format!("{:.3}×", now / before),
                if is_worse { "worse" } else { "" }.to_owned(),
            ]);
        }
        ensure!(
            rows.len() > 1,
            "the two runs have no counted call in common"
        );
        let commit = self.made.get("commit").map_or("?", String::as_str);
        print_table(&format!("Compared with the saved run of {commit}"), &rows);
        for (name, now) in machine.iter().filter(|(name, _)| CAUSES.contains(name)) {
            let before = self.made.get(*name).map_or("unknown", String::as_str);
            if before != now {
                println!(
                    "\nThe {name} differs: {before} then, {now} now. That alone may change the counts."
                );
            }
        }
        ensure!(
            worse == 0,
            "{worse} of {} kinds of calls take more instructions than in the saved run",
            rows.len() - 1
        );
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(value: f64) -> Figures {
        let mut figures = Figures::default();
        figures.set("instructions/ours, Rust/check/20", value);
        figures.set("instructions/native Rust/check/20", 10.0 * value);
        figures.set("calls/ours, Rust/check/20/p50", 100.0 * value);
        figures
    }

    fn saved(value: f64) -> Saved {
        let name = format!("xtask-bench-{}-{value}.json", std::process::id());
        let file = std::env::temp_dir().join(name);
        let machine = [("commit", "abc"), ("load", "1.0"), ("processor", "fast")];
        let machine = machine.map(|(name, value)| (name, value.to_owned()));
        write(&file, &figures(value), &machine.to_vec()).unwrap();
        let saved = read(&file).unwrap();
        fs::remove_file(&file).unwrap();
        saved
    }

    #[test]
    fn two_per_cent_more_instructions_are_an_error() {
        let before = saved(1000.0);
        for (value, is_allowed) in [(500.0, true), (1019.0, true), (1021.0, false)] {
            let outcome = before.compare(&figures(value), &Machine::new());
            assert_eq!(outcome.is_ok(), is_allowed, "{value}");
        }
        before
            .compare(&Figures::default(), &Machine::new())
            .unwrap_err();
    }

    #[test]
    fn a_saved_run_has_our_instructions_and_their_causes() {
        let saved = saved(3.6);
        let instructions: Vec<_> = saved.instructions.into_iter().collect();
        assert_eq!(instructions, [("ours, Rust/check/20".to_owned(), 4.0)]);
        let made: Vec<_> = saved.made.keys().collect();
        assert_eq!(made, ["commit", "processor"]);
        let file = std::env::temp_dir().join("xtask-bench-nothing.json");
        write(&file, &Figures::default(), &Machine::new()).unwrap_err();
        assert!(!file.exists());
    }
}
