//! A page with the position of a guest, for interpreters whose memory does not contain it. The SDK for
//! TypeScript has such a page: loops of the author's write there after many turns.
//!
//! It begins with a mark, followed by the length of a text in four bytes, and the text: one location per line, the
//! innermost first.

use super::bytes::Bytes;

/// How a page begins, at a multiple of eight bytes.
const MARK: &[u8; 8] = b"pw:place";
/// The longest text.
const MAX_TEXT: u32 = 4 << 10;
/// Places that are shown.
const SHOWN: usize = 16;

/// The places on the first page of a memory that has some.
pub(super) fn places(memory: Bytes<'_>) -> Vec<String> {
    memory
        .find(*MARK)
        .filter_map(|page| text(memory, page))
        .map(|text| {
            let lines = text.lines().filter(|line| !line.is_empty());
            lines.take(SHOWN).map(str::to_owned).collect()
        })
        .find(|places: &Vec<String>| !places.is_empty())
        .unwrap_or_default()
}

fn text(memory: Bytes<'_>, page: u32) -> Option<String> {
    let length = memory.u32(page.checked_add(8)?)?;
    if length > MAX_TEXT {
        return None;
    }
    let bytes = memory.slice(page.checked_add(12)?, usize::try_from(length).ok()?)?;
    // The last letter may be cut off.
    let text = String::from_utf8_lossy(bytes);
    let printed = |letter: &char| !letter.is_control() || *letter == '\n';
    Some(text.chars().filter(printed).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(memory: &[u8]) -> Vec<String> {
        places(Bytes::of(memory))
    }

    fn page(length: u32, text: &str) -> Vec<u8> {
        let mut memory = vec![0; 64];
        memory.extend(MARK);
        memory.extend(length.to_le_bytes());
        memory.extend(text.as_bytes());
        memory
    }

    #[test]
    fn the_lines_of_a_page_are_places() {
        let text = "create (src/index.ts:3)\n\u{1b}\nsrc/other.ts:7\nbehind the text";
        let memory = page(40, text);
        assert_eq!(
            found(&memory),
            ["create (src/index.ts:3)", "src/other.ts:7"]
        );
        // An empty page, followed by another page.
        let both = [page(0, "old"), vec![0; 8 - 79 % 8], memory].concat();
        assert_eq!(found(&both).len(), 2);
    }

    #[test]
    fn a_page_that_is_not_whole_says_nothing() {
        for (length, text) in [
            (5, "abcd"),
            (u32::MAX, "abcd"),
            (4097, &"a".repeat(9000)[..]),
        ] {
            assert!(found(&page(length, text)).is_empty());
        }
        assert!(found(MARK).is_empty());
        assert!(found(&[]).is_empty());
    }
}
