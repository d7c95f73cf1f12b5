//! Texts with names in bodies except JSON: XML, YAML, lines with a name and a value, parts of forms, and JSON that was cut.
//!
//! Bodies are not checked here. Each text that may have a name counts, because a secret in a recording is worse than a
//! lost text.

use std::ops::Range;

/// The maximum number of enclosing names that count.
const MAX_DEPTH: usize = 64;
/// The longest name of a line.
const MAX_NAME_BYTES: usize = 100;

/// A text with its names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NamedText {
    /// The names of the objects around it, from outside.
    pub(super) around: Vec<String>,
    /// Its own names: for XML the name of the element and the names in its attributes.
    pub(super) own: Vec<String>,
    /// The position of the text, without quotes.
    pub(super) place: Range<usize>,
}

/// The texts in a body that have a name, such as the value of a form field.
pub(super) fn named_texts(text: &str) -> Vec<NamedText> {
    let mut found = Vec::new();
    if text.trim_start().starts_with('<') {
        Xml::new(text).read(&mut found);
    } else {
        Lines::default().read(text, &mut found);
    }
    found
}

/// Adds a text without the white space around it.
fn add(
    found: &mut Vec<NamedText>,
    text: &str,
    place: Range<usize>,
    around: &[String],
    own: Vec<String>,
) {
    let Some(written) = text.get(place.clone()) else {
        return;
    };
    let begin = place.start + written.len() - written.trim_start().len();
    let place = begin..begin + written.trim().len();
    if !place.is_empty() && !own.is_empty() {
        let around = around.iter().take(MAX_DEPTH).cloned().collect();
        found.push(NamedText { around, own, place });
    }
}

/// A reader of XML.
struct Xml<'t> {
    text: &'t str,
    at: usize,
    /// The names of the open elements, each with the names in its attributes.
    open: Vec<Vec<String>>,
    /// The text of an element `key`, which names the next element, as in property lists.
    key: Option<String>,
}

impl<'t> Xml<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            open: Vec::new(),
            key: None,
        }
    }

    fn read(&mut self, found: &mut Vec<NamedText>) {
        while let Some(length) = self.rest().find('<') {
            self.content(self.at..self.at + length, found);
            self.at += length;
            if self.rest().starts_with("<!--") {
                self.skip_behind("-->");
            } else if self.rest().starts_with("<![CDATA[") {
                self.at += "<![CDATA[".len();
                let begin = self.at;
                self.skip_behind("]]>");
                let end = self.at.saturating_sub("]]>".len()).max(begin);
                self.content(begin..end, found);
            } else if self.rest().starts_with("</") {
                self.open.pop();
                self.skip_behind(">");
            } else if self.rest().starts_with("<?") || self.rest().starts_with("<!") {
                self.skip_behind(">");
            } else {
                self.element(found);
            }
        }
        self.content(self.at..self.text.len(), found);
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip_behind(&mut self, end: &str) {
        let length = self.rest().find(end).map(|place| place + end.len());
        self.at += length.unwrap_or(self.rest().len());
    }

    fn around(&self) -> Vec<String> {
        self.open.iter().flatten().cloned().collect()
    }

    /// The text between two tags.
    fn content(&mut self, place: Range<usize>, found: &mut Vec<NamedText>) {
        let Some((own, around)) = self.open.split_last() else {
            return;
        };
        let written = self.text.get(place.clone()).unwrap_or_default().trim();
        if written.is_empty() {
            return;
        }
        if own.first().is_some_and(|name| name == "key") {
            self.key = Some(written.chars().take(MAX_NAME_BYTES).collect());
            return;
        }
        let around: Vec<String> = around.iter().flatten().cloned().collect();
        add(found, self.text, place, &around, own.clone());
    }

    /// The tag that opens an element.
    fn element(&mut self, found: &mut Vec<NamedText>) {
        self.at += 1;
        let is_end = |letter: char| letter.is_whitespace() || "/>=<".contains(letter);
        let length = self.rest().find(is_end).unwrap_or(self.rest().len());
        let name = local(self.rest().get(..length).unwrap_or_default());
        self.at += length;
        let mut attributes: Vec<(String, Range<usize>)> = Vec::new();
        let is_closed = loop {
            self.at += self.rest().len() - self.rest().trim_start().len();
            let rest = self.rest();
            if rest.starts_with("/>") {
                self.at += 2;
                break true;
            }
            if rest.starts_with('>') {
                self.at += 1;
                break false;
            }
            if rest.is_empty() || rest.starts_with('<') {
                break false;
            }
            let length = rest.find(is_end).unwrap_or(rest.len());
            let attribute = local(rest.get(..length).unwrap_or_default());
            self.at += length.max(1);
            self.at += self.rest().len() - self.rest().trim_start_matches([' ', '=']).len();
            let Some(quote) = self
                .rest()
                .chars()
                .next()
                .filter(|letter| "\"'".contains(*letter))
            else {
                continue;
            };
            let begin = self.at + 1;
            let rest = self.text.get(begin..).unwrap_or_default();
            let end = begin + rest.find(quote).unwrap_or(rest.len());
            attributes.push((attribute, begin..end));
            self.at = (end + 1).min(self.text.len());
        };
        let mut names = vec![name];
        names.extend(self.key.take());
        let labels = attributes.iter().filter(|(name, _)| {
            ["key", "name", "id"].contains(&name.to_ascii_lowercase().as_str())
        });
        let labels = labels.filter_map(|(_, place)| self.text.get(place.clone()));
        names.extend(
            labels
                .filter(|label| label.len() <= MAX_NAME_BYTES)
                .map(str::to_owned),
        );
        let mut around = self.around();
        for (attribute, place) in attributes {
            let mut own = vec![attribute];
            if own.iter().any(|name| name.eq_ignore_ascii_case("value")) {
                own.extend(names.iter().cloned());
                add(found, self.text, place, &around, own);
            } else {
                around.extend(names.iter().take(1).cloned());
                add(found, self.text, place, &around, own);
                around.pop();
            }
        }
        if !is_closed && self.open.len() < MAX_DEPTH {
            self.open.push(names);
        }
    }
}

/// A name of XML without its namespace.
fn local(name: &str) -> String {
    let local = name.rsplit(':').next().unwrap_or(name);
    local.chars().take(MAX_NAME_BYTES).collect()
}

/// A reader of lines: YAML, `name=value`, and the parts of a form.
#[derive(Default)]
struct Lines {
    /// The names of the lines around, with their indentation.
    around: Vec<(usize, String)>,
    /// The indentation of the line that begins a text of several lines.
    block: Option<usize>,
    /// The name of the present part of a form, and whether its head is over.
    part: Option<(String, bool)>,
}

impl Lines {
    fn read(&mut self, text: &str, found: &mut Vec<NamedText>) {
        let mut begin = 0;
        for line in text.split_inclusive('\n') {
            let length = line.trim_end_matches(['\r', '\n']).len();
            self.line(text, begin..begin + length, found);
            begin += line.len();
        }
    }

    fn line(&mut self, text: &str, place: Range<usize>, found: &mut Vec<NamedText>) {
        let line = text.get(place.clone()).unwrap_or_default();
        if self.is_of_part(line) {
            if let Some((name, true)) = &self.part {
                add(found, text, place, &[], vec![name.clone()]);
            }
            return;
        }
        let mut at = place.start + line.len() - line.trim_start().len();
        let mut indentation = at - place.start;
        let rest = |at: usize| text.get(at..place.end).unwrap_or_default();
        if rest(at).is_empty() || rest(at).starts_with('#') {
            return;
        }
        if self.block.is_some_and(|block| indentation > block) {
            self.value(text, at..place.end, found);
            return;
        }
        self.block = None;
        let is_item = rest(at).starts_with("- ") || rest(at) == "-";
        // The items of a list may stand as far left as its name.
        let is_around = |name: usize| name < indentation || is_item && name == indentation;
        while self
            .around
            .last()
            .is_some_and(|(name, _)| !is_around(*name))
        {
            self.around.pop();
        }
        while rest(at).starts_with("- ") {
            let item = rest(at).get(1..).unwrap_or_default();
            let step = 1 + item.len() - item.trim_start().len();
            at += step;
            indentation += step;
        }
        at += "export ".len() * usize::from(rest(at).starts_with("export "));
        match name_in(rest(at)) {
            Some((name, length)) => {
                if self.around.len() < MAX_DEPTH {
                    self.around.push((indentation, name));
                }
                let value = rest(at + length).trim();
                if value.starts_with(['|', '>']) && value.len() <= 3 {
                    self.block = Some(indentation);
                } else {
                    self.value(text, at + length..place.end, found);
                }
            }
            None => self.value(text, at..place.end, found),
        }
    }

    /// A text of the name that was read last.
    fn value(&self, text: &str, place: Range<usize>, found: &mut Vec<NamedText>) {
        let names: Vec<String> = self.around.iter().map(|(_, name)| name.clone()).collect();
        let written = text.get(place.clone()).unwrap_or_default();
        if written.trim_start().starts_with(['{', '[']) {
            flow(text, place, names, found);
            return;
        }
        let Some((own, around)) = names.split_last() else {
            return;
        };
        let written = written.trim_end().trim_end_matches(',');
        let begin = place.start + written.len() - written.trim_start().len();
        let mut place = begin..place.start + written.len();
        for quote in ['"', '\''] {
            let inner = text.get(place.clone()).unwrap_or_default();
            if let Some(rest) = inner.strip_prefix(quote) {
                let length = rest.strip_suffix(quote).unwrap_or(rest).len();
                place = place.start + 1..place.start + 1 + length;
                break;
            }
        }
        add(found, text, place, around, vec![own.clone()]);
    }

    /// Whether a line belongs to a form in parts. Records the name of a part.
    fn is_of_part(&mut self, line: &str) -> bool {
        let lower = line.to_ascii_lowercase();
        if lower.starts_with("content-disposition:") {
            let name = line.split("name=\"").nth(1);
            let name = name.and_then(|rest| rest.split('"').next());
            self.part = name.map(|name| (name.to_owned(), false));
            return true;
        }
        match &mut self.part {
            None => false,
            Some(_) if line.starts_with("--") => {
                self.part = None;
                true
            }
            Some((_, is_body)) => {
                // An empty line ends the head.
                let is_end = !*is_body && line.is_empty();
                *is_body |= is_end;
                true
            }
        }
    }
}

/// The name at the beginning of a line, and where its value begins.
fn name_in(line: &str) -> Option<(String, usize)> {
    if let Some(quote) = line.chars().next().filter(|letter| "\"'".contains(*letter)) {
        let inner = line.get(1..)?;
        let length = inner.find(quote)?;
        let behind = inner.get(length + 1..)?;
        let colon = behind.trim_start().strip_prefix(':')?;
        let name = inner.get(..length)?.to_owned();
        return Some((name, line.len() - colon.len()));
    }
    let end = line.find([':', '='])?;
    let name = line.get(..end)?.trim();
    let behind = line.get(end + 1..)?;
    let is_value =
        line.get(end..end + 1) == Some("=") || behind.is_empty() || behind.starts_with(' ');
    let fits = |letter: char| letter.is_alphanumeric() || "-_. /".contains(letter);
    let is_name = !name.is_empty() && name.len() <= MAX_NAME_BYTES && name.chars().all(fits);
    (is_value && is_name).then(|| (name.to_owned(), end + 1))
}

/// The texts of a list or an object on one line: `{user: ada, password: "…"}`. The end may be missing.
fn flow(text: &str, place: Range<usize>, names: Vec<String>, found: &mut Vec<NamedText>) {
    // The names around the present text, and the name of the present member.
    let mut around = names;
    let mut depths: Vec<usize> = Vec::new();
    let mut at = place.start;
    while at < place.end {
        let rest = text.get(at..place.end).unwrap_or_default();
        let Some(letter) = rest.chars().next() else {
            return;
        };
        match letter {
            '{' | '[' => {
                depths.push(around.len());
                at += 1;
            }
            '}' | ']' => {
                depths.pop();
                around.truncate(depths.last().copied().unwrap_or(0));
                at += 1;
            }
            ',' => {
                around.truncate(depths.last().copied().unwrap_or(0));
                at += 1;
            }
            letter if letter.is_whitespace() || letter == ':' => at += letter.len_utf8(),
            quote @ ('"' | '\'') => {
                let begin = at + 1;
                let end = end_of_quoted(text, begin, place.end, quote);
                at = (end + 1).min(place.end);
                let behind = text.get(at..place.end).unwrap_or_default();
                if behind.trim_start().starts_with(':') && around.len() < MAX_DEPTH {
                    around.push(text.get(begin..end).unwrap_or_default().to_owned());
                } else {
                    add_flow_collection(text, begin..end, &around, found);
                }
            }
            _ => {
                let length = rest.find([',', '}', ']', '{', '[']).unwrap_or(rest.len());
                let scalar = rest.get(..length).unwrap_or_default();
                let named = scalar.split_once(": ").or_else(|| {
                    let name = scalar.strip_suffix(':')?;
                    Some((name, ""))
                });
                match named {
                    Some((name, _)) if around.len() < MAX_DEPTH => {
                        around.push(name.trim().to_owned());
                        at += name.len() + 1;
                    }
                    _ => {
                        add_flow_collection(text, at..at + length, &around, found);
                        at += length.max(1);
                    }
                }
            }
        }
    }
}

fn add_flow_collection(
    text: &str,
    place: Range<usize>,
    names: &[String],
    found: &mut Vec<NamedText>,
) {
    if let Some((own, around)) = names.split_last() {
        add(found, text, place, around, vec![own.clone()]);
    }
}

/// The end of a quoted text.
fn end_of_quoted(text: &str, begin: usize, most: usize, quote: char) -> usize {
    let mut is_escaped = false;
    let letters = text.get(begin..most).unwrap_or_default().char_indices();
    for (place, letter) in letters {
        if is_escaped {
            is_escaped = false;
        } else if letter == '\\' {
            is_escaped = true;
        } else if letter == quote {
            return begin + place;
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts with their names: `around/own|own=text`.
    fn shown(text: &str) -> Vec<String> {
        let found = named_texts(text).into_iter();
        let shown = found.map(|found| {
            let mut names = found.around;
            names.push(found.own.join("|"));
            format!("{}={}", names.join("/"), &text[found.place])
        });
        shown.collect()
    }

    #[test]
    fn texts_of_xml_have_the_names_of_elements_and_attributes() {
        for (text, expected) in [
            (
                "<?xml version=\"1.0\"?>\n<r><Key>\n a </Key><ns:Secret x='1'>b</ns:Secret></r>",
                &["r/Key=a", "r/Secret/x=1", "r/Secret=b"][..],
            ),
            ("<a><![CDATA[b<c]]></a>", &["a=b<c"]),
            ("<a><!-- <b>c</b> --><d/></a>", &[]),
            (
                "<add key=\"password\" value=\"pw\"/>",
                &["add/key=password", "value|add|password=pw"],
            ),
            ("<p name=\"pin\">1</p>", &["p/name=pin", "p|pin=1"]),
            (
                "<dict><key>Password</key><string>pw</string></dict>",
                &["dict/string|Password=pw"],
            ),
            ("<a><password>cut", &["a/password=cut"]),
            ("<a b=\"cut", &["a/b=cut"]),
            ("<", &[]),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn texts_of_lines_have_the_names_before_them() {
        for (text, expected) in [
            (
                "a: b\nc:\n  d: 'e'\n  f: \"g\"\n",
                &["a=b", "c/d=e", "c/f=g"][..],
            ),
            ("a:\n- b\n- c\nd: e\n", &["a=b", "a=c", "d=e"]),
            ("- a: b\n  c: d\n", &["a=b", "c=d"]),
            ("a: |\n  b\n  c: d\ne: f\n", &["a=b", "a=c: d", "e=f"]),
            ("a: b\n  and more\n", &["a=b", "a=and more"]),
            ("# a: b\n\nexport A_B=c\r\nd = e\r\n", &["A_B=c", "d=e"]),
            (
                "a: {b: c, \"d\":\"e\", f: [g, h]}\n",
                &["a/b=c", "a/d=e", "a/f=g", "a/f=h"],
            ),
            ("{\"a\":{\"b\":\"c\"},\"d\":\"cut", &["a/b=c", "d=cut"]),
            (
                "{\n  \"a\": {\n    \"b\": \"c\",\n    \"d\": \"cut",
                &["a/b=c", "a/d=cut"],
            ),
            ("no names here, or http://a.b/c\n", &[]),
            (
                "--x\r\nContent-Disposition: form-data; name=\"pin\"\r\n\r\n12\r\n--x--\r\n",
                &["pin=12"],
            ),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_has_places_within_it(text in "[<>/a\"'= :\\-\\n{}\\[\\],|!ä]{0,40}") {
            for found in named_texts(&text) {
                proptest::prop_assert!(text.get(found.place).is_some_and(|text| !text.is_empty()));
            }
        }
    }
}
