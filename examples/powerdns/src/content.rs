//! Contents of records: the spelling that PowerDNS accepts, and whether two spellings mean the same.
//!
//! The server refuses contents that are not exactly as it would write them itself, down to single spaces, and its
//! storage may write an accepted content in another way: addresses shortened, hexadecimal digits in lower case, long
//! texts cut in pieces. Neither should bother people.

use std::net::{Ipv4Addr, Ipv6Addr};

use crate::name::DomainName;
use crate::notation::{STRING_LIMIT, quoted, unquoted, words};

/// Types whose words outside of quotation marks mean the same in upper and lower case: names and hexadecimal digits.
const CASELESS: [&str; 13] = [
    "ALIAS", "CDS", "CNAME", "DNAME", "DS", "MX", "NAPTR", "NS", "PTR", "SMIMEA", "SRV", "SSHFP",
    "TLSA",
];

/// The content in the spelling that is compared and recorded. A canonical content stays as it is.
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
        _ if is_text(record_type) => canonical_text(content),
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

/// The content in the spelling that the server takes.
pub(crate) fn to_send(record_type: &str, content: &str) -> String {
    if is_text(record_type) && !is_quoted(content) {
        quoted(content)
    } else {
        content.to_owned()
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

/// The meaning of a content: equal for two spellings of one record.
fn meaning(record_type: &str, content: &str) -> Vec<Word> {
    if let ("AAAA", Ok(address)) = (record_type, content.parse::<Ipv6Addr>()) {
        return vec![Word::Bare(address.to_string())];
    }
    let content = to_send(record_type, content);
    let Ok(words) = words(&content) else {
        return vec![Word::Bare(content)];
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

/// Types whose contents are text.
fn is_text(record_type: &str) -> bool {
    ["TXT", "SPF"].contains(&record_type)
}

/// Whether a text is in the notation of zone files, and not just the text itself.
fn is_quoted(content: &str) -> bool {
    content.trim_start().starts_with('"')
}

/// Text is just the text, unless that leaves something open, such as how it is cut into strings.
fn canonical_text(content: &str) -> Result<String, String> {
    if !is_quoted(content) {
        return Ok(content.to_owned());
    }
    let words = words(content)?;
    if let Some(word) = words.iter().find(|word| !word.starts_with('"')) {
        return Err(format!(
            "`{word}` is outside of the quotation marks; put all strings of a text in them, or none"
        ));
    }
    let octets = words.iter().flat_map(|word| unquoted(word)).collect();
    let text = String::from_utf8(octets)
        .ok()
        .filter(|text| !is_quoted(text));
    let notation = words.join(" ");
    Ok(text
        .filter(|text| meaning("TXT", text) == meaning("TXT", &notation))
        .unwrap_or(notation))
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

#[cfg(test)]
#[path = "content_tests.rs"]
mod tests;
