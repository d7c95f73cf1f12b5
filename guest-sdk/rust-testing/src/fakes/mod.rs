//! The system of the provider in a test: network, time, randomness and environment, all of it simulated.

mod exchange;
mod expected;
mod fault;
mod http;
mod lock;
mod network;
mod replay;
mod store;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use async_trait::async_trait;
pub use expected::Expected;
pub use fault::Fault;
pub use http::{Request, Response};
use lock::lock;
use network::FakeNetwork;
use pulumi_wasm_capability::record::Player;
use pulumi_wasm_capability::system::{Environment, Randomness, System, Time};
use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::error::GuestError;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;
use replay::Replay;
pub use store::Store;

/// When the fake clock begins: 2020-01-01T00:00:00Z.
const START: Duration = Duration::from_secs(1_577_836_800);

/// The system of a provider. Clones share their state, so a test keeps one and the provider gets another.
///
/// Grants and the rules of checks and previews apply as with the real services: a request to an address that the
/// manifest does not name is refused, and so is a mutating request in a preview.
#[derive(Clone, Default)]
pub struct Fakes {
    network: Arc<FakeNetwork>,
    clock: Arc<Mutex<Clock>>,
    generator: Arc<Mutex<Generator>>,
    variables: Arc<Mutex<BTreeMap<String, String>>>,
    /// The recording that replaces all of them but the variables.
    replay: Replay,
}

struct Clock {
    now: Duration,
    waited: Duration,
}

impl Default for Clock {
    fn default() -> Self {
        Self {
            now: START,
            waited: Duration::ZERO,
        }
    }
}

struct Generator(ChaCha20Rng);

impl Default for Generator {
    fn default() -> Self {
        Self(ChaCha20Rng::seed_from_u64(0))
    }
}

impl Fakes {
    /// Answers every request to addresses with this prefix. The longest matching prefix wins; of equal prefixes, the last.
    ///
    /// ```
    /// use pulumi_wasm_testing::{Fakes, Response};
    /// use serde_json::json;
    ///
    /// let fakes = Fakes::default();
    /// fakes.answer("https://api.example.com/", |request| match request.path() {
    ///     "/zones" => Response::json(200, &json!([])),
    ///     _ => Response::status(404),
    /// });
    /// ```
    pub fn answer(
        &self,
        beginning: impl Into<String>,
        answer: impl FnMut(&Request) -> Response + Send + 'static,
    ) {
        self.network.answer(beginning.into(), Box::new(answer));
    }

    /// The request that comes next: expected requests have to come in this order, before any other, and the test fails
    /// when one has not come at its end.
    ///
    /// ```
    /// # use pulumi_wasm_testing::Fakes;
    /// # use serde_json::json;
    /// # let fakes = Fakes::default();
    /// fakes
    ///     .expect("POST", "https://api.example.com/zones")
    ///     .with_json(json!({ "name": "example.org." }))
    ///     .answer(201, &json!({ "id": 7 }));
    /// # fakes.forget_expected();
    /// ```
    pub fn expect(&self, method: impl Into<String>, url: impl Into<String>) -> Expected {
        Expected::new(Arc::clone(&self.network), method.into(), url.into())
    }

    /// Forgets the remaining expectations.
    pub fn forget_expected(&self) {
        self.network.forget_expected();
    }

    /// A collection at an address, kept in memory: `POST` to the address creates an item and gives it an `id`, `GET`
    /// lists the items, and `GET`, `PUT`, `PATCH` and `DELETE` with an id in the address read, change or delete one.
    pub fn store(&self, address: &str) -> Store {
        let store = Store::default();
        let (served, prefix) = (store.clone(), address.trim_end_matches('/').to_owned());
        let beginning = prefix.clone();
        self.answer(beginning, move |request| served.serve(&prefix, request));
        store
    }

    /// Makes the first requests to addresses with this prefix fail, this many times.
    pub fn fail(&self, beginning: impl Into<String>, fault: Fault, times: usize) {
        self.network.fail(beginning.into(), fault, times);
    }

    /// All requests so far, including failed ones.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        self.network.requests()
    }

    /// All requests since the last call of this function, such as `GET https://api.example.com/zones`.
    #[must_use]
    pub fn take_requests(&self) -> Vec<String> {
        self.network
            .take_requests()
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    /// The time of day. It moves when the provider waits, and with [`Self::advance`]. In checks and previews the clock
    /// stands still for the provider, as in production.
    #[must_use]
    pub fn now(&self) -> SystemTime {
        let time = SystemTime::UNIX_EPOCH.checked_add(self.since_1970());
        time.unwrap_or(SystemTime::UNIX_EPOCH)
    }

    /// Sets the time of day, 1970 or later.
    pub fn set_now(&self, now: SystemTime) {
        let since = now.duration_since(SystemTime::UNIX_EPOCH);
        lock(&self.clock).now = since.unwrap_or_default();
    }

    fn since_1970(&self) -> Duration {
        lock(&self.clock).now
    }

    /// Advances the clock.
    pub fn advance(&self, duration: Duration) {
        let mut clock = lock(&self.clock);
        clock.now = clock.now.saturating_add(duration);
    }

    /// The total time that the provider has waited. It took no real time.
    #[must_use]
    pub fn waited(&self) -> Duration {
        lock(&self.clock).waited
    }

    /// Restarts the random bytes with another seed. Without this, they are the same in every test.
    pub fn seed(&self, seed: u64) {
        lock(&self.generator).0 = ChaCha20Rng::seed_from_u64(seed);
    }

    /// Sets an environment variable. The provider gets it if its manifest asks for it.
    pub fn set_env(&self, name: impl Into<String>, value: impl Into<String>) {
        lock(&self.variables).insert(name.into(), value.into());
    }

    /// Answers from a recording from now on: requests, the time and random bytes come from the recorded run, call by
    /// call, and the test fails at the first difference.
    pub(crate) fn replay(&self, player: Arc<Player>) {
        self.replay.set(player);
    }

    /// The provider's deviations from the test's expectations.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let mut complaints = self.network.complaints();
        complaints.extend(self.replay.complaints());
        complaints
    }

    pub(crate) fn system(&self) -> System {
        System {
            network: self.replay.network(Arc::clone(&self.network) as Arc<_>),
            time: Arc::new(self.clone()),
            randomness: Arc::new(self.clone()),
            environment: Arc::new(self.clone()),
            observer: None,
        }
    }
}

impl std::fmt::Debug for Fakes {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Fakes")
    }
}

#[async_trait]
impl Time for Fakes {
    fn time_of_day(&self, call: &Call) -> Duration {
        let recorded = self.replay.player();
        recorded.map_or_else(|| self.since_1970(), |player| player.time_of_day(call))
    }

    fn elapsed(&self) -> Duration {
        self.since_1970().saturating_sub(START)
    }

    async fn sleep(&self, duration: Duration) {
        {
            let mut clock = lock(&self.clock);
            clock.now = clock.now.saturating_add(duration);
            clock.waited = clock.waited.saturating_add(duration);
        }
        // A provider that waits in a loop must leave room for the end of its call.
        tokio::task::yield_now().await;
    }
}

impl Randomness for Fakes {
    fn fill(&self, call: Option<&Call>, bytes: &mut [u8]) -> Result<(), String> {
        if let Some(player) = self.replay.player() {
            return player.fill(call, bytes);
        }
        lock(&self.generator).0.fill_bytes(bytes);
        Ok(())
    }
}

impl Environment for Fakes {
    fn get(&self, _call: Option<&Call>, name: &str) -> Result<Option<String>, GuestError> {
        Ok(lock(&self.variables).get(name).cloned())
    }
}
