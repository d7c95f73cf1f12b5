//! The bcrypt hash of a password.

use base64::alphabet;
use base64::engine::{Engine, GeneralPurpose, general_purpose::NO_PAD};

/// Two to this power is the number of rounds. Raising it would make every password slower to create.
const COST: u32 = 10;

/// All that bcrypt looks at.
const LONGEST_BYTES: usize = 72;

/// bcrypt has a special order of the base64 letters.
const BCRYPT_BASE64: GeneralPurpose = GeneralPurpose::new(&alphabet::BCRYPT, NO_PAD);

/// The hash in the usual form, `$2a$10$` with salt and digest, of the first 72 bytes of the password.
pub(crate) fn bcrypt(password: &str, salt: [u8; 16]) -> String {
    // The password's end is marked by a zero byte, which also keeps the empty password from being no key at all.
    let key: Vec<u8> = password.bytes().chain([0]).take(LONGEST_BYTES).collect();
    let digest = bcrypt::bcrypt(COST, salt, &key);
    // By tradition the last byte of the digest is left out.
    let digest = digest.split_last().map_or(&[][..], |(_, digest)| digest);
    format!(
        "$2a${COST}${}{}",
        BCRYPT_BASE64.encode(salt),
        BCRYPT_BASE64.encode(digest)
    )
}

/// Whether the password is the one that was hashed.
#[cfg(test)]
pub(crate) fn verify(password: &str, hash: &str) -> bool {
    let salt = hash
        .get(7..29)
        .and_then(|salt| BCRYPT_BASE64.decode(salt).ok())
        .and_then(|salt| <[u8; 16]>::try_from(salt).ok());
    salt.is_some_and(|salt| bcrypt(password, salt) == hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_of_another_implementation_verify() {
        // Made by the bcrypt of Python.
        for (password, hash) in [
            (
                "",
                "$2a$10$O6uBPCOMgk96sCwI6FpBtOwPfkzpwqTWCsyszROYAR07VBVKNIFFa",
            ),
            (
                "Grüße, äöü",
                "$2a$10$w4rqx/FAgpKYw24uECl7OuwLcpL4F2T2s5WFoNFSmKTw21ki5DO72",
            ),
            (
                &"x".repeat(72),
                "$2a$10$IjGuVc6T7vf1VtlluLm7gOED2IfGfSVICjuO3hVr3RonB6B2/pvxO",
            ),
        ] {
            assert!(verify(password, hash), "{password}");
            assert!(!verify("another", hash));
        }
    }

    #[test]
    fn the_hash_has_the_usual_form() {
        let hash = bcrypt("hunter2", [7; 16]);
        assert_eq!(hash.len(), 60);
        assert!(hash.starts_with("$2a$10$"));
        assert_ne!(hash, bcrypt("hunter2", [8; 16]));
    }

    #[test]
    fn only_the_first_72_bytes_count() {
        let long = "x".repeat(72);
        assert_eq!(
            bcrypt(&long, [1; 16]),
            bcrypt(&format!("{long}more"), [1; 16])
        );
        assert_ne!(bcrypt(&long, [1; 16]), bcrypt(&long[1..], [1; 16]));
        // A character of two bytes may be cut in the middle.
        bcrypt(&"ä".repeat(50), [1; 16]);
        bcrypt("", [1; 16]);
    }
}
