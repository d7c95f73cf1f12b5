//! Percent-encoding, wholly or in part, with digits of either case; and that of forms, where `+` is a space.

use super::characters::digit;
use super::decoded::DecodedView;

/// Decodes the encoded parts, or gives `None` if there are none.
pub(super) fn decode(bytes: &[u8], is_form: bool) -> Option<DecodedView> {
    let is_encoded = |byte: &u8| *byte == b'%' || (is_form && *byte == b'+');
    if !bytes.iter().any(is_encoded) {
        return None;
    }
    let mut decoded = DecodedView::with_capacity(bytes.len());
    let mut is_changed = false;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let pair = match (byte, bytes.get(at + 1), bytes.get(at + 2)) {
            (b'%', Some(high), Some(low)) => digit(*high).zip(digit(*low)),
            _ => None,
        };
        match pair {
            Some((high, low)) => {
                decoded.push(high << 4 | low, at);
                is_changed = true;
                at += 3;
            }
            None => {
                let is_space = is_form && *byte == b'+';
                decoded.push(if is_space { b' ' } else { *byte }, at);
                is_changed |= is_space;
                at += 1;
            }
        }
    }
    is_changed.then_some(decoded)
}
