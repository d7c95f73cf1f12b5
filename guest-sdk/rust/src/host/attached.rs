//! A whole host for a provider that runs as plain Rust: a test kit attaches one to the thread that the provider's code
//! runs on. Without an attached host, the stand-ins answer.

use std::cell::RefCell;
use std::fmt::Display;
use std::rc::Rc;
use std::time::Duration;

use crate::bindings::pulumi_wasm::provider::http::{Head, Request, Response};
use crate::bindings::pulumi_wasm::provider::log::Severity;
use crate::bindings::pulumi_wasm::provider::views::Step;
use crate::bindings::pulumi_wasm::provider::waiting::Schedule;
use crate::error::Result;
use crate::fields::PropertyMap;
use crate::host::native;
use crate::shared::FoundShared;

thread_local! {
    static ATTACHED: RefCell<Option<Rc<dyn HostFunctions>>> = const { RefCell::new(None) };
}

/// The host's functions for a provider: the imports of the interface, in the terms of this crate.
///
/// All of them may fail as the interface says.
#[allow(missing_docs, reason = "the interface describes them")]
pub trait HostFunctions {
    fn log(&self, severity: Severity, message: &str, ephemeral: bool);
    fn fetch(&self, request: &Request) -> Result<Response>;
    fn open_exchange(&self, request: &Request) -> Result<u32>;
    fn write_exchange(&self, exchange: u32, bytes: &[u8]) -> Result<()>;
    fn answer_exchange(&self, exchange: u32) -> Result<Head>;
    fn read_exchange(&self, exchange: u32, count: u32) -> Result<Vec<u8>>;
    fn close_exchange(&self, exchange: u32);
    fn now(&self) -> Duration;
    fn monotonic(&self) -> Duration;
    fn sleep(&self, duration: Duration) -> Result<()>;
    fn pause(&self, schedule: &Schedule, look: u32, status: &str) -> Result<()>;
    fn random(&self, count: usize) -> Result<Vec<u8>>;
    fn env(&self, name: &str) -> Result<Option<String>>;
    fn save_checkpoint(&self, id: &str, outputs: PropertyMap) -> Result<()>;
    fn get_shared(&self, name: &str) -> Result<FoundShared>;
    fn keep_shared(&self, making: u32, value: &str, lives: Duration) -> Result<()>;
    fn give_up_shared(&self, making: u32);
    fn forget_shared(&self, name: &str, value: &str) -> Result<()>;
    fn turn(&self, name: &str, per_second: f64, burst: u32) -> Result<()>;
    fn publish(&self, steps: &[Step]) -> Result<()>;
    fn open_asset(&self, handle: u32) -> Result<u64>;
    fn read_asset(&self, handle: u32, offset: u64, count: u32) -> Result<Vec<u8>>;
    fn archive_entries(&self, handle: u32) -> Result<Vec<(String, u32)>>;
}

/// Attaches a host to this thread, in place of the one before.
pub fn attach(host: Rc<dyn HostFunctions>) {
    ATTACHED.set(Some(host));
}

fn attached() -> Option<Rc<dyn HostFunctions>> {
    ATTACHED.with_borrow(Clone::clone)
}

pub(crate) fn log(severity: Severity, message: &dyn Display, ephemeral: bool) {
    match attached() {
        Some(host) => host.log(severity, &message.to_string(), ephemeral),
        None => native::log(severity, message, ephemeral),
    }
}

pub(crate) fn last_words(message: String) {
    log(Severity::Error, &message, false);
}

pub(crate) fn fetch(request: &Request) -> Result<Response> {
    attached().map_or_else(|| native::fetch(request), |host| host.fetch(request))
}

pub(crate) fn open_exchange(request: &Request) -> Result<u32> {
    match attached() {
        Some(host) => host.open_exchange(request),
        None => native::open_exchange(request),
    }
}

pub(crate) fn write_exchange(exchange: u32, bytes: &[u8]) -> Result<()> {
    match attached() {
        Some(host) => host.write_exchange(exchange, bytes),
        None => native::write_exchange(exchange, bytes),
    }
}

pub(crate) fn answer_exchange(exchange: u32) -> Result<Head> {
    match attached() {
        Some(host) => host.answer_exchange(exchange),
        None => native::answer_exchange(exchange),
    }
}

pub(crate) fn read_exchange(exchange: u32, count: u32) -> Result<Vec<u8>> {
    match attached() {
        Some(host) => host.read_exchange(exchange, count),
        None => native::read_exchange(exchange, count),
    }
}

pub(crate) fn close_exchange(exchange: u32) {
    match attached() {
        Some(host) => host.close_exchange(exchange),
        None => native::close_exchange(exchange),
    }
}

pub(crate) fn now() -> Duration {
    attached().map_or_else(native::now, |host| host.now())
}

pub(crate) fn monotonic() -> Duration {
    attached().map_or_else(native::monotonic, |host| host.monotonic())
}

pub(crate) fn sleep(duration: Duration) -> Result<()> {
    attached().map_or_else(|| native::sleep(duration), |host| host.sleep(duration))
}

pub(crate) fn pause(schedule: &Schedule, look: u32, status: &str) -> Result<()> {
    match attached() {
        Some(host) => host.pause(schedule, look, status),
        None => native::pause(schedule, look, status),
    }
}

pub(crate) fn random(count: usize) -> Result<Vec<u8>> {
    attached().map_or_else(|| native::random(count), |host| host.random(count))
}

pub(crate) fn env(name: &str) -> Result<Option<String>> {
    attached().map_or_else(|| native::env(name), |host| host.env(name))
}

pub(crate) fn save_checkpoint(id: &str, outputs: PropertyMap) -> Result<()> {
    match attached() {
        Some(host) => host.save_checkpoint(id, outputs),
        None => native::save_checkpoint(id, outputs),
    }
}

pub(crate) fn get_shared(name: &str) -> Result<FoundShared> {
    attached().map_or_else(|| native::get_shared(name), |host| host.get_shared(name))
}

pub(crate) fn keep_shared(making: u32, value: &str, lives: Duration) -> Result<()> {
    match attached() {
        Some(host) => host.keep_shared(making, value, lives),
        None => native::keep_shared(making, value, lives),
    }
}

pub(crate) fn give_up_shared(making: u32) {
    match attached() {
        Some(host) => host.give_up_shared(making),
        None => native::give_up_shared(making),
    }
}

pub(crate) fn forget_shared(name: &str, value: &str) -> Result<()> {
    match attached() {
        Some(host) => host.forget_shared(name, value),
        None => native::forget_shared(name, value),
    }
}

pub(crate) fn turn(name: &str, per_second: f64, burst: u32) -> Result<()> {
    match attached() {
        Some(host) => host.turn(name, per_second, burst),
        None => native::turn(per_second),
    }
}

pub(crate) fn publish(steps: &[Step]) -> Result<()> {
    attached().map_or_else(|| native::publish(steps), |host| host.publish(steps))
}

pub(crate) fn open_asset(handle: u32) -> Result<u64> {
    attached().map_or_else(
        || native::open_asset(handle),
        |host| host.open_asset(handle),
    )
}

pub(crate) fn read_asset(handle: u32, offset: u64, count: u32) -> Result<Vec<u8>> {
    match attached() {
        Some(host) => host.read_asset(handle, offset, count),
        None => native::read_asset(handle, offset, count),
    }
}

pub(crate) fn archive_entries(handle: u32) -> Result<Vec<(String, u32)>> {
    attached().map_or_else(
        || native::archive_entries(handle),
        |host| host.archive_entries(handle),
    )
}
