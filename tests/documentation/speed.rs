//! The figures of the README against the tables of `docs/performance.md`, which the benchmark printed.

use super::{cells, read};

/// The cell of a table in `docs/performance.md`: in the row of a provider, the first column with this title after a
/// column with another title.
fn figure(page: &str, table: &str, provider: &str, (after, title): (&str, &str)) -> String {
    let mut tables = page.split("\n### ");
    let table = tables
        .find(|section| section.starts_with(table))
        .unwrap_or_else(|| panic!("docs/performance.md has no table `{table}`"));
    let rows: Vec<Vec<&str>> = table.lines().filter_map(cells).collect();
    let titles = &rows[0];
    let first = titles.iter().position(|cell| cell.starts_with(after));
    let first = first.unwrap_or_else(|| panic!("no column `{after}` in {titles:?}"));
    let column = titles
        .iter()
        .enumerate()
        .skip(first + 1)
        .find(|(_, cell)| **cell == title);
    let (column, _) = column.unwrap_or_else(|| panic!("no column `{title}` in {titles:?}"));
    let row = rows.iter().find(|row| row[0] == provider);
    let row = row.unwrap_or_else(|| panic!("no row `{provider}`"));
    row[column].to_owned()
}

#[test]
fn the_figures_of_the_readme_are_those_of_the_page_on_performance() {
    let readme = read("README.md");
    let page = read("docs/performance.md");
    let section = readme
        .split("\n## ")
        .find(|section| section.starts_with("How fast it is"));
    let table = section.expect("the section").lines().filter_map(cells);
    let shown: Vec<(String, String)> = table
        .filter(|row| !row[0].is_empty())
        .map(|row| (row[0].to_owned(), row[1].to_owned()))
        .collect();
    let expected = [
        (
            "from the launch of the process to its first Check, without a hook",
            figure(
                &page,
                "Start, warm",
                "ours, Rust",
                ("first Check", "Check, to its peer"),
            ),
        ),
        (
            "a Check with 20 values, without a hook",
            figure(&page, "Check, one caller", "ours, Rust", ("20:", "to Go")),
        ),
        (
            "a Check with 20 values, with a hook in Rust",
            figure(
                &page,
                "Check, one caller",
                "ours, Rust, hook",
                ("20:", "to Go"),
            ),
        ),
        (
            "memory after the first Check",
            figure(
                &page,
                "Memory of a process",
                "ours, Rust",
                ("first Check", "to Go"),
            ),
        ),
    ];
    let expected = expected.map(|(label, figure)| (label.to_owned(), figure));
    assert_eq!(shown, expected);
}
