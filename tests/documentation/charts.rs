//! The charts in `docs/pictures`: bars of the figures in the tables of `docs/performance.md`, which the benchmark printed.
//!
//! With `PULUMI_WASM_WRITE=1` the test draws them again.

use std::fmt::Write as _;
use std::{env, fs};

use super::{cells, read, root};

const WRITE: &str = "PULUMI_WASM_WRITE";

/// A chart of one column of a table.
struct Chart {
    file: &'static str,
    title: &'static str,
    /// The beginning of the title of the table.
    table: &'static str,
    /// The beginning of the title of the column. Of `74.1 / 140` the chart shows the first figure.
    column: &'static str,
    unit: &'static str,
}

const CHARTS: [Chart; 4] = [
    Chart {
        file: "start.svg",
        title: "From the launch of the process to the first Check",
        table: "Start, warm",
        column: "first Check",
        unit: "ms",
    },
    Chart {
        file: "check.svg",
        title: "A Check with 20 values, median",
        table: "Check, one caller",
        column: "20:",
        unit: "µs",
    },
    Chart {
        file: "diff.svg",
        title: "A Diff with 200 values, median",
        table: "Diff, one caller",
        column: "200:",
        unit: "µs",
    },
    Chart {
        file: "memory.svg",
        title: "Memory of a process after the first Check",
        table: "Memory of a process",
        column: "first Check",
        unit: "MiB",
    },
];

const WIDTH: f64 = 760.0;
const LABELS: f64 = 172.0;
/// The room for the figure behind the longest bar.
const FIGURES: f64 = 84.0;
const ROW: f64 = 26.0;
const TOP: f64 = 48.0;

/// The figures of a column by provider, in the order of the table, as the table writes them.
fn figures(page: &str, chart: &Chart) -> Vec<(String, String)> {
    let mut tables = page.split("\n### ");
    let table = tables
        .find(|section| section.starts_with(chart.table))
        .unwrap_or_else(|| panic!("docs/performance.md has no table `{}`", chart.table));
    // A second table of a section has figures of another day.
    let lines = table.lines().skip_while(|line| cells(line).is_none());
    let lines = lines.take_while(|line| line.starts_with('|'));
    let rows: Vec<Vec<&str>> = lines.filter_map(cells).collect();
    let titles = rows[0].iter();
    let column = titles
        .clone()
        .position(|title| title.starts_with(chart.column));
    let column = column.unwrap_or_else(|| panic!("no column `{}` in {titles:?}", chart.column));
    let figure = |cell: &str| cell.split(" / ").next().unwrap().to_owned();
    // The line below the titles has colons where figures stand at the right.
    let rows = rows[1..].iter().filter(|row| row[0] != "---");
    rows.map(|row| (row[0].to_owned(), figure(row[column])))
        .collect()
}

fn draw(chart: &Chart, figures: &[(String, String)]) -> String {
    let value = |text: &str| -> f64 { text.replace(',', "").parse().unwrap() };
    let largest = figures
        .iter()
        .map(|(_, figure)| value(figure))
        .fold(0.0, f64::max);
    assert!(largest > 0.0, "{}", chart.title);
    let height = TOP + ROW * f64::from(u32::try_from(figures.len()).unwrap()) + 12.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"13\" role=\"img\" aria-labelledby=\"t\">\n\
         <title id=\"t\">{0} ({1})</title>\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" rx=\"8\" fill=\"#fff\"/>\n\
         <text x=\"16\" y=\"28\" font-size=\"15\" font-weight=\"600\" fill=\"#223\">{0} ({1}; less is better)</text>\n",
        chart.title, chart.unit
    );
    let mut top = TOP;
    for (provider, figure) in figures {
        let bar = (WIDTH - LABELS - FIGURES) * value(figure) / largest;
        let colour = if provider.starts_with("ours") {
            "#5a47c4"
        } else {
            "#b3b7c6"
        };
        writeln!(
            svg,
            "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"end\" fill=\"#223\">{provider}</text>\
             <rect x=\"{LABELS}\" y=\"{top:.0}\" width=\"{:.1}\" height=\"{:.0}\" rx=\"2\" fill=\"{colour}\"/>\
             <text x=\"{:.0}\" y=\"{:.0}\" fill=\"#223\">{figure}</text>",
            LABELS - 10.0,
            top + 14.0,
            bar.max(1.5),
            ROW - 8.0,
            LABELS + bar.max(1.5) + 8.0,
            top + 14.0,
        )
        .unwrap();
        top += ROW;
    }
    svg.push_str("</svg>\n");
    svg
}

#[test]
fn the_charts_show_the_figures_of_the_page_on_performance() {
    let page = read("docs/performance.md");
    for chart in &CHARTS {
        let picture = format!("docs/pictures/{}", chart.file);
        let drawn = draw(chart, &figures(&page, chart));
        if env::var_os(WRITE).is_some() {
            fs::write(root().join(&picture), &drawn).unwrap();
        }
        assert!(
            read(&picture) == drawn,
            "{picture} shows other figures than docs/performance.md\nhint: run `{WRITE}=1 cargo test --test documentation charts`"
        );
        assert!(
            page.contains(&format!("](pictures/{})", chart.file)),
            "docs/performance.md does not show {picture}"
        );
    }
}
