//! Work of the host that takes long only because of its size.

use tokio::runtime::{Handle, RuntimeFlavor};

/// Work on more bytes than this takes so long that other calls go first.
const LARGE: usize = 256 << 10;

/// Runs work on this many bytes. If that takes long, another thread serves the other calls meanwhile, so that they, a
/// cancellation and health checks do not wait.
pub fn beside<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    // Another thread can take over the calls that this thread serves.
    let can_step_aside = || {
        Handle::try_current()
            .is_ok_and(|runtime| runtime.runtime_flavor() == RuntimeFlavor::MultiThread)
    };
    if bytes > LARGE && can_step_aside() {
        tokio::task::block_in_place(work)
    } else {
        work()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    #[test]
    fn long_work_holds_up_no_other_task_of_the_only_thread() {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .build()
            .expect("a runtime");
        let (tell, told) = mpsc::channel();
        let long = async move {
            let other = tokio::spawn(async move { tell.send(()) });
            let answered = beside(LARGE + 1, || told.recv_timeout(Duration::from_secs(30)));
            assert!(answered.is_ok(), "the other task waited");
            other.await.expect("the other task").expect("a listener");
        };
        runtime
            .block_on(runtime.spawn(long))
            .expect("the long task");
    }

    #[tokio::test]
    async fn the_only_thread_of_a_runtime_does_the_work_itself() {
        assert_eq!(beside(usize::MAX, || 1), 1);
        assert_eq!(beside(0, || 2), 2);
    }
}
