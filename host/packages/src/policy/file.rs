//! Reading a policy: bounded, and only if no other user can have written it.

use std::io::{self, Read};
use std::path::Path;

use pulumi_wasm_platform::files::open_without_waiting;
use pulumi_wasm_platform::ownership::{self, distrust_file, distrust_folder};

use super::PolicyError;

/// Far more than any policy has.
const MAX_BYTES: u64 = 1 << 20;

/// The text of a policy, or `None` if the file is missing.
pub(super) fn read(path: &Path) -> Result<Option<String>, PolicyError> {
    let failed = |reason: String, hint: &str| PolicyError {
        file: path.to_owned(),
        line: None,
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
    file.take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(failed(
            "it is larger than 1 MiB".to_owned(),
            "make it shorter; patterns such as `*.example.com` stand for many hosts",
        ));
    }
    String::from_utf8(bytes).map(Some).map_err(|_| {
        failed(
            "it is not UTF-8 text".to_owned(),
            "write it anew, as `docs/use/policy.md` describes",
        )
    })
}
