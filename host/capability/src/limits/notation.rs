//! Limits as users read and write them.

use super::table::{GIB, HOUR, KIB, MIB, MINUTE, SECOND};
use super::{Limit, Unit};
use crate::flag_place::FlagPlace;

impl Limit {
    /// The text of the `hint:` line of an error about the limit, which has this value, for a package that a user adds.
    #[must_use]
    pub fn hint(self, value: u64) -> String {
        self.hint_in(FlagPlace::Added, value)
    }

    /// As [`Limit::hint`], for a package whose flags are in another place.
    pub(super) fn hint_in(self, place: FlagPlace, value: u64) -> String {
        match self.advice() {
            Some(advice) => advice.replace("{parallelism}", place.parallelism()),
            None => format!("raise it with {}", self.raised_in(place, value)),
        }
    }

    /// The flag that raises a setting above a value, with its place.
    pub(super) fn raised_in(self, place: FlagPlace, value: u64) -> String {
        // The value in the syntax of a flag.
        let example = self.show(value.saturating_mul(2));
        let example = example.replace(" bytes", "").replace(' ', "");
        place.setting(&format!("--limit {}={example}", self.name()))
    }

    /// The setting of that name. Fixed limits cannot be set.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Limit> {
        Self::SETTINGS
            .into_iter()
            .find(|limit| limit.name() == name)
    }

    /// The value for messages: `1 GiB`, `60 s`, `64`.
    #[must_use]
    pub fn show(self, value: u64) -> String {
        match self.unit() {
            Unit::Count => value.to_string(),
            Unit::Bytes => show_bytes(value),
            Unit::Milliseconds => {
                show_scaled(value, &[("h", HOUR), ("min", MINUTE), ("s", SECOND)], "ms")
            }
        }
    }

    /// Reads a value as a user writes it: `512MiB`, `90s`, `10m`, `100`.
    ///
    /// # Errors
    /// A sentence for the user.
    pub fn parse(self, text: &str) -> Result<u64, String> {
        let digits = text
            .find(|character: char| !character.is_ascii_digit())
            .unwrap_or(text.len());
        let (number, suffix) = text.split_at(digits);
        let factor = match (self.unit(), suffix.trim()) {
            (Unit::Count, "") | (Unit::Bytes, "" | "B") | (Unit::Milliseconds, "ms") => 1,
            (Unit::Bytes, "KiB" | "K") => KIB,
            (Unit::Bytes, "MiB" | "M") => MIB,
            (Unit::Bytes, "GiB" | "G") => GIB,
            (Unit::Milliseconds, "s") => SECOND,
            (Unit::Milliseconds, "m" | "min") => MINUTE,
            (Unit::Milliseconds, "h") => HOUR,
            _ => return Err(self.explain(text)),
        };
        let number: u64 = number.parse().map_err(|_| self.explain(text))?;
        match number.checked_mul(factor) {
            Some(value) if value > 0 => Ok(value),
            _ => Err(self.explain(text)),
        }
    }

    fn explain(self, text: &str) -> String {
        let form = match self.unit() {
            Unit::Bytes => "a size such as 512MiB or 2GiB",
            Unit::Milliseconds => "a time such as 500ms, 90s, 10m or 2h",
            Unit::Count => "a whole number above 0",
        };
        format!("the limit `{}` takes {form}, not `{text}`", self.name())
    }
}

/// A number of bytes in words: `1 GiB`, `64 KiB`, `1000 bytes`.
#[must_use]
pub fn show_bytes(bytes: u64) -> String {
    show_scaled(bytes, &[("GiB", GIB), ("MiB", MIB), ("KiB", KIB)], "bytes")
}

fn show_scaled(value: u64, scales: &[(&str, u64)], unit: &str) -> String {
    scales
        .iter()
        .find(|(_, factor)| value >= *factor && value.is_multiple_of(*factor))
        .map_or_else(
            || format!("{value} {unit}"),
            |(name, factor)| format!("{} {name}", value / factor),
        )
}
