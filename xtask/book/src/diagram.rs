//! Draws the diagrams of the pages: boxes with arrows from top to bottom, written as `flowchart TD` in Mermaid's notation.
//!
//! A box is in the row below the lowest box with an arrow to it. Within a row, boxes stand near the boxes above them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Result, bail, ensure};

const BOX_WIDTH: f64 = 104.0;
const BOX_HEIGHT: f64 = 34.0;
const COLUMN: f64 = 132.0;
const ROW: f64 = 84.0;
const MARGIN: f64 = 14.0;

/// The boxes by name, and the arrows between them.
#[derive(Default)]
struct Graph<'a> {
    names: Vec<&'a str>,
    arrows: Vec<(usize, usize)>,
}

/// Draws a diagram as SVG. Fails if the source has a notation that is not known here, or a circle of arrows.
pub(crate) fn draw(source: &str) -> Result<String> {
    let graph = Graph::parse(source)?;
    let rows = graph.rows()?;
    let widest = rows.iter().map(Vec::len).max().unwrap_or_default();
    #[allow(clippy::cast_precision_loss, reason = "a few boxes")]
    let (width, height) = (
        widest as f64 * COLUMN - (COLUMN - BOX_WIDTH) + 2.0 * MARGIN,
        (rows.len() as f64 - 1.0) * ROW + BOX_HEIGHT + 2.0 * MARGIN,
    );
    let mut places = vec![(0.0, 0.0); graph.names.len()];
    for (depth, row) in rows.iter().enumerate() {
        for (index, name) in row.iter().enumerate() {
            #[allow(clippy::cast_precision_loss, reason = "a few boxes")]
            let left = (width - (row.len() as f64 * COLUMN - (COLUMN - BOX_WIDTH))) / 2.0
                + index as f64 * COLUMN;
            #[allow(clippy::cast_precision_loss, reason = "a few rows")]
            let top = MARGIN + depth as f64 * ROW;
            places[*name] = (left, top);
        }
    }
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"14\">\n\
         <defs><marker id=\"a\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">\
         <path d=\"M0 0L8 4L0 8z\" fill=\"#667\"/></marker></defs>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#fff\"/>\n"
    );
    for (from, to) in &graph.arrows {
        let (x1, y1) = (
            places[*from].0 + BOX_WIDTH / 2.0,
            places[*from].1 + BOX_HEIGHT,
        );
        let (x2, y2) = (places[*to].0 + BOX_WIDTH / 2.0, places[*to].1 - 1.0);
        let bend = (y2 - y1) / 2.0;
        writeln!(
            svg,
            "<path d=\"M{x1:.0} {y1:.0}C{x1:.0} {:.0} {x2:.0} {:.0} {x2:.0} {y2:.0}\" fill=\"none\" stroke=\"#889\" \
             stroke-width=\"1.3\" marker-end=\"url(#a)\"/>",
            y1 + bend,
            y2 - bend
        )?;
    }
    for (name, (left, top)) in graph.names.iter().zip(&places) {
        writeln!(
            svg,
            "<rect x=\"{left:.0}\" y=\"{top:.0}\" width=\"{BOX_WIDTH}\" height=\"{BOX_HEIGHT}\" rx=\"6\" fill=\"#eeebfb\" \
             stroke=\"#5a47c4\"/><text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\" fill=\"#223\">{name}</text>",
            left + BOX_WIDTH / 2.0,
            top + BOX_HEIGHT / 2.0 + 5.0
        )?;
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

impl<'a> Graph<'a> {
    fn parse(source: &'a str) -> Result<Self> {
        let mut lines = source
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty());
        ensure!(
            lines.next() == Some("flowchart TD"),
            "only `flowchart TD` is known"
        );
        let mut graph = Self::default();
        for line in lines {
            let names: Vec<usize> = line
                .split("-->")
                .map(|name| graph.named(name.trim()))
                .collect::<Result<_>>()?;
            graph
                .arrows
                .extend(names.windows(2).map(|pair| (pair[0], pair[1])));
        }
        Ok(graph)
    }

    fn named(&mut self, name: &'a str) -> Result<usize> {
        let is_plain = name.split('-').all(|word| {
            let mut letters = word.chars();
            !word.is_empty() && letters.all(|letter| letter.is_alphanumeric() || letter == '_')
        });
        ensure!(is_plain, "`{name}` is not a plain name");
        let known = self.names.iter().position(|known| *known == name);
        Ok(known.unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        }))
    }

    /// The boxes of each row. A box without arrows to it is in the row above the first box that it leads to.
    fn rows(&self) -> Result<Vec<Vec<usize>>> {
        let mut depths = vec![0; self.names.len()];
        // A longer way than there are boxes is a circle.
        for _ in 0..=self.names.len() {
            let mut is_settled = true;
            for (from, to) in &self.arrows {
                if depths[*to] <= depths[*from] {
                    depths[*to] = depths[*from] + 1;
                    is_settled = false;
                }
            }
            if is_settled {
                return Ok(self.ordered(&self.lowered(depths)));
            }
        }
        bail!("the arrows form a cycle")
    }

    fn lowered(&self, mut depths: Vec<usize>) -> Vec<usize> {
        for name in 0..depths.len() {
            if self.arrows.iter().all(|(_, to)| *to != name) {
                let below = self.arrows.iter().filter(|(from, _)| *from == name);
                if let Some(first) = below.map(|(_, to)| depths[*to]).min() {
                    depths[name] = first.saturating_sub(1);
                }
            }
        }
        depths
    }

    #[allow(clippy::cast_precision_loss, reason = "a few boxes")]
    fn ordered(&self, depths: &[usize]) -> Vec<Vec<usize>> {
        let mut rows: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (name, depth) in depths.iter().enumerate() {
            rows.entry(*depth).or_default().push(name);
        }
        let mut places = vec![0.5; depths.len()];
        let mut ordered = Vec::new();
        for (_, mut row) in rows {
            let place = |name: usize| {
                let above: Vec<f64> = self
                    .arrows
                    .iter()
                    .filter(|(_, to)| *to == name)
                    .map(|(from, _)| places[*from])
                    .collect();
                if above.is_empty() {
                    0.5
                } else {
                    above.iter().sum::<f64>() / above.len() as f64
                }
            };
            row.sort_by(|one, other| place(*one).total_cmp(&place(*other)));
            let count = row.len();
            for (index, name) in row.iter().enumerate() {
                places[*name] = (index as f64 + 0.5) / count as f64;
            }
            ordered.push(row);
        }
        ordered
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test")]

    use super::*;

    #[test]
    fn a_box_stands_below_all_boxes_with_an_arrow_to_it() {
        let graph =
            Graph::parse("flowchart TD\n a\n a --> b\n b --> c\n a --> c\n d --> c\n").unwrap();
        let rows = graph.rows().unwrap();
        let names: Vec<Vec<&str>> = rows
            .iter()
            .map(|row| row.iter().map(|name| graph.names[*name]).collect())
            .collect();
        assert_eq!(names, [vec!["a"], vec!["b", "d"], vec!["c"]]);
        let picture = draw("flowchart TD\n a --> b").unwrap();
        assert_eq!(picture.matches("<text").count(), 2);
        assert_eq!(picture.matches("marker-end").count(), 1);
    }

    #[test]
    fn a_circle_and_an_unknown_notation_are_refused() {
        for source in [
            "flowchart TD\n a --> b\n b --> a",
            "flowchart LR\n a --> b",
            "flowchart TD\n a[A text] --> b",
        ] {
            assert!(draw(source).is_err(), "{source}");
        }
    }
}
