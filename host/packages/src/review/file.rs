//! One file of a project: generated code, a lock file, or anything else that a language or the engine may read.
//!
//! Every language has a file that says which plugin its SDK is for. But its code decides which component runs, so all
//! files are searched for values, of any kind and at any place. A declaration that cannot be understood is reported.

use std::path::Path;

use super::{Review, packed, plugin, values};
use crate::regular_file;

/// Generated code is smaller by far; components and programs may be as large.
const MAX_BYTES: u64 = 256 << 20;

/// Reads a file. `in_sdks`: whether it lies in a folder for SDKs only; there, a file that describes an SDK must not be
/// damaged.
pub(super) fn read(review: &mut Review, file: &Path, in_sdks: bool) {
    match contents(file) {
        Ok(bytes) => look_at(review, file, &bytes, in_sdks),
        Err(reason) => review.add_unreadable(file, reason),
    }
}

/// Looks at what a file says.
pub(super) fn look_at(review: &mut Review, file: &Path, bytes: &[u8], in_sdks: bool) {
    review.files += 1;
    review.budget.begin_file(bytes.len());
    look_into(review, file, bytes, in_sdks, 0);
}

/// Looks at what lies so deep in the file that was begun last.
pub(super) fn look_into(
    review: &mut Review,
    file: &Path,
    bytes: &[u8],
    in_sdks: bool,
    depth: usize,
) {
    match values::find(bytes, &mut review.budget) {
        Ok(values) => {
            for value in &values {
                review.add_value(file, None, value);
            }
            let budget = &mut review.budget;
            if let Err(reason) = plugin::understand(file, bytes, in_sdks, &values, budget) {
                review.add_unreadable(file, reason);
            }
        }
        Err(reason) => review.add_unreadable(file, reason.to_string()),
    }
    match packed::unpack(file, bytes, &mut review.budget) {
        Ok(files) if files.is_empty() => {}
        Ok(_) if depth == packed::MAX_DEPTH => {
            review.add_unreadable(file, "archives lie in each other too deep");
        }
        Ok(files) => {
            for (inner, content) in files {
                look_into(review, &inner, &content, in_sdks, depth + 1);
            }
        }
        Err(reason) => review.add_unreadable(file, reason),
    }
}

/// The bytes of a file. A pipe or a device is not waited for.
pub(super) fn contents(file: &Path) -> Result<Vec<u8>, String> {
    let read = regular_file::read(file, MAX_BYTES);
    read.map_err(|error| format!("it cannot be read: {error}"))?
        .ok_or_else(|| format!("it is larger than {} MiB", MAX_BYTES >> 20))
}
