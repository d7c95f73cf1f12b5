//! A guest that runs in this process, as a test of its author runs it: the same capabilities, the same encoding of values
//! and the same notes on the running call as in the sandbox, in the core's terms.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use pulumi_wasm_core::call::{Call, Operation, Severity};
use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::manifest::Wants;
use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_core::view::ViewStep;

use crate::asset::OpenedAssets;
use crate::budget::Reservation;
use crate::clock::Clock;
use crate::http::{Head, HostPattern, HttpRequest, HttpResponse, RequestBody, Streams, Upload};
use crate::json::{self, Assets};
use crate::polling::{self, Backoff};
use crate::random::Random;
use crate::shared::{Found, Rate, Sharing};
use crate::{ActiveCall, CallSlot, Capabilities, checkpoint, log};

/// The assets of the running call, and those that the guest opened.
#[derive(Default)]
struct Held {
    sent: Assets,
    opened: OpenedAssets,
}

/// The host's side of such a guest, which runs one call at a time. Clones are the same one.
#[derive(Clone)]
pub struct InProcess {
    slot: CallSlot,
    clock: Clock,
    random: Random,
    capabilities: Arc<Capabilities>,
    assets: Arc<Mutex<Held>>,
    exchanges: Arc<tokio::sync::Mutex<Streams>>,
    sharing: Arc<Sharing>,
}

impl InProcess {
    #[must_use]
    pub fn new(capabilities: Arc<Capabilities>) -> Self {
        let system = &capabilities.system;
        let slot = CallSlot::new(Arc::clone(&system.time), capabilities.budget());
        Self {
            clock: Clock::new(slot.clone()),
            random: Random::new(slot.clone(), Arc::clone(&system.randomness)),
            slot,
            sharing: Arc::new(Sharing::new(&capabilities.shared)),
            capabilities,
            assets: Arc::default(),
            exchanges: Arc::default(),
        }
    }

    /// Adds what the user's configuration grants.
    pub fn grant(&self, addresses: &[String]) {
        let patterns = addresses
            .iter()
            .filter_map(|address| HostPattern::from_configured_url(address).ok());
        self.capabilities.http.grant(patterns.collect());
    }

    fn assets(&self) -> MutexGuard<'_, Held> {
        self.assets.lock()
    }

    /// Begins a call that may take so long: the guest's requests until [`Self::end`] belong to it.
    pub fn begin(&self, call: Call, time: Duration) {
        let mut held = self.assets();
        held.opened = OpenedAssets::default();
        held.sent.clear();
        held.sent.begin(&call.subject.urn);
        drop(held);
        self.slot.begin(call, time);
    }

    /// Ends the call, with its remains.
    pub fn end(&self) -> Option<ActiveCall> {
        // Not held between two of the guest's calls.
        if let Ok(mut exchanges) = self.exchanges.try_lock() {
            *exchanges = Streams::default();
        }
        self.sharing.end_call();
        self.slot.end()
    }

    /// Writes a property map of the request.
    ///
    /// # Errors
    /// A sentence: a number that JSON cannot write.
    pub fn encode(&self, map: &PropertyMap) -> Result<String, String> {
        let mut held = self.assets();
        let written = json::write(map, &mut held.sent, None);
        let operation = self.slot.with(|active| active.call.operation);
        if operation == Some(Operation::Configure) {
            held.sent.keep_references();
        }
        written
            .map(|written| written.text)
            .map_err(|error| error.to_string())
    }

    /// Reads a property map of the guest.
    ///
    /// # Errors
    /// A sentence that describes the fault.
    pub fn decode(&self, text: &str) -> Result<PropertyMap, String> {
        json::from_json(text, &self.assets().sent).map_err(|error| error.to_string())
    }

    /// Shows a message on the resource of the call.
    pub fn emit(&self, severity: Severity, message: &str, ephemeral: bool) {
        log::emit(&self.slot, severity, message, ephemeral, false);
    }

    /// # Errors
    /// As [`crate::http::HttpClient::fetch`].
    pub async fn fetch(&self, request: HttpRequest) -> Result<HttpResponse, GuestError> {
        let client = self.capabilities.http.client(&self.slot)?;
        client.fetch(request).await
    }

    /// An asset as the body of a request.
    ///
    /// # Errors
    /// As [`Self::asset_size`], and `Unsupported` for an archive.
    pub async fn asset_body(&self, handle: u32) -> Result<RequestBody, GuestError> {
        self.open(handle).await?;
        self.assets().opened.whole(handle).map(RequestBody::Whole)
    }

    /// # Errors
    /// As [`Streams::open`].
    pub async fn open_exchange(
        &self,
        request: HttpRequest,
        upload: Upload,
    ) -> Result<u32, GuestError> {
        let client = self.capabilities.http.client(&self.slot)?;
        let mut exchanges = self.exchanges.lock().await;
        let memory = self.slot.memory.nothing();
        exchanges.open(client, request, upload, memory)
    }

    /// # Errors
    /// As [`Streams::write`].
    pub async fn write(&self, exchange: u32, bytes: Vec<u8>) -> Result<(), GuestError> {
        let mut exchanges = self.exchanges.lock().await;
        exchanges.write(exchange, bytes.into()).await
    }

    /// # Errors
    /// As [`Streams::head`].
    pub async fn answer(&self, exchange: u32) -> Result<Head, GuestError> {
        self.exchanges.lock().await.head(exchange).await
    }

    /// # Errors
    /// As [`Streams::read`].
    pub async fn read_answer(&self, exchange: u32, count: u32) -> Result<Vec<u8>, GuestError> {
        self.exchanges.lock().await.read(exchange, count).await
    }

    /// Ends a request at any point.
    pub async fn close(&self, exchange: u32) {
        self.exchanges.lock().await.close(exchange);
    }

    /// Takes what the manifest says of the hosts that it wants. The configuration is given back as the guest may see it.
    #[must_use]
    pub fn declare(&self, wants: &Wants, configuration: PropertyMap) -> PropertyMap {
        self.capabilities.http.declare(&wants.net, &configuration);
        wants.shown(configuration)
    }

    /// The time of day, since the beginning of 1970.
    #[must_use]
    pub fn time_of_day(&self) -> Duration {
        self.clock.time_of_day()
    }

    /// Time since an arbitrary moment.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// # Errors
    /// [`GuestError::Cancelled`].
    pub async fn sleep(&self, duration: Duration) -> Result<(), GuestError> {
        self.clock.sleep(duration).await
    }

    /// # Errors
    /// As [`Random::get`].
    pub fn random(&self, count: u32) -> Result<Vec<u8>, GuestError> {
        self.random.get(count)
    }

    /// # Errors
    /// As [`Capabilities::variable`].
    pub fn variable(&self, name: &str) -> Result<Option<String>, GuestError> {
        self.capabilities.variable(self.slot.call().as_ref(), name)
    }

    /// # Errors
    /// As [`checkpoint::save`].
    pub fn save(&self, id: String, outputs: &str) -> Result<(), GuestError> {
        checkpoint::save(&self.slot, id, outputs, |text| {
            Ok((self.decode(text)?, Reservation::default()))
        })
    }

    /// # Errors
    /// As [`polling::pause`].
    pub async fn pause(
        &self,
        schedule: &Backoff,
        look: u32,
        status: &str,
    ) -> Result<(), GuestError> {
        polling::pause(&self.slot, schedule, look, status).await
    }

    /// # Errors
    /// As [`Sharing::get`].
    pub async fn get_shared(&self, key: &str) -> Result<Found, GuestError> {
        self.sharing.get(&self.slot, key).await
    }

    /// # Errors
    /// As [`Sharing::keep`].
    pub fn keep_shared(&self, making: u32, value: &str, lives: Duration) -> Result<(), GuestError> {
        self.sharing.keep(&self.slot, making, value, lives)
    }

    /// Ends a making without a value.
    pub fn give_up_shared(&self, making: u32) {
        self.sharing.give_up(making);
    }

    /// # Errors
    /// As [`Sharing::forget`].
    pub fn forget_shared(&self, key: &str, value: &str) -> Result<(), GuestError> {
        self.sharing.forget(&self.slot, key, value)
    }

    /// # Errors
    /// As [`Sharing::turn`].
    pub async fn turn(&self, name: &str, rate: Rate) -> Result<(), GuestError> {
        self.sharing.turn(&self.slot, name, rate).await
    }

    /// # Errors
    /// When views are not shown, or these are refused.
    pub async fn publish(&self, steps: Vec<ViewStep>) -> Result<(), GuestError> {
        self.running()?.publish(steps).await
    }

    /// The size of an asset in bytes; 0 for an archive.
    ///
    /// # Errors
    /// When it was not in the request, or cannot be opened.
    pub async fn asset_size(&self, handle: u32) -> Result<u64, GuestError> {
        self.open(handle).await?;
        self.assets().opened.about(handle).map(|(size, _)| size)
    }

    /// At most so many bytes of an asset from an offset on.
    ///
    /// # Errors
    /// As [`Self::asset_size`], and `Unsupported` for an archive.
    pub async fn read_asset(
        &self,
        handle: u32,
        offset: f64,
        count: u32,
    ) -> Result<Vec<u8>, GuestError> {
        self.open(handle).await?;
        let held = self.assets();
        held.opened.read(handle, offset, count).map(<[u8]>::to_vec)
    }

    /// The files of an archive: paths, and handles of assets.
    ///
    /// # Errors
    /// As [`Self::asset_size`], and `Unsupported` for an asset.
    pub async fn archive_entries(&self, handle: u32) -> Result<Vec<(String, u32)>, GuestError> {
        self.open(handle).await?;
        let held = self.assets();
        held.opened.entries(handle).map(<[(String, u32)]>::to_vec)
    }

    /// Makes sure that an asset of the request was read.
    async fn open(&self, handle: u32) -> Result<(), GuestError> {
        let call = self.running()?;
        let (asset, open) = {
            let held = self.assets();
            if held.opened.has(handle) {
                return Ok(());
            }
            (held.sent.get(handle).cloned(), held.opened.bytes())
        };
        let asset = asset.ok_or_else(|| {
            GuestError::NotFound(format!("the asset {handle} was not in the request"))
        })?;
        let Capabilities { assets, http, .. } = &*self.capabilities;
        let http = http.client(&self.slot)?;
        let memory = self.slot.memory.nothing();
        let opened = assets.open(&asset, &call, &http, open, memory);
        let (content, memory) = opened.await?;
        let mut held = self.assets();
        let first_free = held.sent.first_free();
        held.opened.keep(handle, content, memory, first_free);
        Ok(())
    }

    fn running(&self) -> Result<Call, GuestError> {
        let none = || GuestError::Unsupported("no call is running".to_owned());
        self.slot.call().ok_or_else(none)
    }
}
