//! The mark on a new zone, which shows until the end of its create that the zone belongs to this resource.
//!
//! A zone is made with a mark in its field `account`, the one field for free text that the server takes in the same
//! request; the account that the program gives is set right afterwards. If a create was interrupted in between, and its
//! answer was lost, the next one finds the mark.

/// The mark of a resource: 23 characters, where every database has room for 40.
pub(crate) fn of(urn: &str) -> String {
    format!("pulumi:{:016x}", fingerprint(urn))
}

/// FNV-1a of 64 bits: the same in every version of this provider, and a collision gives no advantage to an attacker.
fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::{fingerprint, of};

    #[test]
    fn a_mark_is_short_and_stays_what_it_is() {
        // Published test vectors of FNV-1a.
        assert_eq!(fingerprint(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint("foobar"), 0x8594_4171_f739_67e8);
        assert_eq!(of("foobar"), "pulumi:85944171f73967e8");
        assert!(of(&"x".repeat(1000)).len() <= 40);
    }
}
