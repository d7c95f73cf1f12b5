//! A page in Markdown as HTML.
//!
//! The text of a page comes from a component, so the result contains no HTML of the text, loads nothing, and runs nothing:
//! HTML is shown as text, a picture becomes a link to it, and a link leads only to web pages, to mail and to other pages of
//! the site.

use std::collections::BTreeSet;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

use super::site::file_of;

/// The schemes of links; other links become plain text.
const SCHEMES: [&str; 3] = ["https", "http", "mailto"];

/// The HTML of a page, and its text for the search.
pub(super) struct Rendered {
    pub(super) html: String,
    pub(super) text: String,
}

/// `pages` are the names of the site's pages in HTML.
pub(super) fn render(markdown: &str, pages: &BTreeSet<String>) -> Rendered {
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES);
    let events = events.filter_map(|event| harmless(event, pages));
    let events: Vec<Event<'_>> = events.collect();
    let mut text = String::new();
    for event in &events {
        match event {
            Event::Text(part) | Event::Code(part) => text.push_str(part),
            Event::SoftBreak | Event::HardBreak | Event::End(_) => text.push(' '),
            _ => {}
        }
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut page = String::with_capacity(markdown.len() * 2);
    html::push_html(&mut page, with_anchors(events).into_iter());
    Rendered {
        html: page,
        text: words.join(" "),
    }
}

fn harmless<'a>(event: Event<'a>, pages: &BTreeSet<String>) -> Option<Event<'a>> {
    Some(match event {
        // The mark of the page in Markdown.
        Event::Html(text) | Event::InlineHtml(text) if is_comment(&text) => return None,
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(
            Tag::Link {
                dest_url, title, ..
            }
            | Tag::Image {
                dest_url, title, ..
            },
        ) => Event::Start(Tag::Link {
            link_type: pulldown_cmark::LinkType::Inline,
            dest_url: target(&dest_url, pages),
            title,
            id: CowStr::Borrowed(""),
        }),
        Event::End(TagEnd::Image) => Event::End(TagEnd::Link),
        event => event,
    })
}

/// Whether a piece of HTML is one whole comment.
fn is_comment(text: &str) -> bool {
    let text = text.trim_end();
    text.starts_with("<!--") && text.find("-->") == text.len().checked_sub(3)
}

/// The target of a link in the site. A link leads to the top of the page if a browser would run it, or if it leads neither to the web nor to
/// a page of the site: a browser takes `//HOST/x` and `/x` in a file for a file of another machine and of this machine.
fn target(link: &str, pages: &BTreeSet<String>) -> CowStr<'static> {
    let (path, anchor) = match link.split_once('#') {
        Some((path, anchor)) => (path, format!("#{anchor}")),
        None => (link, String::new()),
    };
    // A browser ignores spaces and control characters before and in a scheme.
    let is_plain = path.chars().all(|letter| !letter.is_control());
    let scheme = path.split_once(':').map(|(scheme, _)| scheme.trim());
    match scheme {
        Some(scheme)
            if SCHEMES
                .iter()
                .any(|known| known.eq_ignore_ascii_case(scheme))
                && is_plain =>
        {
            link.to_owned().into()
        }
        Some(_) => "#".into(),
        None if path.is_empty() => anchor.into(),
        None => {
            let page = file_of(path.strip_prefix("./").unwrap_or(path));
            if pages.contains(&page) {
                format!("{page}{anchor}").into()
            } else {
                "#".into()
            }
        }
    }
}

/// Gives each heading an anchor made of its text.
fn with_anchors(mut events: Vec<Event<'_>>) -> Vec<Event<'_>> {
    let mut taken = BTreeSet::new();
    for at in 0..events.len() {
        if !matches!(events.get(at), Some(Event::Start(Tag::Heading { .. }))) {
            continue;
        }
        let rest = events.iter().skip(at);
        let inside = rest.take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let title: String = inside
            .filter_map(|event| match event {
                Event::Text(text) | Event::Code(text) => Some(&**text),
                _ => None,
            })
            .collect();
        let anchor = anchor_of(&title, &mut taken);
        if let Some(Event::Start(Tag::Heading { id, .. })) = events.get_mut(at) {
            *id = Some(anchor.into());
        }
    }
    events
}

fn anchor_of(title: &str, taken: &mut BTreeSet<String>) -> String {
    let letters = title.trim().to_lowercase();
    let letters = letters
        .chars()
        .filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    let stem: String = letters
        .map(|letter| if letter == ' ' { '-' } else { letter })
        .collect();
    let mut anchor = stem.clone();
    let mut count = 1;
    while !taken.insert(anchor.clone()) {
        count += 1;
        anchor = format!("{stem}-{count}");
    }
    anchor
}

/// A text between tags or in an attribute.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages() -> BTreeSet<String> {
        ["index.html", "Thing.html"].map(str::to_owned).into()
    }

    fn render(markdown: &str) -> Rendered {
        super::render(markdown, &pages())
    }

    #[test]
    fn nothing_of_a_text_loads_or_runs() {
        for (text, expected) in [
            (
                "a <script>x</script>",
                "<p>a &lt;script&gt;x&lt;/script&gt;</p>\n",
            ),
            ("<div onclick=x>", "&lt;div onclick=x&gt;"),
            (
                "![p](https://e.com/p.png)",
                "<p><a href=\"https://e.com/p.png\">p</a></p>\n",
            ),
            ("[a](javascript:alert)", "<p><a href=\"#\">a</a></p>\n"),
            ("[a](JavaScript:alert)", "<p><a href=\"#\">a</a></p>\n"),
            ("[a](<  data:text/html,x>)", "<p><a href=\"#\">a</a></p>\n"),
            ("[a](<java&#10;script:x>)", "<p><a href=\"#\">a</a></p>\n"),
            (
                "<javascript:alert>",
                "<p><a href=\"#\">javascript:alert</a></p>\n",
            ),
            ("a <!-- b --> c", "<p>a  c</p>\n"),
            (
                "<!-- b --><script>x</script>",
                "&lt;!-- b --&gt;&lt;script&gt;x&lt;/script&gt;",
            ),
            ("<!-- a\nb -->", "&lt;!-- a\nb --&gt;"),
        ] {
            assert_eq!(render(text).html, expected, "{text}");
        }
    }

    #[test]
    fn links_lead_to_the_pages_of_the_site() {
        for (link, expected) in [
            ("README.md#types", "index.html#types"),
            ("Thing.md", "Thing.html"),
            ("./Thing.md#a", "Thing.html#a"),
            ("#a", "#a"),
            ("https://e.com/README.md", "https://e.com/README.md"),
            // Files of this machine, of another machine, and of the author's folder.
            ("/etc/passwd", "#"),
            ("//e.com/share", "#"),
            (r"\\e.com\share", "#"),
            ("../Thing.md", "#"),
            ("docs/guide.md", "#"),
        ] {
            assert_eq!(&*target(link, &pages()), expected, "{link}");
        }
    }

    #[test]
    fn headings_have_anchors_and_the_search_has_their_words() {
        let rendered = render("# A `b` c\n\n## Inputs\n\n| a |\n| --- |\n| `x` |\n\n## Inputs\n");
        assert!(
            rendered.html.contains("<h1 id=\"a-b-c\">"),
            "{}",
            rendered.html
        );
        assert!(
            rendered.html.contains("<h2 id=\"inputs-2\">"),
            "{}",
            rendered.html
        );
        assert!(rendered.html.contains("<table>"), "{}", rendered.html);
        assert_eq!(rendered.text, "A b c Inputs a x Inputs");
    }
}
