use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_core::error::CallError;

use super::{InstanceFactory, Lease, Pool};

/// Counts the instances that exist. There is space for this number of instances.
struct Counting {
    exist: Arc<AtomicUsize>,
    room: usize,
}

impl Default for Counting {
    fn default() -> Self {
        Self {
            exist: Arc::default(),
            room: usize::MAX,
        }
    }
}

struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

#[async_trait]
impl InstanceFactory for Counting {
    type Instance = Counted;

    async fn make(&self) -> Result<Counted, CallError> {
        self.exist.fetch_add(1, Ordering::SeqCst);
        Ok(Counted(Arc::clone(&self.exist)))
    }

    fn has_room(&self) -> bool {
        self.exist() < self.room
    }
}

impl Counting {
    fn exist(&self) -> usize {
        self.exist.load(Ordering::SeqCst)
    }
}

fn limits(instances: u64, waiting: u64) -> Limits {
    let mut limits = Limits::default();
    limits.set(Limit::Instances, instances);
    limits.set(Limit::WaitingCalls, waiting);
    limits
}

async fn lease(pool: &Pool<Counted>, factory: &Counting) -> Lease<Counted> {
    match pool.lease(factory).await {
        Ok(lease) => lease,
        Err(error) => panic!("no instance: {error}"),
    }
}

#[tokio::test]
async fn unused_instances_are_dropped_after_a_while_except_for_the_last() {
    let factory = Counting::default();
    let pool = Pool::keeping(&limits(8, 8), Duration::from_millis(100));
    let mut leases = Vec::new();
    for _ in 0..5 {
        leases.push(lease(&pool, &factory).await);
    }
    assert_eq!(factory.exist(), 5);
    leases.into_iter().for_each(Lease::give_back);
    assert_eq!(factory.exist(), 5);
    let began = Instant::now();
    while factory.exist() > 1 {
        assert!(began.elapsed() < Duration::from_secs(20), "they stay");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    // The pool looks again while the last one is unused for twice that time.
    let began = Instant::now();
    while began.elapsed() < Duration::from_millis(200) {
        assert_eq!(factory.exist(), 1);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(factory.exist(), 1);
    // The next call gets it.
    lease(&pool, &factory).await.give_back();
    assert_eq!(factory.exist(), 1);
}

#[tokio::test]
async fn an_instance_that_is_not_given_back_is_gone() {
    let factory = Counting::default();
    let pool = Pool::new(&limits(1, 1));
    drop(lease(&pool, &factory).await);
    assert_eq!(factory.exist(), 0);
    lease(&pool, &factory).await.give_back();
    assert_eq!(factory.exist(), 1);
}

#[tokio::test]
async fn instances_that_rest_have_no_right_to_run_and_keep_others_from_nothing() {
    let factory = Counting::default();
    let pool = Pool::new(&limits(1, 1));
    let mut resting = Vec::new();
    for _ in 0..10 {
        resting.push(lease(&pool, &factory).await.rest());
    }
    assert_eq!(factory.exist(), 10);
    let running = lease(&pool, &factory).await;
    // More calls wait to continue than may wait.
    let mut waiting: Vec<_> = resting
        .drain(..)
        .map(|one| Box::pin(pool.resume(one)))
        .collect();
    for one in &mut waiting {
        let soon = tokio::time::timeout(Duration::from_millis(1), one);
        assert!(soon.await.is_err(), "another one runs");
    }
    running.give_back();
    for one in waiting {
        one.await.expect("a place").give_back();
    }
    // An instance that was idle counts as in use while it runs: a call waits for it if the pool is full.
    let factory = Counting {
        room: 1,
        ..Counting::default()
    };
    let pool = Pool::new(&limits(2, 1));
    let rested = lease(&pool, &factory).await.rest();
    let running = pool.resume(rested).await.expect("a place");
    let mut waiting = Box::pin(lease(&pool, &factory));
    let soon = tokio::time::timeout(Duration::from_millis(1), &mut waiting);
    assert!(soon.await.is_err(), "there is no room");
    running.give_back();
    waiting.await.give_back();
    assert_eq!(factory.exist(), 1);
}

#[tokio::test]
async fn a_place_among_those_that_wait_is_free_again_when_one_stops_waiting() {
    let factory = Counting::default();
    let pool = Pool::new(&limits(1, 1));
    let running = lease(&pool, &factory).await;
    for _ in 0..3 {
        let waiting = tokio::time::timeout(Duration::from_millis(10), pool.lease(&factory));
        assert!(waiting.await.is_err(), "it waits, and then gives up");
    }
    let (second, third) = tokio::join!(
        tokio::time::timeout(Duration::from_millis(100), pool.lease(&factory)),
        pool.lease(&factory)
    );
    assert!(second.is_err());
    let Err(CallError::Refused { reason, hint }) = third else {
        panic!("more calls wait than may");
    };
    assert!(reason.contains("the call was not started"), "{reason}");
    assert!(reason.contains("the limit waiting-calls of 1"), "{reason}");
    assert!(hint.is_some_and(|hint| hint.contains("--parallel")));
    running.give_back();
    lease(&pool, &factory).await.give_back();
}

#[tokio::test]
async fn a_call_waits_for_an_instance_where_there_is_no_room_for_another_one() {
    let factory = Counting {
        room: 2,
        ..Counting::default()
    };
    let pool = Pool::keeping(&limits(8, 8), Duration::from_secs(60));
    let first = lease(&pool, &factory).await;
    let second = lease(&pool, &factory).await;
    let mut waiting = [(); 2].map(|()| Box::pin(lease(&pool, &factory)));
    for waiting in &mut waiting {
        let soon = tokio::time::timeout(Duration::from_millis(1), waiting);
        assert!(soon.await.is_err(), "there is no room");
    }
    let [third, fourth] = waiting;
    // A kept instance is reused. An instance that is dropped frees its place.
    first.give_back();
    let third = third.await;
    drop(second);
    drop(fourth.await);
    drop(third);
    assert_eq!(factory.exist(), 0);
    // If no instance is in use, one is created even without space.
    let pool = Pool::keeping(&limits(8, 8), Duration::from_secs(60));
    let factory = Counting {
        room: 0,
        ..Counting::default()
    };
    lease(&pool, &factory).await.give_back();
}

#[tokio::test]
async fn a_call_that_no_idle_instance_fits_gets_a_new_one_in_the_place_of_the_oldest() {
    let (factory, pool) = (Counting::default(), Pool::new(&limits(4, 4)));
    let leases = futures_util::future::join_all((0..2).map(|_| pool.lease(&factory))).await;
    for lease in leases {
        lease.unwrap_or_else(|error| panic!("{error}")).give_back();
    }
    assert_eq!(factory.exist(), 2);
    let lease = pool.lease_fitting(&factory, |_| false).await;
    let lease = lease.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(factory.exist(), 2, "one went, and one came");
    lease.give_back();
    // A fitting instance is found behind others.
    let tried = AtomicUsize::new(0);
    let fits = |_: &Counted| tried.fetch_add(1, Ordering::SeqCst) == 1;
    let lease = pool.lease_fitting(&factory, fits).await;
    let lease = lease.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((factory.exist(), tried.load(Ordering::SeqCst)), (2, 2));
    lease.give_back();
}
