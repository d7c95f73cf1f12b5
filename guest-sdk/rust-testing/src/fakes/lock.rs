//! Locks of the fakes.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The value in a mutex, after a panic of another test too.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
