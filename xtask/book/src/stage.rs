//! The copy of the pages that mdBook reads.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, ensure};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

use crate::diagram;

/// The list of the pages, in the order of the site.
const SUMMARY: &str = "docs/SUMMARY.md";
/// The page about a folder, and its name in the site.
const README: &str = "README.md";
const FIRST: &str = "index.md";
/// The sources of files that are not pages.
const SOURCES: &str = "https://github.com/pulumi-wasm/pulumi-wasm";

/// Copies the pages that the summary lists, and the pictures that they show. Returns the number of pages.
pub(crate) fn copy(root: &Path, to: &Path) -> Result<usize> {
    let summary = read(root, Path::new(SUMMARY))?;
    let pages: BTreeSet<PathBuf> = links(&summary)
        .into_iter()
        .map(|link| resolve(Path::new("docs"), &link.target))
        .collect::<Result<_>>()?;
    ensure!(!pages.is_empty(), "{SUMMARY} lists no page");
    // The paths of the copy are the paths of the repository, so the summary moves up by a folder.
    let moved = rewrite(&summary, |link| {
        Ok(Some(slashes(&resolve(Path::new("docs"), &link.target)?)))
    })?;
    write(to, Path::new("SUMMARY.md"), moved.as_bytes())?;
    for page in &pages {
        let text = read(root, page)?;
        let folder = page.parent().unwrap_or(Path::new(""));
        let mut pictures = Vec::new();
        let text = rewrite(&text, |link| {
            if link.target.contains("://") || link.target.starts_with(['#', '<']) {
                return Ok(None);
            }
            let (path, anchor) = match link.target.split_once('#') {
                Some((path, anchor)) => (path, format!("#{anchor}")),
                None => (link.target.as_str(), String::new()),
            };
            let target = resolve(folder, path)?;
            ensure!(
                root.join(&target).exists(),
                "{}: the link `{}` leads nowhere",
                page.display(),
                link.target
            );
            if link.is_picture {
                pictures.push(target);
                return Ok(None);
            }
            let readme = target.join(README);
            if pages.contains(&readme) {
                let folder = path.trim_end_matches('/');
                return Ok(Some(format!("{folder}/{FIRST}{anchor}")));
            }
            if pages.contains(&target) {
                // mdBook takes a README for the first page of its folder, but leaves links to it as they are.
                let folder = path.strip_suffix(README);
                return Ok(folder.map(|folder| format!("{folder}{FIRST}{anchor}")));
            }
            let kind = if root.join(&target).is_dir() {
                "tree"
            } else {
                "blob"
            };
            Ok(Some(format!(
                "{SOURCES}/{kind}/main/{}{anchor}",
                slashes(&target)
            )))
        })?;
        let text = with_diagrams(&text, page, to)?;
        write(to, page, text.as_bytes())?;
        for picture in pictures {
            let bytes = fs::read(root.join(&picture))
                .with_context(|| format!("{} cannot be read", picture.display()))?;
            write(to, &picture, &bytes)?;
        }
    }
    Ok(pages.len())
}

/// A link of a page.
struct Link {
    target: String,
    /// The place of the whole link in the page.
    place: Range<usize>,
    is_picture: bool,
}

/// The links of a page, in their order. Code contains none.
fn links(text: &str) -> Vec<Link> {
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter();
    let links = events.filter_map(|(event, place)| {
        let (target, is_picture) = match event {
            Event::Start(Tag::Link { dest_url, .. }) => (dest_url, false),
            Event::Start(Tag::Image { dest_url, .. }) => (dest_url, true),
            _ => return None,
        };
        Some(Link {
            target: target.into_string(),
            place,
            is_picture,
        })
    });
    links.collect()
}

/// Replaces the targets of links, where `replace` gives another one.
fn rewrite(text: &str, mut replace: impl FnMut(&Link) -> Result<Option<String>>) -> Result<String> {
    let mut changed = text.to_owned();
    // From the end, so that earlier places stay the same.
    for link in links(text).into_iter().rev() {
        let Some(target) = replace(&link)? else {
            continue;
        };
        let written = text.get(link.place.clone()).unwrap_or_default();
        // The target stands at the end of a link. Automatic links and references have none there.
        if let Some(at) = written.rfind(&format!("]({}", link.target)) {
            let start = link.place.start + at + 2;
            changed.replace_range(start..start + link.target.len(), &target);
        }
    }
    Ok(changed)
}

/// Draws the diagrams of a page, which mdBook would show as text.
fn with_diagrams(text: &str, page: &Path, to: &Path) -> Result<String> {
    let mut blocks: Vec<(Range<usize>, String)> = Vec::new();
    let mut is_diagram = false;
    for (event, place) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => {
                is_diagram = &*language == "mermaid";
                if is_diagram {
                    blocks.push((place, String::new()));
                }
            }
            Event::Text(code) if is_diagram => {
                if let Some((_, diagram)) = blocks.last_mut() {
                    diagram.push_str(&code);
                }
            }
            Event::End(_) => is_diagram = false,
            _ => {}
        }
    }
    let mut changed = text.to_owned();
    for (index, (place, source)) in blocks.iter().enumerate().rev() {
        let name = page.with_extension(format!("{}.svg", index + 1));
        let picture = diagram::draw(source)
            .with_context(|| format!("{}: the diagram cannot be drawn", page.display()))?;
        write(to, &name, picture.as_bytes())?;
        let name = name
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        changed.replace_range(
            place.clone(),
            &format!("![The arrows of the table below]({name})\n"),
        );
    }
    Ok(changed)
}

/// The path from the root of the repository of a link in a folder.
fn resolve(folder: &Path, link: &str) -> Result<PathBuf> {
    let mut path = folder.to_owned();
    for part in Path::new(link).components() {
        match part {
            Component::ParentDir => ensure!(path.pop(), "`{link}` leaves the repository"),
            Component::Normal(name) => path.push(name),
            _ => {}
        }
    }
    Ok(path)
}

fn slashes(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

fn read(root: &Path, page: &Path) -> Result<String> {
    fs::read_to_string(root.join(page))
        .with_context(|| format!("{} cannot be read", page.display()))
}

fn write(to: &Path, path: &Path, bytes: &[u8]) -> Result<()> {
    let path = to.join(path);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(&path, bytes).with_context(|| format!("{} cannot be written", path.display()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test")]

    use super::*;

    #[test]
    fn links_to_pages_stay_and_links_to_sources_lead_to_the_repository() {
        let root = std::env::temp_dir().join(format!("xtask-book-{}", std::process::id()));
        let to = root.join("staged");
        let page = "\
[one](a.md#x) [source](../host/main.rs) [folder](../host) [web](https://e.com) ![p](p.svg) [start](../README.md#x) [above](..)

`[code](nowhere.md)`

| a |
| --- |
| [in a table](../host/main.rs) |

```mermaid
flowchart TD
    a --> b
```
";
        for (path, text) in [
            ("docs/SUMMARY.md", "- [A](a.md)\n- [Start](../README.md)\n"),
            ("docs/a.md", page),
            ("docs/p.svg", "<svg/>"),
            ("README.md", "[a](docs/a.md)"),
            ("host/main.rs", ""),
        ] {
            write(&root, Path::new(path), text.as_bytes()).unwrap();
        }
        assert_eq!(copy(&root, &to).unwrap(), 2);
        assert_eq!(
            read(&to, Path::new("SUMMARY.md")).unwrap(),
            "- [A](docs/a.md)\n- [Start](README.md)\n"
        );
        let staged = read(&to, Path::new("docs/a.md")).unwrap();
        let source = format!("{SOURCES}/blob/main/host/main.rs");
        assert!(staged.starts_with(&format!(
            "[one](a.md#x) [source]({source}) [folder]({SOURCES}/tree/main/host) [web](https://e.com) ![p](p.svg) \
                 [start](../index.md#x) [above](../index.md)"
        )), "{staged}");
        assert!(staged.contains("`[code](nowhere.md)`"), "{staged}");
        assert!(
            staged.contains(&format!("| [in a table]({source}) |")),
            "{staged}"
        );
        assert!(
            staged.contains("](a.1.svg)") && !staged.contains("flowchart"),
            "{staged}"
        );
        assert!(to.join("docs/p.svg").is_file());

        write(&root, Path::new("docs/a.md"), b"[gone](gone.md)").unwrap();
        let error = copy(&root, &to).unwrap_err().to_string();
        assert!(
            error.contains("the link `gone.md` leads nowhere"),
            "{error}"
        );
        fs::remove_dir_all(&root).unwrap();
    }
}
