//! Texts and names of a component as parts of a page in Markdown.
//!
//! A description is the author's Markdown: it may have headings, lists, links and code. It contains no HTML, and cannot
//! affect the text after it. The author chooses the targets of links.

use pulumi_wasm_core::text::is_hazardous;

/// A description as paragraphs of a page.
pub(super) fn description(text: &str) -> String {
    let mut page = String::with_capacity(text.len());
    let mut fence: Option<String> = None;
    // Whether a backtick above has no partner in its line: it may have one in a later line, and then text in backticks
    // is not code.
    let mut is_open = false;
    for line in text.trim().lines().map(printable) {
        match &fence {
            Some(mark) => {
                if closes(&line, mark) {
                    fence = None;
                }
                page.push_str(&line);
            }
            None => {
                fence = opens(&line);
                if fence.is_some() {
                    page.push_str(&line);
                } else {
                    is_open &= !line.trim().is_empty();
                    is_open |= inline(&line, is_open, &mut page);
                }
            }
        }
        page.push('\n');
    }
    // The text below is not code.
    page.extend(fence.map(|mark| format!("{mark}\n")));
    page.truncate(page.trim_end().len());
    page
}

/// A text on one line: behind a name, or in a cell of a table.
pub(super) fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    printable(&words.join(" ")).replace('<', "&lt;")
}

/// A text in a cell of a table.
pub(super) fn cell(text: &str) -> String {
    let mut cell = String::with_capacity(text.len());
    let mut is_escaped = false;
    for letter in one_line(text).chars() {
        if letter == '|' && !is_escaped {
            cell.push('\\');
        }
        is_escaped = letter == '\\' && !is_escaped;
        cell.push(letter);
    }
    // A backslash at the end must not escape the end of the cell.
    if is_escaped {
        cell.push('\\');
    }
    cell
}

/// A name or a value as code within a line.
pub(super) fn code(text: &str) -> String {
    let text = printable(&text.replace(['\n', '\r'], " "));
    let longest = text.split(|letter| letter != '`').map(str::len).max();
    match longest.unwrap_or_default() {
        0 => format!("`{text}`"),
        longest => {
            let mark = "`".repeat(longest + 1);
            format!("{mark} {text} {mark}")
        }
    }
}

/// Without control characters and invisible characters.
fn printable(line: &str) -> String {
    line.chars()
        .map(|letter| {
            if is_hazardous(letter) && letter != '\t' {
                ' '
            } else {
                letter
            }
        })
        .collect()
}

/// The mark of a block of code that begins with a line. An indented block may belong to a list, and end with it.
fn opens(line: &str) -> Option<String> {
    let mark = line.chars().next().filter(|mark| "`~".contains(*mark))?;
    let rest = line.trim_start_matches(mark);
    let length = line.len() - rest.len();
    let is_fence = length >= 3 && !(mark == '`' && rest.contains('`'));
    is_fence.then(|| line.chars().take(length).collect())
}

fn closes(line: &str, mark: &str) -> bool {
    let line = line.trim();
    line.len() >= mark.len() && line.starts_with(mark) && {
        let letter = mark.chars().next().unwrap_or('`');
        line.chars().all(|other| other == letter)
    }
}

/// Writes a line without HTML: code within the line stays as it is. Returns whether a backtick has no partner.
fn inline(line: &str, is_open: bool, page: &mut String) -> bool {
    // The cells of a table are separated before code is.
    let has_code = !is_open && !line.contains(['|', '\\']);
    let mut rest = line;
    while let Some(at) = rest.find('`') {
        let (before, from) = rest.split_at(at);
        page.push_str(&before.replace('<', "&lt;"));
        let after = from.trim_start_matches('`');
        let (mark, _) = from.split_at(from.len() - after.len());
        let end = end_of_code(after, mark.len()).filter(|_| has_code);
        page.push_str(mark);
        match end {
            Some(end) => {
                let (inside, behind) = after.split_at(end);
                page.push_str(inside);
                rest = behind;
            }
            None => {
                page.push_str(&after.replace('<', "&lt;"));
                return true;
            }
        }
    }
    page.push_str(&rest.replace('<', "&lt;"));
    false
}

/// The end of inline code: after the same number of backticks as at its beginning.
fn end_of_code(text: &str, length: usize) -> Option<usize> {
    let mut from = 0;
    while let Some(rest) = text.get(from..) {
        let at = from + rest.find('`')?;
        let found = text.get(at..)?;
        let run = found.len() - found.trim_start_matches('`').len();
        if run == length {
            return Some(at + run);
        }
        from = at + run;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_is_markdown_without_html() {
        for (text, expected) in [
            (
                "A *thing*.\n\n- one\n# Import",
                "A *thing*.\n\n- one\n# Import",
            ),
            (
                "a <script>x</script> `List<T>` <b>",
                "a &lt;script>x&lt;/script> `List<T>` &lt;b>",
            ),
            (
                "```ts\nMap<string>\n```\n<b>",
                "```ts\nMap<string>\n```\n&lt;b>",
            ),
            // A block of code that does not end would take in all that follows.
            ("```\n<x>", "```\n<x>\n```"),
            (
                "~~~~\n```\n~~~\n<x>\n~~~~\n<y>",
                "~~~~\n```\n~~~\n<x>\n~~~~\n&lt;y>",
            ),
            // Text in backticks is not code, because of the text before it.
            ("`\n`<b>`", "`\n`&lt;b>`"),
            ("``a`<b>`", "``a`&lt;b>`"),
            ("| ` | <b> ` |", "| ` | &lt;b> ` |"),
            ("\\`<b>`", "\\`&lt;b>`"),
            ("- x\n\n  ```\n<b>", "- x\n\n  ```\n&lt;b>"),
            ("``` `x\n<b>", "``` `x\n&lt;b>"),
            ("\u{1b}[2J", "[2J"),
        ] {
            assert_eq!(description(text).trim_start(), expected, "{text}");
        }
    }

    #[test]
    fn a_name_or_a_value_stays_in_its_place() {
        assert_eq!(one_line("a\n# b <i>"), "a # b &lt;i>");
        assert_eq!(cell("a | b \\| c \\\\| d\\"), "a \\| b \\| c \\\\\\| d\\\\");
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a`\n``b"), "``` a` ``b ```");
    }
}
