//! The start of a stack: its program, its components, its environment.

use std::ffi::OsString;

use super::stack::Stack;

/// The start of a stack.
pub struct Builder {
    name: String,
    program: String,
    components: Vec<String>,
    environment: Vec<(OsString, OsString)>,
    is_selected: bool,
}

impl Builder {
    pub(super) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            program: format!("name: {name}\nruntime: yaml\n"),
            components: Vec::new(),
            environment: Vec::new(),
            is_selected: false,
        }
    }

    /// The text of Pulumi.yaml.
    pub fn program(mut self, program: impl Into<String>) -> Self {
        self.program = program.into();
        self
    }

    /// Puts the component of an example beside the program, as `NAME.wasm`.
    pub fn component(mut self, name: &str) -> Self {
        self.components.push(name.to_owned());
        self
    }

    /// Sets a variable for every command.
    pub fn environment(mut self, name: &str, value: impl Into<OsString>) -> Self {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// Makes the engine create the stack, so that commands without `--stack` find it.
    pub fn selected(mut self) -> Self {
        self.is_selected = true;
        self
    }

    /// Writes the project, installs the plugin, makes the stack `dev`.
    pub fn create(self) -> Stack {
        let program = self.program.clone();
        let is_selected = self.is_selected;
        let stack = self.without_stack();
        stack.write_program(&program);
        if is_selected {
            stack.have_stack_initialised()
        } else {
            stack.init()
        }
        stack
    }

    /// Installs the plugin; the project has no program yet, and no stack.
    pub fn without_stack(self) -> Stack {
        let stack = Stack::new(&self.name, self.environment);
        for component in &self.components {
            stack.copy_component(component, &format!("{component}.wasm"));
        }
        stack.install_plugin();
        stack
    }
}
