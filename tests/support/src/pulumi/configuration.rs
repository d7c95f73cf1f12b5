//! The configuration of a stack.

use std::collections::BTreeMap;
use std::fs;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

use super::engine::Engine;
use super::initial;
use super::stack::Stack;

const FILE: &str = "Pulumi.dev.yaml";

impl Stack {
    /// Sets a value, with the effect of `pulumi config set`. Writes new values without the engine, because starting it takes
    /// longer than the work.
    pub fn config_set(&self, key: &str, value: &str, is_secret: bool) {
        let text = fs::read_to_string(self.project.join(FILE)).unwrap_or_default();
        let is_known = text.contains(&format!(" {key}:"));
        let has_shared_key = text.contains(initial::key_lines());
        if is_known || !key.contains(':') || (is_secret && !has_shared_key) {
            self.have_value_set(key, value, is_secret);
            return;
        }
        let (before, after) = text.split_once("config:\n").unwrap_or((&text, ""));
        let value = if is_secret {
            format!("{{secure: {}}}", encrypted(value))
        } else {
            Value::from(value).to_string()
        };
        let text = format!("{before}config:\n  {key}: {value}\n{after}");
        fs::write(self.project.join(FILE), text).unwrap();
    }

    fn have_value_set(&self, key: &str, value: &str, is_secret: bool) {
        let kind = if is_secret { "--secret" } else { "--plaintext" };
        self.run(&["config", "set", "--stack", "dev", kind, key, value])
            .succeeds();
    }
}

/// The ciphertext of a value with the key that the stacks of this process share. The engine encrypts each value once.
fn encrypted(value: &str) -> String {
    static CIPHERTEXTS: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());
    let mut ciphertexts = CIPHERTEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    let encrypt = || {
        let stack = Engine::stack("encrypted").create();
        stack.have_value_set("value", value, true);
        let text = fs::read_to_string(stack.project.join(FILE)).unwrap();
        let (_, ciphertext) = text.split_once("secure: ").unwrap();
        ciphertext.trim_end().to_owned()
    };
    let known = ciphertexts.entry(value.to_owned());
    known.or_insert_with(encrypt).clone()
}
