//! Keeping the figures of a run, and holding another one to them.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Map, Value, json};

use super::figures::Figures;
use super::report;
use super::table::{Table, number, ratio};

/// By how much a call may take more instructions: what the allocator and hash seeds change is less.
const TOLERANCE: f64 = 1.02;

/// Begins the names of figures that do not depend on what else the machine does.
pub(crate) const INSTRUCTIONS: &str = "instructions/";

pub(crate) fn save(file: &Path, figures: &Figures, head: &[(&'static str, String)]) -> Result<()> {
    let head: Map<String, Value> = head
        .iter()
        .map(|(name, value)| ((*name).to_owned(), json!(value)))
        .collect();
    let figures: Map<String, Value> = figures
        .iter()
        .map(|(name, value)| (name.to_owned(), json!(value)))
        .collect();
    let text = serde_json::to_string_pretty(&json!({ "head": head, "figures": figures }))?;
    fs::write(file, text + "\n")
        .with_context(|| format!("{} cannot be written", file.display()))?;
    report::print(&format!("\nsaved in {}", file.display()));
    Ok(())
}

pub(crate) fn read(file: &Path) -> Result<Figures> {
    let text =
        fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let saved: Value = serde_json::from_str(&text)
        .with_context(|| format!("{} holds no saved run", file.display()))?;
    let figures = saved["figures"]
        .as_object()
        .with_context(|| format!("{} holds no figures", file.display()))?;
    let figure = |(name, value): (&String, &Value)| Some((name.clone(), value.as_f64()?));
    Ok(figures.iter().filter_map(figure).collect())
}

/// Shows what changed; false where a call takes more instructions than it may.
pub(crate) fn print(before: &Figures, now: &Figures) -> bool {
    let changes = changes(before, now);
    if changes.is_empty() {
        report::print("\nThere is nothing that both runs counted instructions of.");
        return true;
    }
    let mut table = Table::new(["instructions per call", "before", "now", "ratio", ""]);
    let mut is_well = true;
    for change in &changes {
        let is_worse = change.now > change.before * TOLERANCE;
        is_well &= !is_worse;
        table.row([
            change.name.clone(),
            number(Some(change.before)),
            number(Some(change.now)),
            ratio(Some(change.now / change.before)),
            if is_worse { "worse" } else { "" }.to_owned(),
        ]);
    }
    table.print("Compared with the saved run");
    for (name, _) in before.iter() {
        let is_ours = name.starts_with(&format!("{INSTRUCTIONS}ours"));
        if is_ours && now.get(name).is_none() {
            report::print(&format!("\nnot counted this time: {name}"));
        }
    }
    is_well
}

struct Change {
    name: String,
    before: f64,
    now: f64,
}

/// Ours alone: what peers take is none of our regressions.
fn changes(before: &Figures, now: &Figures) -> Vec<Change> {
    let ours = now.iter().filter_map(|(name, now)| {
        let what = name.strip_prefix(INSTRUCTIONS)?;
        let before = before.get(name).filter(|before| *before > 0.0)?;
        what.starts_with("ours").then(|| Change {
            name: what.to_owned(),
            before,
            now,
        })
    });
    ours.collect()
}

#[cfg(test)]
mod tests {
    use super::{Figures, print, read, save};

    fn figures(value: f64) -> Figures {
        [
            ("instructions/ours, Rust/check/20".to_owned(), value),
            ("instructions/native Rust/check/20".to_owned(), 10.0 * value),
            ("calls/ours, Rust/check/20/p50".to_owned(), 100.0 * value),
        ]
        .into_iter()
        .collect()
    }

    #[test]
    fn two_hundredths_more_are_too_many() {
        assert!(print(&figures(1000.0), &figures(1019.0)));
        assert!(!print(&figures(1000.0), &figures(1021.0)));
        assert!(print(&figures(1000.0), &figures(500.0)));
    }

    #[test]
    fn times_and_peers_are_no_regression() {
        let mut slower = figures(1000.0);
        slower.set("calls/ours, Rust/check/20/p50", 1e9);
        slower.set("instructions/native Rust/check/20", 1e9);
        assert!(print(&figures(1000.0), &slower));
    }

    #[test]
    fn what_is_saved_can_be_read() {
        let file = std::env::temp_dir().join(format!("xtask-bench-{}.json", std::process::id()));
        save(&file, &figures(3.5), &[("date", "today".to_owned())]).unwrap();
        assert_eq!(read(&file).unwrap(), figures(3.5));
        std::fs::remove_file(&file).unwrap();
    }
}
