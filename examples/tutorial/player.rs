//! Plays `docs/author/tutorial.md`: does to files what the page tells a reader of one language to do.
//!
//! The text between `<summary>Python…` and `</details>` is for readers of that language, the rest for everyone.
//!
//! A comment before a block of code names its place. The first part is the file; the rest names a paragraph, which is
//! the text between two empty lines:
//!
//! ```text
//! <!-- src/lib.rs -->                             the whole file
//! <!-- src/lib.rs: instead of `struct Settings` --> the paragraph with this text
//! <!-- src/lib.rs: before `fn read` -->           between two paragraphs
//! <!-- src/lib.rs: at the end -->
//! <!-- fails -->                                  the last command of the block fails
//! ```
//!
//! Blocks of `sh` are commands, and a block of `text` is the output of the last of them.

use std::collections::BTreeMap;

/// The reader's actions, in order.
#[derive(Clone, Debug)]
pub enum Event {
    /// Gives a file this content.
    Write { file: String, content: String },
    /// Runs a command, which may be meant to fail.
    Run { command: String, fails: bool },
    /// Sees these lines among what the command before said.
    See(Vec<String>),
}

/// The text below one heading.
#[derive(Clone, Debug)]
pub struct Section {
    pub title: String,
    pub events: Vec<Event>,
    /// The files as they are at its end.
    pub files: BTreeMap<String, String>,
}

/// Plays the whole page as a reader of a language does: `Rust`, `Python` or `TypeScript`.
///
/// # Errors
/// The line and its fault: a block without a place, or a place that is not there exactly once.
pub fn play(page: &str, reader: &str) -> Result<Vec<Section>, String> {
    let mut folded = None;
    let mut sections: Vec<Section> = Vec::new();
    let mut files = BTreeMap::new();
    let mut instruction = None;
    let mut lines = page.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        let wrong = |reason: String| format!("docs/author/tutorial.md:{}: {reason}", index + 1);
        if let Some(title) = line.strip_prefix("## ") {
            sections.push(Section {
                title: title.to_owned(),
                events: Vec::new(),
                files: files.clone(),
            });
        } else if let Some(summary) = line.strip_prefix("<summary>") {
            folded = summary.split([':', '<']).next();
        } else if line == "</details>" {
            folded = None;
        } else if let Some(comment) = line.strip_prefix("<!-- ") {
            instruction = comment.strip_suffix(" -->");
        } else if let Some(language) = line.strip_prefix("```") {
            let block: Vec<&str> = lines
                .by_ref()
                .map(|(_, line)| line)
                .take_while(|line| *line != "```")
                .collect();
            if folded.is_some_and(|language| language != reader) {
                instruction = None;
                continue;
            }
            let section = sections
                .last_mut()
                .ok_or_else(|| wrong("a block before the first heading".into()))?;
            match (language, instruction.take()) {
                ("sh", instruction) => {
                    let commands = block.iter().map(|command| (*command).to_owned());
                    let last = block.len().saturating_sub(1);
                    section
                        .events
                        .extend(commands.enumerate().map(|(number, command)| Event::Run {
                            command,
                            fails: number == last && instruction == Some("fails"),
                        }));
                }
                ("text", None) => {
                    let lines = block.iter().map(|line| line.trim().to_owned());
                    section.events.push(Event::See(lines.collect()));
                }
                (_, Some(instruction)) => {
                    let (file, content) =
                        edit(&files, instruction, &block.join("\n")).map_err(wrong)?;
                    files.insert(file.clone(), content.clone());
                    section.files.clone_from(&files);
                    section.events.push(Event::Write { file, content });
                }
                (language, None) => {
                    return Err(wrong(format!("nothing says where this {language} belongs")));
                }
            }
        }
    }
    Ok(sections)
}

/// The file that an instruction is about, and its content when it was followed.
fn edit(
    files: &BTreeMap<String, String>,
    instruction: &str,
    block: &str,
) -> Result<(String, String), String> {
    let block = block.trim_end();
    let Some((file, place)) = instruction.split_once(": ") else {
        return Ok((instruction.to_owned(), format!("{block}\n")));
    };
    let old = files
        .get(file)
        .ok_or_else(|| format!("there is no {file} yet"))?;
    let mut paragraphs: Vec<&str> = old.trim_end().split("\n\n").collect();
    if place == "at the end" {
        paragraphs.push(block);
    } else {
        let (how, text) = place
            .strip_suffix('`')
            .and_then(|place| place.split_once(" `"))
            .ok_or_else(|| format!("`{place}` is not a place"))?;
        let mut found = (0..paragraphs.len()).filter(|index| paragraphs[*index].contains(text));
        let (Some(index), None) = (found.next(), found.next()) else {
            return Err(format!(
                "`{text}` is not in exactly one paragraph of {file}:\n{old}"
            ));
        };
        // Two empty lines before a paragraph, as Python has them, stay two.
        let block = match paragraphs[index].strip_prefix('\n') {
            Some(_) => format!("\n{block}"),
            None => block.to_owned(),
        };
        let mut paragraphs: Vec<String> = paragraphs.into_iter().map(str::to_owned).collect();
        match how {
            "instead of" => paragraphs[index] = block,
            "before" => paragraphs.insert(index, block),
            _ => return Err(format!("`{how}` is not a place")),
        }
        return Ok((file.to_owned(), format!("{}\n", paragraphs.join("\n\n"))));
    }
    Ok((file.to_owned(), format!("{}\n", paragraphs.join("\n\n"))))
}
