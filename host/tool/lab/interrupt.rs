//! Ctrl-C while a provider works: the first one cancels, as it does with an engine.

use std::future::Future;

use pulumi_wasm_host::driver::Provider;

/// Does work of a provider. At an interrupt its waits end and it may come to an end; at the second one the process ends.
pub(crate) async fn until_interrupted<T>(provider: &Provider, work: impl Future<Output = T>) -> T {
    tokio::pin!(work);
    loop {
        tokio::select! {
            biased;
            done = &mut work => return done,
            interrupted = tokio::signal::ctrl_c() => {
                if interrupted.is_err() || provider.cancellation().is_cancelled() {
                    // 128 and the signal's number, as shells have it.
                    std::process::exit(130);
                }
                eprintln!("\ninterrupted: waiting for the component to come to an end; interrupt again to end at once");
                provider.cancellation().cancel();
            }
        }
    }
}
