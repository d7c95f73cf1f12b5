//! Follows the links of the finished site.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

/// The anchors that a page has, and the targets of its links.
struct Page {
    anchors: BTreeSet<String>,
    links: BTreeSet<String>,
}

/// Fails with every link inside the site that leads to no page, or to no place of a page.
pub(crate) fn links(site: &Path) -> Result<()> {
    let mut pages = BTreeMap::new();
    read_folder(site, site, &mut pages)?;
    ensure!(pages.len() > 1, "{} has no pages", site.display());
    let mut broken = Vec::new();
    for (path, page) in &pages {
        let folder = path.parent().unwrap_or(Path::new(""));
        for link in &page.links {
            let (target, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if target.is_empty() {
                path.clone()
            } else {
                normal(&folder.join(target))
            };
            let leads = match pages.get(&target) {
                Some(found) => anchor.is_empty() || found.anchors.contains(anchor),
                None => site.join(&target).is_file(),
            };
            if !leads {
                broken.push(format!("{}: {link}", path.display()));
            }
        }
    }
    ensure!(
        broken.is_empty(),
        "links of the site lead nowhere:\n  {}",
        broken.join("\n  ")
    );
    Ok(())
}

fn read_folder(site: &Path, folder: &Path, pages: &mut BTreeMap<PathBuf, Page>) -> Result<()> {
    for entry in
        fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?
    {
        let path = entry?.path();
        if path.is_dir() {
            read_folder(site, &path, pages)?;
        } else if path.extension().is_some_and(|ending| ending == "html") {
            let name = path.strip_prefix(site)?.to_owned();
            // The page of missing addresses is shown at any depth, and the other one is a frame.
            if !["404.html", "toc.html"].contains(&name.to_string_lossy().as_ref()) {
                pages.insert(name, parse(&fs::read_to_string(&path)?));
            }
        }
    }
    Ok(())
}

fn parse(text: &str) -> Page {
    let tokenizer = Tokenizer::new(Found::default(), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(text));
    // The sink never asks for a pause, so one turn reads everything.
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    let found = tokenizer.sink;
    Page {
        anchors: found.anchors.into_inner(),
        links: found.links.into_inner(),
    }
}

/// Collects the anchors of a page, and the links of its text. The other links lead through the book.
#[derive(Default)]
struct Found {
    anchors: RefCell<BTreeSet<String>>,
    links: RefCell<BTreeSet<String>>,
    is_in_text: Cell<bool>,
}

impl TokenSink for Found {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let Token::TagToken(tag) = token else {
            return TokenSinkResult::Continue;
        };
        if &*tag.name == "main" {
            self.is_in_text.set(tag.kind == TagKind::StartTag);
        }
        for attribute in &tag.attrs {
            let value = attribute.value.to_string();
            match &*attribute.name.local {
                "id" => drop(self.anchors.borrow_mut().insert(value)),
                "href" | "src" if self.is_in_text.get() && is_in_site(&value) => {
                    self.links.borrow_mut().insert(value);
                }
                _ => {}
            }
        }
        TokenSinkResult::Continue
    }
}

/// Whether a link leads to a page or a file of the site.
fn is_in_site(link: &str) -> bool {
    !link.contains("://") && !link.starts_with("mailto:")
}

/// The path without `..`.
fn normal(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path.iter() {
        if part == ".." {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test")]

    use super::*;

    #[test]
    fn a_link_to_a_missing_page_or_a_missing_heading_is_found() {
        let site = std::env::temp_dir().join(format!("xtask-book-site-{}", std::process::id()));
        fs::create_dir_all(site.join("docs")).unwrap();
        fs::write(
            site.join("index.html"),
            "<main><h1 id='top'>a</h1><a href='docs/a.html#b'>a</a></main>",
        )
        .unwrap();
        let page = |link: &str| format!("<main><h2 id='b'>b</h2><a href='{link}'>b</a></main>");
        for (link, leads) in [
            ("../index.html#top", true),
            ("#b", true),
            ("https://example.com/x#y", true),
            ("../index.html#bottom", false),
            ("gone.html", false),
        ] {
            fs::write(site.join("docs/a.html"), page(link)).unwrap();
            assert_eq!(links(&site).is_ok(), leads, "{link}");
        }
        fs::remove_dir_all(&site).unwrap();
    }
}
