//! Servers that tests start: `registry` is a registry of components, `guarded_registry` has tokens and storage, and
//! `referrers_registry` lists the artifacts that refer to others. `fault_proxy` harms the answers of another server, `http` answers as
//! a test says, and `fixed_answer` answers everything alike. `key_server` keeps the keys of the stacks' secrets, `powerdns` is the
//! real name server, `etcd` a real cluster, and `tls` makes certificates.

pub mod etcd;
pub mod fault_proxy;
pub mod fixed_answer;
pub mod guarded_registry;
pub mod http;
pub mod key_server;
pub mod powerdns;
pub mod referrers_registry;
pub mod registry;
pub mod tls;
