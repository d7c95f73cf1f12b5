//! Bytes written as text.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};

/// Base64 with `+`, `/` and padding.
pub(crate) fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// Base64 with `-`, `_` and no padding.
pub(crate) fn base64_url(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The bytes behind what [`base64`] writes, or why it is not that.
pub(crate) fn from_base64(text: &str) -> Result<Vec<u8>, String> {
    STANDARD
        .decode(text)
        .map_err(|error| format!("it is not base64 with padding: {error}"))
}

/// The bytes behind what [`base64_url`] writes, or why it is not that.
pub(crate) fn from_base64_url(text: &str) -> Result<Vec<u8>, String> {
    URL_SAFE_NO_PAD
        .decode(text)
        .map_err(|error| format!("it is not URL-safe base64 without padding: {error}"))
}

/// Two lowercase hexadecimal digits for each byte.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes as a big-endian number, in decimal digits without leading zeros.
pub(crate) fn decimal(bytes: &[u8]) -> String {
    // Groups of nine digits, the lowest group first: a group times 256 plus a carry fits an u64 with ease.
    const GROUP: u64 = 1_000_000_000;
    let mut groups: Vec<u64> = vec![0];
    for byte in bytes {
        let mut carry = u64::from(*byte);
        for group in &mut groups {
            let value = *group * 256 + carry;
            *group = value % GROUP;
            carry = value / GROUP;
        }
        if carry > 0 {
            groups.push(carry);
        }
    }
    let mut highest_first = groups.iter().rev();
    let first = highest_first.next().map(u64::to_string).unwrap_or_default();
    highest_first.fold(first, |text, group| format!("{text}{group:09}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_value_in_every_encoding() {
        let bytes = [0xfb, 0xf0, 0x0d, 0x7e, 0x01, 0xff, 0xee, 0x3f];
        assert_eq!(base64(&bytes), "+/ANfgH/7j8=");
        assert_eq!(base64_url(&bytes), "-_ANfgH_7j8");
        assert_eq!(hex(&bytes), "fbf00d7e01ffee3f");
        assert_eq!(decimal(&bytes), "18154024932781059647");
    }

    #[test]
    fn decimal_agrees_with_numbers_of_the_machine() {
        for number in [
            0,
            1,
            9,
            10,
            255,
            999_999_999,
            1_000_000_000,
            1_000_000_001,
            10_u128.pow(27),
            u128::MAX,
        ] {
            assert_eq!(decimal(&number.to_be_bytes()), number.to_string());
        }
        assert_eq!(decimal(&[]), "0");
        assert_eq!(decimal(&[0, 0, 7]), "7");
    }

    #[test]
    fn what_was_written_can_be_read() {
        for length in 0..40_u8 {
            let bytes: Vec<u8> = (0..length).map(|byte| byte.wrapping_mul(37)).collect();
            assert_eq!(from_base64(&base64(&bytes)), Ok(bytes.clone()));
            assert_eq!(from_base64_url(&base64_url(&bytes)), Ok(bytes));
        }
    }

    #[test]
    fn text_that_is_no_base64_is_refused_with_a_reason() {
        for text in ["@@", "abcde", "+/ANfgH/7j8"] {
            assert!(
                from_base64(text).is_err_and(|reason| reason.starts_with("it is not base64")),
                "{text}"
            );
        }
        assert!(from_base64_url("a+b/").is_err());
        assert!(from_base64_url("-_ANfgH_7j8=").is_err());
    }
}
