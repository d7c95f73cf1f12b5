//! The differences between operating systems: folders that only their user can write to, the users of connections,
//! signals and the end of the parent process, and the environment.

pub mod env;
pub mod peers;
pub mod private_folder;
pub mod termination;
