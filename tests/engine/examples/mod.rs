//! The examples of this repository, each through a whole life.

mod adopted;
mod cases;
mod etcd;
mod faults;
pub(crate) mod hello;
mod powerdns;
mod powerdns_edges;
mod random;
mod random_edges;
mod workshop;
