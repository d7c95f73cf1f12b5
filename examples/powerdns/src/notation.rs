//! The notation of zone files for the content of a record: words, and strings in quotation marks.

/// A character-string of DNS has at most this many octets; longer texts are several of them.
pub(crate) const STRING_LIMIT: usize = 255;

/// Splits a content where zone files do: at white space, and behind quoted strings.
pub(crate) fn words(content: &str) -> Result<Vec<&str>, String> {
    let mut words = Vec::new();
    let mut rest = content.trim();
    while !rest.is_empty() {
        let starts_quoted = rest.starts_with('"');
        let (mut is_quoted, mut is_escaped) = (false, false);
        let end = rest.char_indices().find_map(|(index, character)| {
            if std::mem::take(&mut is_escaped) {
                return None;
            }
            match character {
                '\\' => is_escaped = true,
                '"' if is_quoted && starts_quoted => return Some(index + 1),
                '"' => is_quoted = !is_quoted,
                _ if character.is_ascii_whitespace() && !is_quoted => return Some(index),
                _ => {}
            }
            None
        });
        if end.is_none() && is_quoted {
            return Err(format!(
                "`{content}` has an opening quotation mark without a closing one"
            ));
        }
        let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
        words.push(word);
        rest = behind.trim_start();
    }
    Ok(words)
}

/// Text in the notation of zone files.
pub(crate) fn quoted(text: &str) -> String {
    let mut strings = vec![String::new()];
    let mut length = 0;
    for character in text.chars() {
        if length + character.len_utf8() > STRING_LIMIT {
            strings.push(String::new());
            length = 0;
        }
        length += character.len_utf8();
        if let Some(string) = strings.last_mut() {
            match character {
                '"' | '\\' => string.extend(['\\', character]),
                _ if character.is_ascii_control() => {
                    string.push_str(&format!("\\{:03}", u32::from(character)))
                }
                _ => string.push(character),
            }
        }
    }
    strings
        .iter()
        .map(|string| format!("\"{string}\""))
        .collect::<Vec<_>>()
        .join(" ")
}

/// The octets of a quoted string: `\034` is the octet with that decimal number, `\"` is `"`.
pub(crate) fn unquoted(word: &str) -> Vec<u8> {
    let inner = word.strip_prefix('"').unwrap_or(word);
    let mut rest = inner.strip_suffix('"').unwrap_or(inner).as_bytes();
    let mut octets = Vec::with_capacity(rest.len());
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        if *first != b'\\' {
            octets.push(*first);
            continue;
        }
        if let [
            a @ b'0'..=b'9',
            b @ b'0'..=b'9',
            c @ b'0'..=b'9',
            after @ ..,
        ] = behind
        {
            let number = [a, b, c]
                .into_iter()
                .fold(0_u32, |number, digit| number * 10 + u32::from(digit - b'0'));
            octets.push(u8::try_from(number).unwrap_or(b'?'));
            rest = after;
        } else if let Some((escaped, after)) = behind.split_first() {
            octets.push(*escaped);
            rest = after;
        }
    }
    octets
}
