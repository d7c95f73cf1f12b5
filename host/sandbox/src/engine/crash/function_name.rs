//! Names of functions as their authors know them: the mangling of Rust's compiler is undone, within bounds. Other
//! languages' compilers make names that are useless here and can grow without limit.

use std::borrow::Cow;

use crate::engine::error_text::bounded;

/// A longer name is not demangled: real names are shorter, and the time for an artificial name grows with its length.
const MAX_MANGLED_BYTES: usize = 1 << 10;
/// Bytes of a name that are shown.
const MAX_SHOWN_BYTES: usize = 256;

/// A name as in its source, on one line.
pub(crate) fn readable(name: &str) -> String {
    let shown = match rustc_demangle::try_demangle(beginning(name, MAX_MANGLED_BYTES)) {
        // The alternate form leaves the hash out.
        Ok(known) if name.len() <= MAX_MANGLED_BYTES => {
            bounded(&format_args!("{known:#}"), MAX_SHOWN_BYTES)
        }
        _ => bounded(&of_go(name), MAX_SHOWN_BYTES),
    };
    on_one_line(&shown)
}

/// A name as Go writes it. Its linker puts `_` for brackets and stars: `main.__Zone_.Create` is `main.(*Zone).Create`.
fn of_go(name: &str) -> Cow<'_, str> {
    let method = name.split_once(".__").and_then(|(package, rest)| {
        let (receiver, function) = rest.split_once("_.")?;
        Some(format!("{package}.(*{receiver}).{function}"))
    });
    method.map_or(Cow::Borrowed(name), Cow::Owned)
}

/// A text without line ends and other control characters: it must not look like lines of a report.
pub(crate) fn on_one_line(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

/// At most this many bytes of a text.
pub(crate) fn beginning(text: &str, bytes: usize) -> &str {
    let end = text.floor_char_boundary(bytes);
    text.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn names_of_rust_are_read() {
        for (name, expected) in [
            ("_ZN4acme4zone4make17h0123456789abcdefE", "acme::zone::make"),
            ("_RNvNtCs1234_4acme4zone6create", "acme::zone::create"),
            ("main.(*Zone).Create", "main.(*Zone).Create"),
            ("main.__Zone_.Create", "main.(*Zone).Create"),
            ("main.make__one", "main.make__one"),
            ("", ""),
            ("a\nhint: run this", "a\u{fffd}hint: run this"),
        ] {
            assert_eq!(readable(name), expected);
        }
    }

    /// A name of nested pairs. Each pair repeats the pair inside it twice.
    fn doubling(mut name: String, step: impl Fn(usize) -> String, bytes: usize) -> String {
        for level in 0.. {
            let next = step(level);
            if name.len() + next.len() > bytes {
                break;
            }
            name.push_str(&next);
        }
        name
    }

    #[test]
    fn names_that_are_made_to_grow_take_no_time_and_no_room() {
        // In C++: `f(pair<int, int>, pair<A, A>, pair<B, B>, …)`, where each letter stands for the argument before it.
        let cpp = doubling(
            "_Z1fSt4pairIiiE".to_owned(),
            |level| match level {
                0 => "S_IS0_S0_E".to_owned(),
                level => format!("S_IS{0}_S{0}_E", base_36(level)),
            },
            530,
        );
        // In Rust: tuples of references back to the tuple before.
        let mut rust = "_RIC1aTllE".to_owned();
        let mut last = 6;
        while rust.len() < MAX_MANGLED_BYTES - 20 {
            let back = format!("B{}", base_62(last - 2));
            last = rust.len();
            rust.push_str(&format!("T{back}{back}E"));
        }
        rust.push('E');
        let binders = format!("_RIC1a{}lE", "FGzzzzzzzz_".repeat(40));
        let long = format!("_ZN{}E", "1a".repeat(1 << 20));
        for name in [cpp, rust, binders, long, "x".repeat(1 << 20)] {
            let began = Instant::now();
            let shown = readable(&name);
            assert!(began.elapsed() < Duration::from_millis(500), "{name}");
            assert!(shown.len() <= MAX_SHOWN_BYTES + '…'.len_utf8());
        }
    }

    fn base_36(number: usize) -> String {
        let digits = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        let (high, low) = (number / 36, digits[number % 36] as char);
        match high {
            0 => low.to_string(),
            high => format!("{}{low}", digits[high] as char),
        }
    }

    /// As references back are written: 0 is `_`, 1 is `0_`.
    fn base_62(number: usize) -> String {
        let digits = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
        let Some(mut number) = number.checked_sub(1) else {
            return "_".to_owned();
        };
        let mut text = vec!['_'];
        loop {
            text.insert(0, digits[number % 62] as char);
            number /= 62;
            if number == 0 {
                return text.into_iter().collect();
            }
        }
    }
}
