//! Reading a policy and its keys: bounded, and only if no other user can have written them.

use std::io::{self, Read};
use std::path::Path;

use pulumi_wasm_platform::files::open_without_waiting;
use pulumi_wasm_platform::ownership::{self, distrust_file, distrust_folder};

use super::PolicyError;

/// Far more than any policy has.
const MAX_BYTES: u64 = 1 << 20;

/// Why a file is of no use, and what helps.
pub(super) struct Distrusted {
    pub(super) reason: String,
    pub(super) hint: String,
}

/// The text of a policy, or `None` if the file is missing.
pub(super) fn read(path: &Path) -> Result<Option<String>, PolicyError> {
    let failed = |reason: String, hint: String| PolicyError {
        file: path.to_owned(),
        line: None,
        reason,
        hint,
    };
    let bytes = read_trusted(path, MAX_BYTES)
        .map_err(|Distrusted { reason, hint }| failed(reason, hint))?;
    let text = bytes.map(|bytes| {
        String::from_utf8(bytes).map_err(|_| {
            failed(
                "it is not UTF-8 text".to_owned(),
                "write it anew, as `docs/use/policy.md` describes".to_owned(),
            )
        })
    });
    text.transpose()
}

/// The bytes of a file, or `None` if it is missing.
pub(super) fn read_trusted(path: &Path, most: u64) -> Result<Option<Vec<u8>>, Distrusted> {
    let failed = |reason: String, hint: &str| Distrusted {
        reason,
        hint: hint.to_owned(),
    };
    let readable = "make it a readable file, or remove it if there is nothing to forbid";
    let unreadable = |error: io::Error| failed(error.to_string(), readable);
    // Without waiting, which a pipe in the file's place would make us do.
    let file = match open_without_waiting(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable(error)),
    };
    if !file.metadata().map_err(unreadable)?.is_file() {
        return Err(failed("it is not a file".to_owned(), readable));
    }
    if let Some(reason) = distrust_file(&file).map_err(unreadable)? {
        let hint = format!("it {}", ownership::REMEDY);
        return Err(failed(reason.to_owned(), &hint));
    }
    // A user that can write to the folder can put another file in its place.
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    if let Some(reason) = distrust_folder(folder).map_err(unreadable)? {
        let reason = format!("its folder cannot be trusted: {reason}");
        return Err(failed(reason, &format!("the folder {}", ownership::REMEDY)));
    }
    let mut bytes = Vec::new();
    file.take(most + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if bytes.len() as u64 > most {
        return Err(failed(
            match most >> 20 {
                0 => format!("it is larger than {} KiB", most >> 10),
                mebibytes => format!("it is larger than {mebibytes} MiB"),
            },
            "make it shorter; patterns such as `*.example.com` stand for many hosts",
        ));
    }
    Ok(Some(bytes))
}
