//! What people see on a terminal, and what files and pipes get instead: colours, and steps that take a while.

mod console;
mod paint;
mod program;

pub(crate) use console::Console;
pub(crate) use paint::Paint;
pub(crate) use program::{RunError, quoted};
