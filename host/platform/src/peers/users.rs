//! The further users that may connect, by name or number.

use std::collections::BTreeSet;
use std::path::Path;

/// The file that lists the users of a machine.
const USERS: &str = "/etc/passwd";
/// Stands for every user.
const EVERYONE: &str = "*";

/// The users whose processes may connect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AllowedUsers {
    /// Every user of the machine.
    Everyone,
    /// These users, by number, in addition to the process's user and root.
    Named(BTreeSet<u32>),
}

impl Default for AllowedUsers {
    fn default() -> Self {
        Self::Named(BTreeSet::new())
    }
}

impl AllowedUsers {
    /// Users from the command line, and from the environment, which separates them by commas.
    ///
    /// # Errors
    /// A sentence with a hint, if a user is not known.
    pub fn named(words: &[String], environment: Option<&str>) -> Result<Self, String> {
        let environment = environment.unwrap_or_default().split(',');
        Self::parse(words.iter().map(String::as_str).chain(environment))
    }

    /// Parses names, numbers, or `*` for every user. Empty words are skipped.
    ///
    /// # Errors
    /// A sentence with a hint, if a user is not known.
    fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Self, String> {
        Self::parse_with(words, Path::new(USERS))
    }

    fn parse_with<'a>(
        words: impl IntoIterator<Item = &'a str>,
        list: &Path,
    ) -> Result<Self, String> {
        let mut named = BTreeSet::new();
        let mut is_everyone = false;
        for word in words
            .into_iter()
            .map(str::trim)
            .filter(|word| !word.is_empty())
        {
            match (word, word.parse::<u32>()) {
                (EVERYONE, _) => is_everyone = true,
                // The largest number means "no user".
                (_, Ok(number)) if number != u32::MAX => {
                    named.insert(number);
                }
                (name, _) => {
                    named.insert(number_of(name, list)?);
                }
            }
        }
        Ok(if is_everyone {
            Self::Everyone
        } else {
            Self::Named(named)
        })
    }
}

/// Finds a user's number in a file such as `/etc/passwd`.
fn number_of(name: &str, list: &Path) -> Result<u32, String> {
    let text = std::fs::read(list).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let numbers = text.lines().filter_map(|line| {
        let mut fields = line.split(':');
        let found = fields.next()? == name;
        let number = fields.nth(1)?.parse().ok()?;
        found.then_some(number)
    });
    numbers.into_iter().next().ok_or_else(|| {
        format!(
            "there is no user `{}` in {}\nhint: give the user's number, as `id -u` prints it",
            name.escape_debug(),
            list.display()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_are_named_by_name_or_number() {
        let folder = tempfile::tempdir().expect("a folder");
        let list = folder.path().join("passwd");
        let text = "root:x:0:0:root:/root:/bin/sh\n\nbroken\nann:x:1000:1000::/home/ann:/bin/sh\n";
        std::fs::write(&list, text).expect("a file");
        let parse = |words: &str| AllowedUsers::parse_with(words.split(','), &list);
        let named = |numbers: &[u32]| AllowedUsers::Named(numbers.iter().copied().collect());
        assert_eq!(parse(""), Ok(named(&[])));
        assert_eq!(parse("ann, 7"), Ok(named(&[7, 1000])));
        assert_eq!(parse("ann,*"), Ok(AllowedUsers::Everyone));
        for wrong in ["bob", "broken", "4294967295", "-1", "99999999999", "ann:x"] {
            let error = parse(wrong).expect_err(wrong);
            assert!(error.contains(wrong) && error.contains("hint: "), "{error}");
        }
    }
}
