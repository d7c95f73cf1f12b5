use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::thread::ThreadId;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

use super::*;

fn run<T: Send + 'static>(
    work: impl Future<Output = T> + Send + 'static,
) -> impl Future<Output = T> + Send {
    crate::scheduler::run(Box::pin(work))
}

/// Computes for this time, and returns the thread.
fn compute(time: Duration) -> ThreadId {
    let began = Instant::now();
    while began.elapsed() < time {
        std::hint::spin_loop();
    }
    std::thread::current().id()
}

/// Continues in this number of turns of 5 ms, and returns the threads.
async fn long(priority: Priority, turns: usize) -> Vec<ThreadId> {
    let mut threads = Vec::new();
    std::future::poll_fn(|context| {
        if threads.len() == turns {
            return Poll::Ready(());
        }
        if may_continue(priority, context) {
            threads.push(compute(Duration::from_millis(5)));
            context.waker().wake_by_ref();
        }
        Poll::Pending
    })
    .await;
    threads
}

#[tokio::test]
async fn long_work_goes_on_beside_what_is_short() {
    let here = std::thread::current().id();
    let work = tokio::spawn(run(long(Priority::Long, 40)));
    let mut shorts = 0;
    while !work.is_finished() {
        run(async { assert!(!is_turn(), "it is short") }).await;
        shorts += 1;
        tokio::task::yield_now().await;
    }
    let threads = work.await.expect("no panic");
    assert_eq!(threads.len(), 40);
    assert!(threads.iter().all(|thread| *thread != here));
    // Were turns taken here, there would be one short piece of work for each of them.
    assert!(shorts > 100, "{shorts}");
}

#[tokio::test]
async fn work_in_a_set_of_futures_gets_its_turn() {
    let set = async {
        let works = [long(Priority::Medium, 3), long(Priority::Long, 2)];
        let set: FuturesUnordered<_> = works.into_iter().collect();
        set.map(|threads| threads.len()).collect::<Vec<_>>().await
    };
    let ended = tokio::time::timeout(Duration::from_secs(20), run(set)).await;
    let mut turns = ended.expect("both were looked at in their turns");
    turns.sort_unstable();
    assert_eq!(turns, [2, 3]);
}

#[tokio::test]
async fn work_that_waits_for_its_turn_is_ended_all_the_same() {
    // More than there are turns, and all of it endless.
    let others: Vec<_> = (0..64)
        .map(|_| tokio::spawn(run(long(Priority::Long, usize::MAX))))
        .collect();
    let began = Instant::now();
    let ended = run(tokio::time::timeout(
        Duration::from_millis(50),
        long(Priority::Long, usize::MAX),
    ));
    assert!(ended.await.is_err());
    // 64 turns of 5 ms and more would take longer on a machine of few processors.
    assert!(began.elapsed() < Duration::from_secs(5));
    // Short work does not wait for work that never ends.
    assert_eq!(run(long(Priority::Medium, 3)).await.len(), 3);
    others.iter().for_each(tokio::task::JoinHandle::abort);
}

#[tokio::test]
async fn work_that_is_given_up_in_its_turn_is_dropped() {
    struct Dropped(Arc<AtomicBool>);
    impl Drop for Dropped {
        fn drop(&mut self) {
            self.0.store(true, Ordering::SeqCst);
        }
    }
    let dropped = Arc::new(AtomicBool::new(false));
    let value = Dropped(Arc::clone(&dropped));
    let (begun, has_begun) = tokio::sync::oneshot::channel();
    let work = tokio::spawn(run(async move {
        long(Priority::Medium, 1).await;
        begun.send(()).expect("the test waits");
        long(Priority::Medium, usize::MAX).await;
        drop(value);
    }));
    has_begun.await.expect("it goes on in turns");
    work.abort();
    let began = Instant::now();
    while !dropped.load(Ordering::SeqCst) {
        assert!(began.elapsed() < Duration::from_secs(20), "it stays");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn what_wakes_work_in_its_turn_is_not_lost() {
    // Waits for timers and for turns in one task, which must all be noticed.
    let rounds = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&rounds);
    let work = run(async move {
        let ticks = async {
            for _ in 0..20 {
                tokio::time::sleep(Duration::from_millis(2)).await;
                counted.fetch_add(1, Ordering::SeqCst);
            }
        };
        futures_util::future::join(ticks, long(Priority::Medium, 10))
            .await
            .1
    });
    let threads = tokio::time::timeout(Duration::from_secs(30), work)
        .await
        .expect("it ends");
    assert_eq!(threads.len(), 10);
    assert_eq!(rounds.load(Ordering::SeqCst), 20);
}

#[tokio::test]
async fn a_panic_in_a_turn_ends_its_request_alone() {
    let work = tokio::spawn(run(async {
        long(Priority::Long, 1).await;
        std::future::poll_fn(|context| {
            if may_continue(Priority::Long, context) {
                panic!("a mistake")
            } else {
                Poll::<()>::Pending
            }
        })
        .await;
    }));
    assert!(work.await.expect_err("a panic").is_panic());
    assert_eq!(run(long(Priority::Long, 2)).await.len(), 2);
}
