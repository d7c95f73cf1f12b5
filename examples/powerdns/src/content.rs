//! Contents of records: the spelling that PowerDNS accepts, and whether two spellings mean the same.
//!
//! The server refuses contents that are not exactly as it would write them itself, down to single spaces, and its
//! storage may write an accepted content in another way: addresses shortened, hexadecimal digits in lower case, long
//! texts cut in pieces. Neither should bother people.

use std::net::{Ipv4Addr, Ipv6Addr};

use crate::name::DomainName;

/// A character-string of DNS has at most this many octets; longer texts are several of them.
const STRING_LIMIT: usize = 255;

/// Types whose words outside of quotation marks mean the same in upper and lower case: names and hexadecimal digits.
const CASELESS: [&str; 13] = [
    "ALIAS", "CDS", "CNAME", "DNAME", "DS", "MX", "NAPTR", "NS", "PTR", "SMIMEA", "SRV", "SSHFP",
    "TLSA",
];

/// The content in the spelling that is sent to the server. A canonical content stays as it is.
///
/// The reason of a failure is a sentence for the person who wrote the content.
pub(crate) fn canonical(record_type: &str, content: &str) -> Result<String, String> {
    match record_type {
        "A" => match content.trim().parse::<Ipv4Addr>() {
            Ok(address) => Ok(address.to_string()),
            Err(_) => Err(format!("`{content}` is not an IPv4 address")),
        },
        "AAAA" => match content.trim().parse::<Ipv6Addr>() {
            Ok(address) => Ok(address.to_string()),
            Err(_) => Err(format!("`{content}` is not an IPv6 address")),
        },
        "TXT" | "SPF" => canonical_text(content),
        "ALIAS" | "CNAME" | "DNAME" | "NS" | "PTR" => with_target(content, &["the name"]),
        "MX" => with_target(content, &["the preference", "the name"]),
        "SRV" => with_target(
            content,
            &["the priority", "the weight", "the port", "the name"],
        ),
        _ => match words(content)?.as_slice() {
            [] => Err("the content of a record must not be empty".to_owned()),
            words => Ok(words.join(" ")),
        },
    }
}

/// Whether two lists of contents are the same records. A record set has no order.
pub(crate) fn same_records(record_type: &str, one: &[String], other: &[String]) -> bool {
    let sorted = |contents: &[String]| {
        let mut meanings: Vec<_> = contents
            .iter()
            .map(|content| meaning(record_type, content))
            .collect();
        meanings.sort();
        meanings
    };
    sorted(one) == sorted(other)
}

/// A word of a content with everything taken away that makes no difference.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Word {
    Bare(String),
    Quoted(Vec<u8>),
}

/// What a content means: equal for two spellings of one record.
fn meaning(record_type: &str, content: &str) -> Vec<Word> {
    if let ("AAAA", Ok(address)) = (record_type, content.parse::<Ipv6Addr>()) {
        return vec![Word::Bare(address.to_string())];
    }
    let Ok(words) = words(content) else {
        return vec![Word::Bare(content.to_owned())];
    };
    let mut meaning = Vec::new();
    for word in words {
        if word.starts_with('"') {
            let octets = unquoted(word);
            match octets.len() {
                0 => meaning.push(Word::Quoted(octets)),
                _ => meaning.extend(
                    octets
                        .chunks(STRING_LIMIT)
                        .map(|chunk| Word::Quoted(chunk.to_vec())),
                ),
            }
        } else if CASELESS.contains(&record_type) {
            meaning.push(Word::Bare(word.to_ascii_lowercase()));
        } else {
            meaning.push(Word::Bare(word.to_owned()));
        }
    }
    meaning
}

/// Text is taken as it is, unless it begins with a quotation mark: then it is in the notation of zone files.
fn canonical_text(content: &str) -> Result<String, String> {
    if !content.trim_start().starts_with('"') {
        return Ok(quoted(content));
    }
    let words = words(content)?;
    match words.iter().find(|word| !word.starts_with('"')) {
        Some(word) => Err(format!(
            "`{word}` is outside of the quotation marks; put all strings of a text in them, or none"
        )),
        None => Ok(words.join(" ")),
    }
}

/// A content of words whose last one is a domain name.
fn with_target(content: &str, fields: &[&str]) -> Result<String, String> {
    let words = words(content)?;
    let Some((target, rest)) = words.split_last().filter(|_| words.len() == fields.len()) else {
        return Err(format!("`{content}` is not {}", fields.join(", then ")));
    };
    let name = DomainName::parse(target)?;
    if !target.contains('.') {
        // `mail` in the zone example.org: who wrote that most likely meant mail.example.org, and would get mail alone.
        return Err(format!(
            "`{target}` is not a full name; write it out, or `{name}` if you mean a top-level domain"
        ));
    }
    // Unlike owner names, names in contents keep their case on the server.
    let dot = if target.ends_with('.') { "" } else { "." };
    Ok(rest
        .iter()
        .copied()
        .chain([format!("{target}{dot}").as_str()])
        .collect::<Vec<_>>()
        .join(" "))
}

/// Splits a content where zone files do: at white space, and behind quoted strings.
fn words(content: &str) -> Result<Vec<&str>, String> {
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
fn quoted(text: &str) -> String {
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
fn unquoted(word: &str) -> Vec<u8> {
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

#[cfg(test)]
#[path = "content_tests.rs"]
mod tests;
