//! The configuration of a stack.

use std::fs;

use serde_json::Value;

use super::stack::Stack;

impl Stack {
    /// Sets a value, as `pulumi config set` does. A new value that is not a secret is written without the engine, which
    /// takes longer to start than to do it.
    pub fn config_set(&self, key: &str, value: &str, is_secret: bool) {
        let file = self.project.join("Pulumi.dev.yaml");
        let text = fs::read_to_string(&file).unwrap_or_default();
        let is_known = text.contains(&format!(" {key}:"));
        if is_secret || is_known || !key.contains(':') {
            let kind = if is_secret { "--secret" } else { "--plaintext" };
            self.run(&["config", "set", "--stack", "dev", kind, key, value])
                .succeeds();
            return;
        }
        let (before, after) = text.split_once("config:\n").unwrap_or((&text, ""));
        let value = Value::from(value);
        fs::write(file, format!("{before}config:\n  {key}: {value}\n{after}")).unwrap();
    }
}
