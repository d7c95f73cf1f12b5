//! Files that an operator writes in YAML: read bounded, and only if no other user can have written them. A mistake is told with its line.

use std::io::{self, Read};
use std::path::Path;

use pulumi_wasm_capability::limits::show_bytes;
use pulumi_wasm_platform::files::open_without_waiting;
use pulumi_wasm_platform::ownership::{self, distrust_file};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};

use crate::operator_path::{self, Obstacle};

/// Far more than any such file has.
const MAX_BYTES: u64 = 1 << 20;

/// A kind of file, for advice about one that cannot be read.
pub(crate) struct FileKind {
    /// The page that describes it.
    pub(crate) page: &'static str,
    /// When the operator needs none, as in `if there is nothing to forbid`.
    pub(crate) unneeded: &'static str,
    /// How it gets shorter.
    pub(crate) shorter: &'static str,
}

/// A file that cannot be used.
#[derive(Debug)]
pub(crate) struct Unreadable {
    pub(crate) reason: String,
    /// The next step of the operator.
    pub(crate) hint: String,
}

/// A text that has not the form that it should have.
#[derive(Debug)]
pub(crate) struct Malformed {
    pub(crate) line: Option<u64>,
    pub(crate) reason: String,
}

impl FileKind {
    /// The text of a file, or `None` if it is missing.
    ///
    /// # Errors
    /// When it is no file, another user could have written it, a link leads to nothing, or it is not a text of a usual length.
    pub(crate) fn read(&self, path: &Path) -> Result<Option<String>, Unreadable> {
        let bytes = self.read_bytes(path, MAX_BYTES)?;
        let text = bytes.map(String::from_utf8).transpose();
        text.map_err(|_| Unreadable {
            reason: "it is not UTF-8 text".to_owned(),
            hint: format!("write it anew, as `{}` describes", self.page),
        })
    }

    /// The bytes of a file, of which there are at most `most`, or `None` if it is missing.
    ///
    /// # Errors
    /// When it is no file, another user could have written it, a link leads to nothing, or it is longer.
    pub(crate) fn read_bytes(&self, path: &Path, most: u64) -> Result<Option<Vec<u8>>, Unreadable> {
        let failed = |reason: String, hint: &str| Unreadable {
            reason,
            hint: hint.to_owned(),
        };
        let readable = format!("make it a readable file, or remove it {}", self.unneeded);
        let unreadable = |error: io::Error| failed(error.to_string(), &readable);
        let followed = operator_path::follow(path).map_err(|obstacle| match obstacle {
            Obstacle::Failed(error) => unreadable(error),
            Obstacle::Dangling(link) => failed(
                format!("the link `{}` leads to nothing", link.display()),
                &format!(
                    "make the link lead to the file, or remove it {}",
                    self.unneeded
                ),
            ),
            Obstacle::Distrusted { reason, remedy } => failed(reason, &remedy),
        })?;
        let Some(place) = followed else {
            return Ok(None);
        };
        // Without waiting, which a pipe in the file's place would make us do.
        let file = open_without_waiting(&place).map_err(unreadable)?;
        if !file.metadata().map_err(unreadable)?.is_file() {
            return Err(failed("it is not a file".to_owned(), &readable));
        }
        if let Some(reason) = distrust_file(&file).map_err(unreadable)? {
            let hint = format!("it {}", ownership::REMEDY);
            return Err(failed(reason.to_owned(), &hint));
        }
        let mut bytes = Vec::new();
        file.take(most + 1)
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
        if bytes.len() as u64 > most {
            let reason = format!("it is larger than {}", show_bytes(most));
            return Err(failed(reason, self.shorter));
        }
        Ok(Some(bytes))
    }
}

/// Reads a text of YAML.
///
/// # Errors
/// The first mistake, and its line.
pub(crate) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, Malformed> {
    serde_saphyr::from_str(text).map_err(|error| {
        let line = error.location().map(|location| location.line());
        let reason = error.without_snippet().to_string();
        let reason = reason
            .rsplit_once(" at line ")
            .map_or(reason.as_str(), |(reason, _)| reason);
        // The rest is advice for programmers.
        let advice = [", set Duplicate", "; use "];
        let reason = advice
            .iter()
            .filter_map(|start| reason.split_once(start))
            .map(|(reason, _)| reason)
            .next()
            .unwrap_or(reason)
            .to_owned();
        Malformed { line, reason }
    })
}

/// A key that is written has a value: an empty one is more likely a mistake than the wish for no rule.
pub(crate) fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}
