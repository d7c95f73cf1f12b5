//! The printed text: kept as well, so that a page can have it.

use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};

/// The lines of a page between which the last run stands.
const BEGIN: &str = "<!-- what cargo xtask bench printed -->";
const END: &str = "<!-- end of what it printed -->";

static PRINTED: Mutex<String> = Mutex::new(String::new());

/// Prints some lines.
pub(crate) fn print(text: &str) {
    println!("{text}");
    let mut printed = PRINTED.lock().unwrap_or_else(PoisonError::into_inner);
    printed.push_str(text);
    printed.push('\n');
}

/// Puts the printed text into a page, in the place of that of an earlier run.
pub(crate) fn write(page: &Path) -> Result<()> {
    let text =
        fs::read_to_string(page).with_context(|| format!("{} cannot be read", page.display()))?;
    let printed = PRINTED.lock().unwrap_or_else(PoisonError::into_inner);
    let text = replaced(&text, printed.trim())
        .with_context(|| format!("{} lacks the line {BEGIN} or {END}", page.display()))?;
    fs::write(page, text).with_context(|| format!("{} cannot be written", page.display()))
}

fn replaced(page: &str, printed: &str) -> Option<String> {
    let (before, rest) = page.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n\n{printed}\n\n{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::{BEGIN, END, replaced};

    #[test]
    fn the_last_run_takes_the_place_of_the_one_before() {
        let page = format!("# Title\n\n{BEGIN}\nold\n{END}\n\nWhat it means.\n");
        let now = replaced(&page, "new").unwrap();
        assert!(now.contains("new") && !now.contains("old"));
        assert!(now.starts_with("# Title\n") && now.ends_with("\nWhat it means.\n"));
        assert_eq!(replaced(&now, "new").as_deref(), Some(now.as_str()));
        assert_eq!(replaced("# Title\n", "new"), None);
    }
}
