//! Verifies signatures by ECDSA on the curve P-521, by section 6.4.2 of FIPS 186-5.
//!
//! The crate `p521` has the arithmetic. Its own verification multiplies two points one after the other, and in constant time, as for
//! secrets. That is more than half of the work of a provider's start. Here all values are public, so both points share the doublings.

use p521::ecdsa::Signature;
use p521::elliptic_curve::Group;
use p521::elliptic_curve::ops::{Invert, Reduce};
use p521::elliptic_curve::point::AffineCoordinates;
use p521::{FieldBytes, ProjectivePoint, PublicKey, Scalar};
use sha2::{Digest, Sha512};

/// Whether the owner of a key signed a message, which is hashed with SHA-512.
pub(crate) fn is_of(key: &PublicKey, message: &[u8], signature: &Signature) -> bool {
    // A hash of 512 bits is shorter than the order of the curve, so all of it counts.
    let mut hash = FieldBytes::default();
    let digest = Sha512::digest(message);
    for (place, byte) in hash.iter_mut().rev().zip(digest.iter().rev()) {
        *place = *byte;
    }
    let hash = Scalar::reduce_bytes(&hash);
    let (r, s) = signature.split_scalars();
    let inverse = *s.invert_vartime();
    let point = sum_of_products(
        (&ProjectivePoint::GENERATOR, &(hash * inverse)),
        (&key.to_projective(), &(*r * inverse)),
    );
    if bool::from(point.is_identity()) {
        return false;
    }
    let x = Scalar::reduce_bytes(&point.to_affine().x());
    x == *r
}

/// `k·P + l·Q` of public values: four bits of both numbers at a time, the highest first. The sums of the crate hold for all points.
fn sum_of_products(
    (p, k): (&ProjectivePoint, &Scalar),
    (q, l): (&ProjectivePoint, &Scalar),
) -> ProjectivePoint {
    let (of_p, of_q) = (multiples(p), multiples(q));
    let mut sum = ProjectivePoint::IDENTITY;
    for (k, l) in k.to_bytes().iter().zip(&l.to_bytes()) {
        for (k, l) in [(k >> 4, l >> 4), (k & 15, l & 15)] {
            for _ in 0..4 {
                sum = sum.double();
            }
            // Zero times the point has no place in the list.
            for (multiples, digit) in [(&of_p, k), (&of_q, l)] {
                let place = usize::from(digit).checked_sub(1);
                if let Some(multiple) = place.and_then(|place| multiples.get(place)) {
                    sum += multiple;
                }
            }
        }
    }
    sum
}

/// A point once, twice, up to fifteen times.
fn multiples(point: &ProjectivePoint) -> [ProjectivePoint; 15] {
    let mut last = ProjectivePoint::IDENTITY;
    [(); 15].map(|()| {
        last += point;
        last
    })
}

#[cfg(test)]
mod tests {
    use p521::NonZeroScalar;
    use p521::ecdsa::signature::{RandomizedSigner, Verifier};
    use p521::ecdsa::{SigningKey, VerifyingKey};
    use p521::elliptic_curve::rand_core::{self, CryptoRng, RngCore};

    use super::*;

    /// Numbers that are the same in each run.
    struct Numbers(u64);

    impl CryptoRng for Numbers {}

    impl RngCore for Numbers {
        fn next_u32(&mut self) -> u32 {
            u32::try_from(self.next_u64() >> 32).expect("32 bits")
        }

        fn next_u64(&mut self) -> u64 {
            let mut bytes = [0; 8];
            self.fill_bytes(&mut bytes);
            u64::from_le_bytes(bytes)
        }

        fn fill_bytes(&mut self, bytes: &mut [u8]) {
            for part in bytes.chunks_mut(64) {
                self.0 += 1;
                let hash = Sha512::digest(self.0.to_le_bytes());
                part.copy_from_slice(&hash[..part.len()]);
            }
        }

        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), rand_core::Error> {
            self.fill_bytes(bytes);
            Ok(())
        }
    }

    /// The verdict, which the crate's own verification shares.
    fn verdict(key: &VerifyingKey, message: &[u8], signature: &Signature) -> bool {
        let point = key.to_encoded_point(false);
        let public = PublicKey::from_sec1_bytes(point.as_bytes()).expect("a key");
        let ours = is_of(&public, message, signature);
        assert_eq!(ours, key.verify(message, signature).is_ok());
        ours
    }

    #[test]
    fn a_signature_holds_for_its_key_and_message_alone() {
        let mut numbers = Numbers(0);
        let stranger = VerifyingKey::from(&SigningKey::random(&mut numbers));
        for round in 0..20_u8 {
            let key = SigningKey::random(&mut numbers);
            let message = vec![round; usize::from(round) * 20];
            let signature: Signature = key.sign_with_rng(&mut numbers, &message);
            let public = VerifyingKey::from(&key);
            assert!(verdict(&public, &message, &signature), "{round}");
            assert!(!verdict(
                &public,
                &[&message[..], b"x"].concat(),
                &signature
            ));
            assert!(!verdict(&stranger, &message, &signature), "{round}");
            let (r, s) = signature.split_scalars();
            let one = NonZeroScalar::new(Scalar::ONE).expect("not zero");
            for (r, s) in [(s, r), (r, one), (one, s), (one, one)] {
                let other = Signature::from_scalars(r.to_bytes(), s.to_bytes()).expect("scalars");
                assert!(!verdict(&public, &message, &other), "{round}");
            }
            // Both square roots of a point have the same first coordinate, so the standard accepts both.
            let negative = Signature::from_scalars(r.to_bytes(), (-*s).to_bytes());
            assert!(verdict(&public, &message, &negative.expect("scalars")));
        }
    }

    #[test]
    fn sums_hold_at_their_edges() {
        let point = ProjectivePoint::GENERATOR;
        let two = Scalar::ONE + Scalar::ONE;
        for (k, l) in [
            (Scalar::ZERO, Scalar::ZERO),
            (Scalar::ONE, -Scalar::ONE),
            (Scalar::ONE, Scalar::ONE),
            (-Scalar::ONE, -Scalar::ONE),
            (-two, two.invert().expect("not zero")),
        ] {
            let sum = sum_of_products((&point, &k), (&point, &l));
            assert_eq!(sum, point * (k + l));
        }
    }
}
