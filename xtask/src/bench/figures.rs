//! Every number that was measured, by a name that stays the same from run to run.

use std::collections::BTreeMap;

#[derive(Debug, Default, Clone, PartialEq)]
pub(crate) struct Figures(BTreeMap<String, f64>);

impl Figures {
    pub(crate) fn set(&mut self, name: impl Into<String>, value: f64) {
        // All numbers in JSON are such.
        if value.is_finite() {
            self.0.insert(name.into(), value);
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<f64> {
        self.0.get(name).copied()
    }

    /// One figure in relation to another.
    pub(crate) fn ratio(&self, of: &str, to: &str) -> Option<f64> {
        let to = self.get(to).filter(|to| *to > 0.0)?;
        Some(self.get(of)? / to)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, f64)> {
        self.0.iter().map(|(name, value)| (name.as_str(), *value))
    }
}

impl FromIterator<(String, f64)> for Figures {
    fn from_iter<T: IntoIterator<Item = (String, f64)>>(figures: T) -> Self {
        Self(figures.into_iter().collect())
    }
}

/// The value below which a share of some figures lies, by the nearest rank.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a rank among a few runs"
)]
pub(crate) fn percentile(figures: &[f64], share: f64) -> f64 {
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (share * sorted.len() as f64).ceil().max(1.0) as usize;
    sorted.get(rank - 1).copied().unwrap_or(f64::NAN)
}

pub(crate) fn median(figures: &[f64]) -> f64 {
    percentile(figures, 0.5)
}

#[cfg(test)]
mod tests {
    use super::{Figures, percentile};

    #[test]
    fn a_percentile_is_one_of_the_figures() {
        let figures = [3.0, 1.0, 2.0, 4.0];
        assert!((percentile(&figures, 0.5) - 2.0).abs() < f64::EPSILON);
        assert!((percentile(&figures, 0.99) - 4.0).abs() < f64::EPSILON);
        assert!(percentile(&[], 0.5).is_nan());
    }

    #[test]
    fn there_is_no_ratio_to_nothing() {
        let mut figures = Figures::default();
        figures.set("a", 1.0);
        figures.set("zero", 0.0);
        assert_eq!(figures.ratio("a", "zero"), None);
        assert_eq!(figures.ratio("a", "missing"), None);
        assert_eq!(figures.ratio("a", "a"), Some(1.0));
    }
}
