//! Code blocks in descriptions, as Pulumi's generators read them.
//!
//! A generator keeps the blocks in its language and in `sh`, and drops all others, so blocks in other languages or
//! without a language appear in no SDK. So a block that is not in a programming language becomes a block of `sh`. The
//! same applies to a section `Import`, which is for the users of every language; Pulumi's registry finds it by the
//! heading `## Import`.

/// The languages that programs are written in, as generators call them, with other names for them.
const LANGUAGES: [(&str, &[&str]); 7] = [
    ("typescript", &["ts", "javascript", "js"]),
    ("python", &["py", "python3"]),
    ("go", &["golang"]),
    ("csharp", &["cs", "c#"]),
    ("java", &[]),
    ("yaml", &["yml"]),
    ("hcl", &[]),
];

/// The language that each generator keeps.
const FOR_ALL: &str = "sh";

/// The title of the section that tells how to import.
const IMPORT: &str = "import";

/// The description with the languages of its code blocks, and the heading of its section `Import`, as generators know
/// them.
pub(super) fn as_generators_read(description: &str) -> String {
    if !description.contains("```") && !description.contains("~~~") {
        return description.to_owned();
    }
    let mut passed = String::with_capacity(description.len());
    let mut open: Option<Fence> = None;
    // The level of the heading `Import` that the line stands below.
    let mut import: Option<usize> = None;
    for line in description.split_inclusive('\n') {
        if let Some(fence) = &open {
            if fence.is_closed_by(line) {
                open = None;
            }
        } else if let Some((fence, block)) = Fence::opened_by(line) {
            open = Some(fence);
            let shown = language(block.language, import.is_some());
            let end = if line.ends_with('\n') { "\n" } else { "" };
            passed.extend([block.before, shown, block.after, end]);
            continue;
        } else if let Some((level, title)) = heading(line) {
            if import.is_none_or(|above| level <= above) {
                import = None;
            }
            if title.eq_ignore_ascii_case(IMPORT) {
                import = Some(level);
                passed.push_str(if passed.is_empty() || passed.ends_with("\n\n") {
                    "## Import\n"
                } else {
                    "\n## Import\n"
                });
                continue;
            }
        }
        passed.push_str(line);
    }
    passed
}

/// The generators' name for a block's language.
fn language(written: &str, is_import: bool) -> &str {
    let known = LANGUAGES.iter().find(|(name, others)| {
        let mut names = std::iter::once(name).chain(*others);
        names.any(|name| name.eq_ignore_ascii_case(written))
    });
    match known {
        // Instructions to import in YAML also help users of other languages.
        Some(("yaml", _)) if is_import => FOR_ALL,
        Some((name, _)) => name,
        None => FOR_ALL,
    }
}

/// The level and the title of a heading.
fn heading(line: &str) -> Option<(usize, &str)> {
    let marked = line.trim_start_matches(' ');
    if line.len() - marked.len() > 3 {
        return None;
    }
    let title = marked.trim_start_matches('#');
    let level = marked.len() - title.len();
    let is_heading = (1..=6).contains(&level) && title.starts_with([' ', '\t', '\n']);
    is_heading.then(|| (level, title.trim().trim_end_matches('#').trim_end()))
}

/// The beginning of a code block: its mark, and how often the mark is repeated.
struct Fence {
    mark: char,
    length: usize,
}

/// The line that begins a code block.
struct Opening<'l> {
    /// Everything before the language.
    before: &'l str,
    language: &'l str,
    /// All behind the language, without the end of the line.
    after: &'l str,
}

impl Fence {
    /// The code block that a line begins, in a list and in a quotation, too.
    fn opened_by(line: &str) -> Option<(Self, Opening<'_>)> {
        let line = line.trim_end_matches('\n');
        let (fence, rest) = Self::of(line)?;
        // Text between two such marks on one line is inline code.
        if fence.mark == '`' && rest.contains('`') {
            return None;
        }
        let said = rest.trim_start();
        let language = said.split_whitespace().next().unwrap_or_default();
        let (before, from) = line.split_at(line.len() - said.len());
        let after = &from[language.len()..];
        let opening = Opening {
            before,
            language,
            after,
        };
        Some((fence, opening))
    }

    fn is_closed_by(&self, line: &str) -> bool {
        Self::of(line).is_some_and(|(fence, rest)| {
            fence.mark == self.mark && fence.length >= self.length && rest.trim().is_empty()
        })
    }

    /// The fence at the beginning of a line, and the text after it.
    fn of(line: &str) -> Option<(Self, &str)> {
        let marked = line.trim_start_matches([' ', '\t', '>']);
        let mark = marked.chars().next().filter(|mark| "`~".contains(*mark))?;
        let rest = marked.trim_start_matches(mark);
        let length = marked.len() - rest.len();
        (length >= 3).then_some((Self { mark, length }, rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_of_no_language_of_programs_is_for_all_of_them() {
        for (written, expected) in [
            ("```\na\n```\n", "```sh\na\n```\n"),
            ("```console\n$ a\n```", "```sh\n$ a\n```"),
            ("~~~text\na\n~~~\n", "~~~sh\na\n~~~\n"),
            ("> ```json\n> {}\n> ```\n", "> ```sh\n> {}\n> ```\n"),
            (
                "- a:\n\n  ```\n  a\n  ```\n",
                "- a:\n\n  ```sh\n  a\n  ```\n",
            ),
            ("```sh\na\n```\n", "```sh\na\n```\n"),
            ("```TS\na\n```\n", "```typescript\na\n```\n"),
            ("```yml title=a\na\n```\n", "```yaml title=a\na\n```\n"),
            // A block ends with a mark like the one that it began with, and not with code that looks like one.
            (
                "````python\n```\na\n```\n````\n",
                "````python\n```\na\n```\n````\n",
            ),
            (
                "```python\n~~~\n```\n```\nb\n```\n",
                "```python\n~~~\n```\n```sh\nb\n```\n",
            ),
            ("```a``` and ``` b\n", "```a``` and ``` b\n"),
            ("no block\n# Import\n", "no block\n# Import\n"),
        ] {
            assert_eq!(as_generators_read(written), expected);
        }
    }

    #[test]
    fn a_section_on_imports_is_for_the_users_of_each_language() {
        let written = "A thing.\n# import\nBy name:\n\n```yaml\na\n```\n### More\n```yaml\nb\n```\n# Example\n```yaml\nc\n```\n";
        let expected = "A thing.\n\n## Import\nBy name:\n\n```sh\na\n```\n### More\n```sh\nb\n```\n# Example\n```yaml\nc\n```\n";
        assert_eq!(as_generators_read(written), expected);
        // A block in one language is for the users of that language.
        let written = "## Import\n\n```typescript\na\n```\n";
        assert_eq!(as_generators_read(written), written);
        // A word of a heading, and a comment in code, are not a section.
        let written = "# Imports of goods\n```sh\n# Import\n```\n```yaml\na\n```\n";
        assert_eq!(as_generators_read(written), written);
    }
}
