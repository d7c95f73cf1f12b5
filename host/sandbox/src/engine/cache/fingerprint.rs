//! The dependencies of compiled code apart from the component, as a name for its part of the cache.
//!
//! It is computed without an engine, so that a process can check for cached code before it starts an engine. It
//! separates the code that several versions of this program, or several machines with one home folder, compile. It is
//! not a safety check: wasmtime checks its version, the relevant settings and the required processor features whenever
//! it loads code.

use std::hash::{DefaultHasher, Hash, Hasher};

/// The fingerprint of this process, with ample address space or without.
pub(crate) fn of(has_ample_address_space: bool) -> String {
    let mut hasher = DefaultHasher::new();
    env!("CARGO_PKG_VERSION").hash(&mut hasher);
    // The text of that file represents the settings, so a changed setting needs no change here.
    include_str!("../config.rs").hash(&mut hasher);
    has_ample_address_space.hash(&mut hasher);
    (std::env::consts::OS, std::env::consts::ARCH).hash(&mut hasher);
    processor().hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// The features of this processor that the compiler uses.
#[cfg(target_arch = "x86_64")]
fn processor() -> impl Hash {
    [
        is_x86_feature_detected!("sse3"),
        is_x86_feature_detected!("ssse3"),
        is_x86_feature_detected!("sse4.1"),
        is_x86_feature_detected!("sse4.2"),
        is_x86_feature_detected!("popcnt"),
        is_x86_feature_detected!("avx"),
        is_x86_feature_detected!("avx2"),
        is_x86_feature_detected!("fma"),
        is_x86_feature_detected!("bmi1"),
        is_x86_feature_detected!("bmi2"),
        is_x86_feature_detected!("lzcnt"),
        is_x86_feature_detected!("cmpxchg16b"),
        is_x86_feature_detected!("avxvnni"),
        is_x86_feature_detected!("avx512f"),
        is_x86_feature_detected!("avx512bitalg"),
        is_x86_feature_detected!("avx512dq"),
        is_x86_feature_detected!("avx512vl"),
        is_x86_feature_detected!("avx512vbmi"),
        is_x86_feature_detected!("avx512vnni"),
    ]
}

/// The features of this processor that the compiler uses.
#[cfg(target_arch = "aarch64")]
fn processor() -> impl Hash {
    use std::arch::is_aarch64_feature_detected;
    [
        is_aarch64_feature_detected!("lse"),
        is_aarch64_feature_detected!("paca"),
        is_aarch64_feature_detected!("fp16"),
        is_aarch64_feature_detected!("dotprod"),
        is_aarch64_feature_detected!("i8mm"),
    ]
}

/// Machines of other kinds are not told apart: code that does not fit is compiled again.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn processor() -> impl Hash {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_same_each_time_and_another_without_address_space() {
        assert_eq!(of(true), of(true));
        assert_ne!(of(true), of(false));
    }
}
