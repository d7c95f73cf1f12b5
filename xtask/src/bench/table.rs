//! Tables as Markdown has them, with columns that stand below each other in a terminal as well.

use super::report;

pub(crate) struct Table {
    titles: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new<'a>(titles: impl IntoIterator<Item = &'a str>) -> Self {
        Self {
            titles: titles.into_iter().map(str::to_owned).collect(),
            rows: Vec::new(),
        }
    }

    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    pub(crate) fn print(&self, title: &str) {
        report::print(&format!("\n### {title}\n\n{}", self.text()));
    }

    fn text(&self) -> String {
        let all = || std::iter::once(&self.titles).chain(&self.rows);
        let widths: Vec<usize> = (0..self.titles.len())
            .map(|column| {
                let cells = all().filter_map(|row| row.get(column));
                cells
                    .map(|cell| cell.chars().count())
                    .max()
                    .unwrap_or(0)
                    .max(2)
            })
            .collect();
        let line = |row: &Vec<String>| {
            let cells = widths.iter().enumerate().map(|(column, width)| {
                let cell = row.get(column).map_or("", String::as_str);
                // Names stand left, figures right.
                match column {
                    0 => format!("{cell:<width$}"),
                    _ => format!("{cell:>width$}"),
                }
            });
            format!("| {} |", cells.collect::<Vec<_>>().join(" | "))
        };
        let rule: Vec<String> = widths
            .iter()
            .enumerate()
            .map(|(column, width)| match column {
                0 => "-".repeat(*width),
                _ => format!("{}:", "-".repeat(width - 1)),
            })
            .collect();
        let mut lines = vec![line(&self.titles), line(&rule)];
        lines.extend(self.rows.iter().map(line));
        lines.join("\n")
    }
}

/// A number with three significant digits, or an empty text without one.
pub(crate) fn number(value: Option<f64>) -> String {
    match value {
        None => String::new(),
        Some(value) if !value.is_finite() => String::new(),
        Some(value) if value.abs() < 10.0 => format!("{value:.2}"),
        Some(value) if value.abs() < 100.0 => format!("{value:.1}"),
        Some(value) => thousands(value),
    }
}

/// A ratio: `0.12×`.
pub(crate) fn ratio(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| match value {
        value if value < 0.1 => format!("{value:.3}×"),
        value if value < 10.0 => format!("{value:.2}×"),
        value => format!("{value:.1}×"),
    })
}

/// `1234567` → `1,234,567`.
fn thousands(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        let left = digits.len() - index;
        if index > 0 && left.is_multiple_of(3) && !text.ends_with('-') {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Table, number, ratio};

    #[test]
    fn numbers_have_what_can_be_read() {
        assert_eq!(number(Some(1.2345)), "1.23");
        assert_eq!(number(Some(12.345)), "12.3");
        assert_eq!(number(Some(1_234_567.8)), "1,234,568");
        assert_eq!(number(Some(999.0)), "999");
        assert_eq!(number(None), "");
        assert_eq!(ratio(Some(0.123)), "0.12×");
    }

    #[test]
    fn columns_stand_below_each_other() {
        let mut table = Table::new(["what", "ms"]);
        table.row(["a".to_owned(), "1.00".to_owned()]);
        assert_eq!(
            table.text(),
            "| what |   ms |\n| ---- | ---: |\n| a    | 1.00 |"
        );
    }
}
