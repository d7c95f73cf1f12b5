//! A web server of HTTP/2 alone, as those that releases are downloaded from prefer, with a certificate that a client
//! has to be given.

use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, thread};

use bytes::Bytes;
use http::{Request, Response, StatusCode, Version};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::server::conn::http2;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use test_support::servers::tls::Identity;

/// A web server that serves the files of a folder until the test's process ends.
pub(crate) struct Http2Server {
    folder: TempDir,
    answers: Arc<AtomicUsize>,
    /// Without a `/` at its end.
    pub(crate) address: String,
}

impl Http2Server {
    pub(crate) fn start(files: &Path) -> Self {
        let folder = TempDir::with_prefix("http2").unwrap();
        let identity = Identity::of(&["localhost"]);
        fs::write(folder.path().join("ca.pem"), identity.authority()).unwrap();
        let mut config = identity.server();
        // A client that speaks nothing else is refused while it connects.
        config.alpn_protocols = vec![b"h2".to_vec()];
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let answers = Arc::<AtomicUsize>::default();
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        listener.set_nonblocking(true).unwrap();
        let port = listener.local_addr().unwrap().port();
        let (files, counted) = (files.to_owned(), Arc::clone(&answers));
        thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread();
            let runtime = { runtime }.enable_all().build().unwrap();
            runtime.block_on(serve(listener, acceptor, files, counted));
        });
        Self {
            folder,
            answers,
            address: format!("https://localhost:{port}"),
        }
    }

    /// The certificate that a client has to trust.
    pub(crate) fn authority(&self) -> PathBuf {
        self.folder.path().join("ca.pem")
    }

    /// The number of sent files.
    pub(crate) fn answers(&self) -> usize {
        self.answers.load(Ordering::Relaxed)
    }
}

async fn serve(
    listener: std::net::TcpListener,
    acceptor: TlsAcceptor,
    files: PathBuf,
    answers: Arc<AtomicUsize>,
) {
    let listener = TcpListener::from_std(listener).unwrap();
    while let Ok((stream, _)) = listener.accept().await {
        let (acceptor, files, answers) = (acceptor.clone(), files.clone(), Arc::clone(&answers));
        tokio::spawn(async move {
            let Ok(stream) = acceptor.accept(stream).await else {
                return;
            };
            let service = service_fn(|request| {
                let answer = answer(&request, &files, &answers);
                std::future::ready(Ok::<_, std::convert::Infallible>(answer))
            });
            let connection = http2::Builder::new(TokioExecutor::new());
            // An error here makes the client fail.
            _ = connection
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}

fn answer(
    request: &Request<Incoming>,
    files: &Path,
    answers: &AtomicUsize,
) -> Response<Full<Bytes>> {
    assert_eq!(request.version(), Version::HTTP_2);
    let name = request.uri().path().trim_start_matches('/');
    let mut response = Response::default();
    match fs::read(files.join(name)) {
        Ok(content) => {
            answers.fetch_add(1, Ordering::Relaxed);
            *response.body_mut() = Full::new(content.into());
        }
        Err(_) => *response.status_mut() = StatusCode::NOT_FOUND,
    }
    response
}
