//! The files of a site: a page in HTML for each page in Markdown, a style sheet, and the search.
//!
//! The site needs no server and no network: a browser shows it from its folder. The pages forbid the browser to load anything
//! else.

use std::collections::BTreeSet;

use serde_json::json;

use super::files::{COMMENT_MARK, MARK, Page};
use super::html::{self, escaped};
use super::pages::INDEX;

/// The page that lists the others.
pub(super) const FIRST_PAGE: &str = "index.html";
/// The style sheet and the script, in front of their marks.
const STYLE: &str = include_str!("style.css");
const SEARCH: &str = include_str!("search.js");

/// The files of the site for pages in Markdown. The first page lists the others. `name` and `version` are from
/// the package.
pub(super) fn of(pages: &[Page], name: &str, version: &str) -> Vec<Page> {
    let names: BTreeSet<String> = pages.iter().map(|page| file_of(&page.file)).collect();
    let rendered: Vec<(String, &Page, html::Rendered)> = pages
        .iter()
        .map(|page| {
            let content = html::render(&page.text, &names);
            (file_of(&page.file), page, content)
        })
        .collect();
    let mut entries = Vec::new();
    let mut files = Vec::new();
    for (file, page, content) in &rendered {
        entries.push(json!({ "file": file, "title": page.title, "text": content.text }));
        files.push(Page {
            file: file.clone(),
            title: page.title.clone(),
            group: page.group,
            text: whole(
                &page.title,
                name,
                version,
                &navigation(&rendered, file),
                &content.html,
            ),
        });
    }
    // A text of the component cannot end the script: it is not part of a page.
    let entries = serde_json::Value::from(entries);
    let other = |file: &str, text: String| Page {
        file: file.to_owned(),
        title: String::new(),
        group: None,
        text,
    };
    files.push(other("style.css", format!("{STYLE}{COMMENT_MARK}")));
    let search = format!("\"use strict\";\nconst PAGES = {entries};\n{SEARCH}{COMMENT_MARK}");
    files.push(other("search.js", search));
    files
}

/// The name of the file in HTML of a page in Markdown.
pub(super) fn file_of(page: &str) -> String {
    match page.strip_suffix(".md") {
        Some(_) if page == INDEX => FIRST_PAGE.to_owned(),
        Some(stem) => format!("{stem}.html"),
        None => page.to_owned(),
    }
}

/// The list of all pages by their groups.
fn navigation(pages: &[(String, &Page, html::Rendered)], shown: &str) -> String {
    let mut list = String::new();
    let mut group = None;
    for (file, page, _) in pages {
        if page.group != group {
            group = page.group;
            if let Some(title) = group {
                list.push_str(&format!("<h2>{title}</h2>\n"));
            }
        }
        let here = if file == shown {
            " aria-current=\"page\""
        } else {
            ""
        };
        list.push_str(&format!(
            "<a href=\"{}\"{here}>{}</a>\n",
            escaped(file),
            escaped(&page.title)
        ));
    }
    list
}

fn whole(title: &str, name: &str, version: &str, navigation: &str, content: &str) -> String {
    let (title, name, version) = (escaped(title), escaped(name), escaped(version));
    let title = if title == name {
        title
    } else {
        format!("{title} · {name}")
    };
    format!(
        r##"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; script-src 'self'">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="stylesheet" href="style.css">
<script src="search.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="package" href="index.html">{name} <small>{version}</small></a>
<search><input id="search" type="search" placeholder="Search" aria-label="Search the pages" autocomplete="off"></search>
</header>
<ul id="results" hidden></ul>
<details class="menu"><summary>Pages</summary>
<nav aria-label="Pages">
{navigation}</nav>
</details>
<div class="columns">
<nav class="side" aria-label="Pages">
{navigation}</nav>
<main id="content">
{content}</main>
</div>
</body>
</html>
{MARK}"##
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(file: &str, title: &str, group: Option<&'static str>, text: &str) -> Page {
        Page {
            file: file.to_owned(),
            title: title.to_owned(),
            group,
            text: format!("{text}\n\n{MARK}"),
        }
    }

    #[test]
    fn a_site_has_a_page_for_each_page_and_finds_it() {
        let pages = [
            page(INDEX, "acme", None, "# acme\n\n[Thing](Thing.md)"),
            page(
                "Thing.md",
                "<Thing>",
                Some("Resources"),
                "# Thing\n\n</script> rare",
            ),
        ];
        let files = of(&pages, "acme", "1.2.3");
        let names: Vec<&str> = files.iter().map(|file| file.file.as_str()).collect();
        assert_eq!(
            names,
            ["index.html", "Thing.html", "style.css", "search.js"]
        );
        let text = |index: usize| &files[index].text;
        assert!(
            text(0).contains("<a href=\"Thing.html\">Thing</a></p>"),
            "{}",
            text(0)
        );
        assert!(text(0).contains("<h2>Resources</h2>\n<a href=\"Thing.html\">&lt;Thing&gt;</a>"));
        assert!(
            text(1).contains("<title>&lt;Thing&gt; · acme</title>"),
            "{}",
            text(1)
        );
        assert!(text(1).contains("<a href=\"Thing.html\" aria-current=\"page\">"));
        assert!(!text(1).contains("</script> rare"));
        assert!(
            text(3).contains("\"text\":\"Thing </script> rare\""),
            "{}",
            text(3)
        );
        for file in &files {
            assert!(file.text.ends_with(if file.file.ends_with("html") {
                MARK
            } else {
                COMMENT_MARK
            }));
        }
    }
}
