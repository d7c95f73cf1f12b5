//! The rules that a provider obeys, each with its test: `docs/contribute/protocol-rules.md` is the list, and the table test below holds
//! the list and the tests against each other.

mod check;
mod chosen;
mod configuration;
mod create;
mod delete;
mod dependencies;
mod diff;
mod engines;
mod functions;
mod guests;
mod naming;
mod process;
mod properties;
mod read;
mod secrets;
mod silence;
mod statuses;
mod table;
mod unions;
mod unknowns;
mod update;
mod urns;
mod values;
mod world;
mod year_2018;
