//! `cargo xtask picture`: the picture of the crates in `docs/architecture.md`, drawn from `cargo metadata`.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result, ensure};

use crate::host_crates::{self, HostCrates};
use crate::paths::Paths;

/// The page with the picture.
const PAGE: &str = "docs/architecture.md";
/// The lines of the page between which the picture stands.
const BEGIN: &str = "<!-- crates: drawn by cargo xtask picture -->";
const END: &str = "<!-- end of crates -->";

/// Draws the picture anew in the page.
pub(crate) fn write(paths: &Paths) -> Result<()> {
    let (page, drawn) = pages(paths)?;
    if page == drawn {
        eprintln!("{PAGE} has this picture already");
        return Ok(());
    }
    fs::write(paths.root.join(PAGE), drawn).with_context(|| format!("{PAGE} cannot be written"))
}

/// Fails if the page has another picture.
pub(crate) fn check(paths: &Paths) -> Result<()> {
    let (page, drawn) = pages(paths)?;
    ensure!(
        page == drawn,
        "the picture in {PAGE} differs from the crates of the host\nhint: run `cargo xtask picture`"
    );
    Ok(())
}

/// The page as it is, and with the picture of the present crates.
fn pages(paths: &Paths) -> Result<(String, String)> {
    let page = fs::read_to_string(paths.root.join(PAGE))
        .with_context(|| format!("{PAGE} cannot be read"))?;
    let drawn = replaced(&page, &picture(&host_crates::read(paths)?))?;
    Ok((page, drawn))
}

/// The crates as a flowchart of Mermaid: nodes, then edges, each in the order of names.
fn picture(crates: &HostCrates) -> String {
    let nodes = crates.keys().map(|name| format!("    {name}\n"));
    let reduced = reduced(crates);
    let edges = reduced.iter().flat_map(|(name, below)| {
        below
            .iter()
            .map(move |below| format!("    {name} --> {below}\n"))
    });
    let lines: String = nodes.chain(edges).collect();
    format!("```mermaid\nflowchart TD\n{lines}```")
}

/// The same crates without each edge that a longer way makes needless.
fn reduced(crates: &HostCrates) -> HostCrates {
    let kept = |below: &BTreeSet<String>| {
        let is_kept = |to: &&String| !below.iter().any(|other| is_above(crates, other, to));
        below.iter().filter(is_kept).cloned().collect()
    };
    crates
        .iter()
        .map(|(name, below)| (name.clone(), kept(below)))
        .collect()
}

/// Whether a crate depends on another one, be it by way of others. Cargo allows no cycles, so the search ends.
fn is_above(crates: &HostCrates, name: &str, other: &str) -> bool {
    crates.get(name).is_some_and(|below| {
        below.contains(other) || below.iter().any(|next| is_above(crates, next, other))
    })
}

/// The page with the text between the two lines.
fn replaced(page: &str, text: &str) -> Result<String> {
    let parts = page
        .split_once(BEGIN)
        .and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = parts.with_context(|| {
        format!("{PAGE} lacks a line of the picture\nhint: put `{BEGIN}` and, below it, `{END}` into the page")
    })?;
    Ok(format!("{before}{BEGIN}\n\n{text}\n\n{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `a: b c` is a crate that depends on two others.
    fn crates(lines: &[&str]) -> HostCrates {
        let split = |line: &&str| {
            let (name, below) = line.split_once(':').unwrap();
            let below = below.split_whitespace().map(str::to_owned);
            (name.to_owned(), below.collect())
        };
        lines.iter().map(split).collect()
    }

    #[test]
    fn an_edge_is_left_out_if_a_longer_way_leads_to_the_same_crate() {
        let cases = [
            (&["a: b", "b:"][..], &["a: b", "b:"][..]),
            (&["a: b c", "b: c", "c:"], &["a: b", "b: c", "c:"]),
            (
                &["a: b c d", "b: d", "c: d", "d:"],
                &["a: b c", "b: d", "c: d", "d:"],
            ),
            (
                &["a: b d", "b: c", "c: d", "d:"],
                &["a: b", "b: c", "c: d", "d:"],
            ),
            (&["a: b c", "b:", "c:"], &["a: b c", "b:", "c:"]),
        ];
        for (whole, expected) in cases {
            assert_eq!(reduced(&crates(whole)), crates(expected), "{whole:?}");
        }
    }

    #[test]
    fn a_picture_has_a_node_for_each_crate_and_the_edges_in_order() {
        let expected = "```mermaid
flowchart TD
    alone
    core
    plugin
    sandbox
    tool
    plugin --> sandbox
    plugin --> tool
    sandbox --> core
    tool --> core
```";
        let crates = crates(&[
            "tool: core",
            "plugin: tool core sandbox",
            "sandbox: core",
            "core:",
            "alone:",
        ]);
        assert_eq!(picture(&crates), expected);
    }

    #[test]
    fn the_new_picture_takes_the_place_of_the_old_one_and_leaves_the_rest() {
        let page = format!("# Title\n\n{BEGIN}\nold\n{END}\n\nWhat it means.\n");
        let once = replaced(&page, "new").unwrap();
        let expected = format!("# Title\n\n{BEGIN}\n\nnew\n\n{END}\n\nWhat it means.\n");
        assert_eq!(once, expected);
        assert_eq!(replaced(&once, "new").unwrap(), once);
    }

    #[test]
    fn a_page_without_the_two_lines_is_an_error_that_shows_them() {
        let turned = format!("{END}\nold\n{BEGIN}\n");
        for page in ["# Title\n", BEGIN, END, &turned] {
            let error = replaced(page, "new").unwrap_err().to_string();
            assert!(error.contains(PAGE) && error.contains("hint: "), "{error}");
            assert!(error.contains(BEGIN) && error.contains(END), "{error}");
        }
    }
}
