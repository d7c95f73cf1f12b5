//! Lookups by the system's resolver. Each lookup blocks a thread, and cannot be cancelled.
//!
//! The name servers of a domain decide how long a lookup takes. So one domain may use only some of the threads,
//! and other domains always find a free one. A lookup counts until its thread has ended, even if no request waits
//! for it any more. Requests for the same name share a lookup.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, ToSocketAddrs};
use std::sync::{Arc, Weak};

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared, WeakShared};
use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The maximum number of lookups at once.
pub(super) const LOOKUPS: usize = 128;
/// The maximum number of lookups at once in one domain.
const OF_DOMAIN: usize = 8;

/// Resolves a name, and blocks meanwhile.
type Resolver = dyn Fn(&str) -> io::Result<Vec<IpAddr>> + Send + Sync;

/// The result of a lookup, for all requests that wait for it.
type Found = Result<Vec<IpAddr>, Arc<io::Error>>;
type Lookup = BoxFuture<'static, Found>;

/// The lookups of a process.
pub(super) struct Lookups {
    resolver: Arc<Resolver>,
    all: Arc<Semaphore>,
    /// Lookups that requests wait for, by name.
    awaited: Mutex<HashMap<String, WeakShared<Lookup>>>,
    domains: Mutex<HashMap<String, Weak<Semaphore>>>,
}

impl Lookups {
    /// Lookups by this machine's resolver.
    pub(super) fn of_machine() -> Self {
        Self::by(Arc::new(|name| {
            let found = (name, 0).to_socket_addrs()?;
            Ok(found.map(|address| address.ip()).collect())
        }))
    }

    fn by(resolver: Arc<Resolver>) -> Self {
        Self {
            resolver,
            all: Arc::new(Semaphore::new(LOOKUPS)),
            awaited: Mutex::default(),
            domains: Mutex::default(),
        }
    }

    /// All addresses of a name. Waits for a free thread.
    ///
    /// # Errors
    /// Why the name cannot be resolved.
    pub(super) async fn addresses(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        let found = self.lookup(name).await;
        // Several requests may get the same error.
        found.map_err(|error| io::Error::new(error.kind(), error.to_string()))
    }

    /// The pending lookup of a name, or a new one.
    fn lookup(&self, name: &str) -> Shared<Lookup> {
        let mut awaited = self.awaited.lock();
        if let Some(known) = awaited.get(name).and_then(WeakShared::upgrade) {
            return known;
        }
        let (of_domain, of_all) = (acquire(self.domain(name)), acquire(Arc::clone(&self.all)));
        let (resolver, wanted) = (Arc::clone(&self.resolver), name.to_owned());
        let work = async move {
            let held = (of_domain.await?, of_all.await?);
            let work = tokio::task::spawn_blocking(move || {
                let _held = held;
                resolver(&wanted)
            });
            work.await.map_err(io::Error::other)?
        };
        let lookup = work.map(|found| found.map_err(Arc::new)).boxed().shared();
        awaited.retain(|_, lookup| lookup.upgrade().is_some());
        if let Some(weak) = lookup.downgrade() {
            awaited.insert(name.to_owned(), weak);
        }
        lookup
    }

    fn domain(&self, name: &str) -> Arc<Semaphore> {
        let mut domains = self.domains.lock();
        let key = domain_of(name);
        if let Some(known) = domains.get(&key).and_then(Weak::upgrade) {
            return known;
        }
        domains.retain(|_, domain| domain.strong_count() > 0);
        let made = Arc::new(Semaphore::new(OF_DOMAIN));
        domains.insert(key, Arc::downgrade(&made));
        made
    }
}

async fn acquire(semaphore: Arc<Semaphore>) -> io::Result<OwnedSemaphorePermit> {
    semaphore.acquire_owned().await.map_err(io::Error::other)
}

/// The domain of a name: its last two labels. The same servers usually answer for all names of a domain.
fn domain_of(name: &str) -> String {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let mut parts = name.rsplitn(3, '.');
    match (parts.next(), parts.next()) {
        (Some(last), Some(before)) => format!("{before}.{last}"),
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;

    use super::*;

    /// Lookups in which names in `slow.example` resolve when the sender is dropped.
    fn lookups() -> (Lookups, std::sync::mpsc::Sender<()>) {
        let (end, ended) = channel::<()>();
        let ended: Mutex<Receiver<()>> = Mutex::new(ended);
        let waiting = Arc::new(ended);
        let resolver = move |name: &str| {
            if name.to_ascii_lowercase().contains("slow.example") {
                // Fails when the sender is dropped.
                _ = waiting.lock().recv();
            }
            Ok(vec![IpAddr::from([192, 0, 2, 1])])
        };
        (Lookups::by(Arc::new(resolver)), end)
    }

    #[tokio::test]
    async fn the_servers_of_one_domain_keep_no_other_name_waiting() {
        let (lookups, end) = lookups();
        // These requests no longer wait, but their threads still run.
        for number in 0..10 * LOOKUPS {
            let name = match number % 3 {
                0 => "slow.example".to_owned(),
                1 => format!("{number}.slow.example."),
                _ => format!("{number}.more.SLOW.Example"),
            };
            let abandoned = lookups.addresses(&name);
            let ended = tokio::time::timeout(Duration::from_micros(100), abandoned).await;
            assert!(ended.is_err(), "{name}");
        }
        let good = lookups.addresses("good.example.org");
        let found = tokio::time::timeout(Duration::from_secs(20), good).await;
        assert_eq!(found.expect("in time").expect("addresses").len(), 1);
        drop(end);
        let same = lookups.addresses("one.slow.example");
        let found = tokio::time::timeout(Duration::from_secs(20), same).await;
        assert!(found.expect("in time").is_ok());
        // A finished lookup is removed.
        assert!(lookups.domains.lock().len() <= 2);
    }

    #[tokio::test]
    async fn who_asks_for_one_name_at_once_shares_a_lookup() {
        let asked = Arc::new(std::sync::atomic::AtomicUsize::new(0));
        let count = Arc::clone(&asked);
        let lookups = Lookups::by(Arc::new(move |_: &str| {
            count.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            std::thread::sleep(Duration::from_millis(50));
            Err(io::ErrorKind::NotFound.into())
        }));
        for round in 1..=2 {
            let all = (0..50).map(|_| lookups.addresses("a.example.org"));
            for found in futures_util::future::join_all(all).await {
                assert_eq!(
                    found.map_err(|error| error.kind()),
                    Err(io::ErrorKind::NotFound)
                );
            }
            // Later requests start a new lookup.
            assert_eq!(asked.load(std::sync::atomic::Ordering::SeqCst), round);
        }
    }

    #[test]
    fn names_belong_to_domains_by_their_last_parts() {
        for (name, domain) in [
            ("a.b.example.org", "example.org"),
            ("EXAMPLE.org.", "example.org"),
            ("localhost", "localhost"),
            ("", ""),
        ] {
            assert_eq!(domain_of(name), domain, "{name}");
        }
    }
}
