//! Bodies whose parts have names: JSON, lines of JSON, and forms.

use std::ops::Range;

use serde_json::Value;

/// A JSON document in a text.
pub(super) struct Document<'t> {
    /// The offset of its start.
    pub(super) begin: usize,
    pub(super) text: &'t str,
    pub(super) json: Value,
}

/// The JSON documents of a text: the text itself, or each of its lines that is a document.
pub(super) fn documents(text: &str) -> Vec<Document<'_>> {
    let document = |begin: usize, text| {
        let json = serde_json::from_str(text).ok()?;
        Some(Document { begin, text, json })
    };
    if let Some(whole) = document(0, text) {
        return vec![whole];
    }
    let mut begin = 0;
    let mut found = Vec::new();
    for line in text.split_inclusive('\n') {
        // A line with only a word or a number has no member names.
        if line.trim_start().starts_with(['{', '[']) {
            found.extend(document(begin, line));
        }
        begin += line.len();
    }
    found
}

/// A field of a form.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) value: String,
    /// The position of the value in the text.
    pub(super) place: Range<usize>,
}

/// The fields of a text that is a form: `grant_type=password&client_secret=…`.
pub(super) fn fields(text: &str) -> Vec<Field> {
    let is_form = text.contains('=')
        && !text.contains(|letter: char| letter.is_whitespace() || "{}<>\"".contains(letter));
    if !is_form {
        return Vec::new();
    }
    let mut begin = 0;
    let mut found = Vec::new();
    for written in text.split('&') {
        let read = url::form_urlencoded::parse(written.as_bytes()).next();
        if let Some((name, value)) = read
            && let Some(equals) = written.find('=')
        {
            found.push(Field {
                name: name.into_owned(),
                value: value.into_owned(),
                place: begin + equals + 1..begin + written.len(),
            });
        }
        begin += written.len() + 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_json_are_documents() {
        let begins = |text: &str| -> Vec<usize> {
            let found = documents(text).into_iter();
            found.map(|document| document.begin).collect()
        };
        for (text, expected) in [
            ("{\"a\":1}", &[0][..]),
            ("{\"a\":\n1}", &[0]),
            ("{\"a\":1}\n{\"b\":2}\n", &[0, 8]),
            ("ok\n{\"b\":2}\r\n1\n[", &[3]),
            ("", &[]),
            ("no", &[]),
        ] {
            assert_eq!(begins(text), expected, "{text}");
        }
    }

    #[test]
    fn forms_have_fields() {
        let shown = |text: &str| -> Vec<(String, String, String)> {
            let found = fields(text).into_iter();
            found
                .map(|field| (field.name, field.value, text[field.place].to_owned()))
                .collect()
        };
        let field = |name: &str, value: &str, written: &str| {
            (name.to_owned(), value.to_owned(), written.to_owned())
        };
        assert_eq!(
            shown("a=1&client%5Fsecret=x%20y%3D&b&c="),
            [
                field("a", "1", "1"),
                field("client_secret", "x y=", "x%20y%3D"),
                field("c", "", ""),
            ]
        );
        assert_eq!(shown("a = b"), []);
        assert_eq!(shown("<a b=\"c\">"), []);
    }
}
