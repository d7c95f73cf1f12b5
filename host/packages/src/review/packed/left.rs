//! How much may still be unpacked of one file.

use std::io::{self, Read};

use crate::review::budget::{Allowance, Budget};

/// The largest unpacked size of one file.
const MAX_BYTES: usize = 512 << 20;

/// The remaining allowance for unpacking one file.
pub(super) struct Left<'a> {
    of_file: usize,
    allowance: &'a mut Allowance,
}

impl<'a> Left<'a> {
    /// What a file may be unpacked to.
    pub(super) fn of(budget: &'a mut Budget) -> Self {
        Self {
            of_file: MAX_BYTES,
            allowance: &mut budget.unpacked,
        }
    }
}

/// Reads what was packed, as far as that is allowed.
pub(super) fn read(packed: &mut dyn Read, left: &mut Left<'_>) -> Result<Vec<u8>, String> {
    let mut content = Vec::new();
    let most = left.of_file.min(left.allowance.left());
    let limit = u64::try_from(most).unwrap_or(u64::MAX);
    let read = packed
        .take(limit.saturating_add(1))
        .read_to_end(&mut content);
    read.map_err(|error: io::Error| format!("it is damaged: {error}"))?;
    left.of_file = left.of_file.saturating_sub(content.len());
    match left.allowance.take(content.len()) && content.len() <= most {
        true => Ok(content),
        false => Err("it is unpacked to more than is looked at".to_owned()),
    }
}
