//! Values that a component passes on without reading them.

mod all;
mod apply;
mod handle;
mod interpolate;
mod property;

pub use all::{All, all};
pub use apply::{Applied, Known};
pub use handle::{Input, Output};
pub use interpolate::{Interpolated, interpolate};
