//! The error of a command as it is printed: its causes in one sentence, then the hints.

use std::fmt;
use std::io::{self, ErrorKind};

/// The mark of a hint in the text of an error.
const HINT: &str = "\nhint:";

/// An error with all causes. A hint of an outer cause comes after the inner causes.
pub(crate) struct Failure<'a>(pub(crate) &'a anyhow::Error);

impl fmt::Display for Failure<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut causes, mut hints) = (Vec::<String>::new(), String::new());
        for cause in self.0.chain() {
            let text = cause.to_string();
            let (reason, hint) = text.split_at(text.find(HINT).unwrap_or(text.len()));
            // Some errors have the text of their cause in their text.
            let is_said = |said: &String| said.ends_with(&format!(": {reason}"));
            if !causes.last().is_some_and(is_said) {
                causes.push(reason.to_owned());
            }
            if !format!("{hints}\n").contains(&format!("{hint}\n")) {
                hints.push_str(hint);
            }
        }
        if hints.is_empty()
            && let Some(advice) = self.advice()
        {
            hints = format!("{HINT} {advice}");
        }
        write!(formatter, "{}{hints}", causes.join(": "))
    }
}

impl Failure<'_> {
    /// The advice for an error of the system that no cause explains.
    fn advice(&self) -> Option<&'static str> {
        let mut causes = self.0.chain().filter_map(|cause| cause.downcast_ref());
        match causes.next().map(io::Error::kind)? {
            ErrorKind::NotFound => {
                Some("check the path: a relative path begins at the folder of the command")
            }
            ErrorKind::NotADirectory => Some("give the path of a folder"),
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                Some("let your user read or write there, or use another path")
            }
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
                Some("free some space on that disk")
            }
            ErrorKind::InvalidFilename => Some("give a shorter path"),
            ErrorKind::AlreadyExists => Some("move it away, or give another path"),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    #[test]
    fn the_hint_of_an_outer_cause_comes_after_the_inner_causes() {
        let error = anyhow!("line 3 has a tab\nhint: use spaces")
            .context("it cannot be parsed")
            .context("cannot read a.yaml\nhint: give another file");
        assert_eq!(
            Failure(&error).to_string(),
            "cannot read a.yaml: it cannot be parsed: line 3 has a tab\nhint: give another file\nhint: use spaces"
        );
    }

    #[test]
    fn an_error_of_the_system_without_a_hint_gets_one() {
        let denied = io::Error::from(ErrorKind::PermissionDenied);
        let error = anyhow::Error::from(denied).context("cannot write a.yaml");
        let said = Failure(&error).to_string();
        assert!(
            said.ends_with("\nhint: let your user read or write there, or use another path"),
            "{said}"
        );
        let error = error.context("cannot begin\nhint: wait");
        assert!(Failure(&error).to_string().ends_with("denied\nhint: wait"));
    }

    #[test]
    fn a_cause_that_an_error_has_in_its_text_is_said_once() {
        for (inner, whole) in [
            (
                "others may write to it",
                "cannot be used: others may write to it",
            ),
            ("denied\nhint: ask", "cannot be used: denied\nhint: ask"),
        ] {
            let error = anyhow!(inner).context(format!("cannot be used: {inner}"));
            assert_eq!(Failure(&error).to_string(), whole);
            let error = error.context("cannot begin");
            assert_eq!(
                Failure(&error).to_string(),
                format!("cannot begin: {whole}")
            );
        }
    }

    #[test]
    fn an_error_without_hints_is_its_chain() {
        let error = anyhow!("no such file").context("cannot read a.yaml");
        assert_eq!(Failure(&error).to_string(), format!("{error:#}"));
    }
}
