//! Output on a terminal, and in files and pipes: colours, and steps that take a while.

mod console;
mod failure;
mod output;
mod paint;
mod program;

pub(crate) use console::Console;
pub(crate) use failure::Failure;
pub(crate) use output::{lost_output, print, print_bytes, print_error, print_json, print_line};
pub(crate) use paint::Paint;
pub(crate) use program::{RunError, quoted, toolchain_program};
