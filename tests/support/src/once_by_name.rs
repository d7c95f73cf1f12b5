//! Results that tests share, because each takes long to make.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};

/// A result for each name, which the first test that asks for it makes. Other tests that ask for the same name wait meanwhile.
pub struct OnceByName<T>(Mutex<BTreeMap<String, Arc<OnceLock<T>>>>);

impl<T: Clone> OnceByName<T> {
    /// Without any result.
    #[must_use]
    pub const fn new() -> Self {
        Self(Mutex::new(BTreeMap::new()))
    }

    /// The result for a name. `make` is called if no test has asked for it.
    pub fn get(&self, name: &str, make: impl FnOnce() -> T) -> T {
        let result = {
            let mut results = self.0.lock().unwrap();
            Arc::clone(results.entry(name.to_owned()).or_default())
        };
        result.get_or_init(make).clone()
    }
}
