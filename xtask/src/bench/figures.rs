//! The measured figures by their names, and tables of them.

use std::collections::BTreeMap;

use serde_json::Value;

/// Figures by names such as `calls/ours, Rust/check/20/p50`, which stay the same from run to run.
#[derive(Debug, Default)]
pub(super) struct Figures(BTreeMap<String, f64>);

impl Figures {
    /// Records a figure unless it is not a number.
    pub(super) fn set(&mut self, name: impl Into<String>, value: f64) {
        if value.is_finite() {
            self.0.insert(name.into(), value);
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<f64> {
        self.0.get(name).copied()
    }

    /// One figure in relation to another.
    pub(super) fn ratio(&self, of: &str, to: &str) -> Option<f64> {
        let to = self.get(to).filter(|to| *to > 0.0)?;
        Some(self.get(of)? / to)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, f64)> {
        self.0.iter().map(|(name, value)| (name.as_str(), *value))
    }
}

/// The percentile of some values by the nearest rank. `share` is 0.5 for the median.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a rank among a few runs"
)]
pub(super) fn percentile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (share * sorted.len() as f64).ceil().max(1.0) as usize;
    sorted.get(rank - 1).copied().unwrap_or(f64::NAN)
}

pub(super) fn median(values: &[f64]) -> f64 {
    percentile(values, 0.5)
}

/// The values of the processes in a report of the launcher.
pub(super) fn of_processes(report: &Value, pointer: &str) -> Vec<f64> {
    let processes = report["processes"].as_array().into_iter().flatten();
    let values = processes.filter_map(|process| process.pointer(pointer)?.as_f64());
    values.collect()
}

/// Prints a table in Markdown whose columns are also aligned in a terminal. The first row has the titles.
pub(super) fn print_table(title: &str, rows: &[Vec<String>]) {
    print!("\n### {title}\n\n{}", table(rows));
}

fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let cell = |row: &[String], column: usize| row.get(column).cloned().unwrap_or_default();
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            let lengths = rows.iter().map(|row| cell(row, column).chars().count());
            lengths.max().unwrap_or_default().max(2)
        })
        .collect();
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        for (column, width) in widths.iter().enumerate() {
            let cell = cell(row, column);
            text += &if column == 0 {
                format!("| {cell:<width$} |")
            } else {
                format!(" {cell:>width$} |")
            };
        }
        text.push('\n');
        if index == 0 {
            text += &format!("| {} |", "-".repeat(*widths.first().unwrap_or(&2)));
            for width in widths.iter().skip(1) {
                text += &format!(" {}: |", "-".repeat(width - 1));
            }
            text.push('\n');
        }
    }
    text
}

/// A number with three significant digits; an empty text for `None`.
pub(super) fn number(value: Option<f64>) -> String {
    match value {
        Some(value) if value.abs() < 10.0 => format!("{value:.2}"),
        Some(value) if value.abs() < 100.0 => format!("{value:.1}"),
        Some(value) => format!("{value:.0}"),
        None => String::new(),
    }
}

/// A ratio: `0.12×`.
pub(super) fn ratio(value: Option<f64>) -> String {
    match value {
        Some(value) if value < 0.1 => format!("{value:.3}×"),
        Some(value) => format!("{value:.2}×"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_one_of_the_values() {
        let values = [3.0, 1.0, 2.0, 4.0];
        assert!((percentile(&values, 0.5) - 2.0).abs() < f64::EPSILON);
        assert!((percentile(&values, 0.99) - 4.0).abs() < f64::EPSILON);
        assert!(percentile(&[], 0.5).is_nan());
    }

    #[test]
    fn a_ratio_needs_two_figures() {
        let mut figures = Figures::default();
        figures.set("a", 1.0);
        figures.set("zero", 0.0);
        assert_eq!(figures.ratio("a", "zero"), None);
        assert_eq!(figures.ratio("a", "missing"), None);
        assert_eq!(figures.ratio("a", "a"), Some(1.0));
    }

    #[test]
    fn a_table_is_markdown_with_aligned_columns() {
        let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        assert_eq!(
            table(&[row(["what", "ms"]), row(["a", "1.00"])]),
            "| what |   ms |\n| ---- | ---: |\n| a    | 1.00 |\n"
        );
    }
}
