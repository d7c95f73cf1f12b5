//! The trusted certificate authorities, and the client certificate.

use std::path::Path;
use std::sync::Arc;

use pulumi_wasm_capability::http::{Named, Route};
use pulumi_wasm_platform::regular_file;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{
    CryptoProvider, WebPkiSupportedAlgorithms, verify_tls12_signature, verify_tls13_signature,
};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::sign::{CertifiedKey, SingleCertAndKey};
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};

/// The maximum size of a file of certificate authorities, in bytes.
const MAX_PEM_BYTES: u64 = 16 << 20;

/// A TLS configuration. It trusts the system's authorities (the bundled ones if the system has none), the
/// authorities of a file, further authorities, and the authorities of a route. Servers get the route's client
/// certificate. `SSL_CERT_FILE` and `SSL_CERT_DIR` replace the system's authorities, as in other programs.
///
/// # Errors
/// If the file cannot be read or has no certificate, or if values of the configuration cannot be used. The error
/// has only the names of such values.
pub(super) fn configuration(
    ca_file: Option<&Path>,
    authorities: Option<&[u8]>,
    way: Option<&Route>,
) -> Result<ClientConfig, String> {
    let mut roots = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    let (used, _) = roots.add_parsable_certificates(found.certs);
    if used == 0 {
        roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    }
    if let Some(file) = ca_file {
        for certificate in certificates(file)? {
            roots
                .add(certificate)
                .map_err(|error| unusable(file, &error.to_string()))?;
        }
    }
    if let Some(authorities) = authorities {
        add_authorities(&mut roots, authorities)?;
    }
    if let Some(ca) = way.and_then(|way| way.ca.as_ref()) {
        for certificate in configured(ca)? {
            roots.add(certificate).map_err(|_| no_certificate(ca))?;
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?;
    let builder = match way.and_then(|way| way.insecure.as_ref()) {
        None => builder.with_root_certificates(roots),
        Some(_) => {
            let any = AnyCertificate(provider.signature_verification_algorithms);
            builder
                .dangerous()
                .with_custom_certificate_verifier(Arc::new(any))
        }
    };
    let mut configuration = match way.and_then(|way| way.client.as_ref()) {
        None => builder.with_no_client_auth(),
        Some((certificate, key)) => {
            let shown = client(certificate, key, &provider)?;
            builder.with_client_cert_resolver(Arc::new(SingleCertAndKey::from(shown)))
        }
    };
    configuration.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(configuration)
}

/// Checks that a PEM text has certificates of authorities, and that all of them can be used.
///
/// # Errors
/// A sentence with the mistake.
pub fn check_authorities(pem: &[u8]) -> Result<(), String> {
    add_authorities(&mut RootCertStore::empty(), pem)
}

fn add_authorities(roots: &mut RootCertStore, pem: &[u8]) -> Result<(), String> {
    let mut is_empty = true;
    for certificate in CertificateDer::pem_slice_iter(pem) {
        let certificate = certificate.map_err(|error| error.to_string())?;
        let added = roots.add(certificate);
        added.map_err(|error| error.to_string())?;
        is_empty = false;
    }
    if is_empty {
        Err("it has no certificate in PEM".to_owned())
    } else {
        Ok(())
    }
}

fn certificates(file: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let pem = regular_file::read_within(file, MAX_PEM_BYTES)
        .map_err(|error| unusable(file, &error.to_string()))?;
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&pem).collect();
    let found = found.map_err(|error| unusable(file, &error.to_string()))?;
    if found.is_empty() {
        Err(unusable(file, "it contains no certificate"))
    } else {
        Ok(found)
    }
}

fn unusable(file: &Path, reason: &str) -> String {
    format!(
        "the certificates of `PULUMI_WASM_CA_FILE` ({}) cannot be used: {reason}",
        file.display()
    )
}

/// The certificates in a configuration value. The parser's own error is dropped, because it may quote the value.
fn configured(value: &Named) -> Result<Vec<CertificateDer<'static>>, String> {
    let found = CertificateDer::pem_slice_iter(value.value.as_bytes()).collect();
    let found: Result<Vec<_>, _> = found;
    found
        .ok()
        .filter(|found| !found.is_empty())
        .ok_or_else(|| no_certificate(value))
}

fn no_certificate(value: &Named) -> String {
    format!(
        "the configuration value `{}` has no certificate in PEM that can be used",
        value.name
    )
}

/// The client certificate.
fn client(
    certificate: &Named,
    key: &Named,
    provider: &CryptoProvider,
) -> Result<CertifiedKey, String> {
    let shown = configured(certificate)?;
    let secret = PrivateKeyDer::from_pem_slice(key.value.as_bytes()).ok();
    let secret = secret.and_then(|secret| provider.key_provider.load_private_key(secret).ok());
    let secret = secret.ok_or_else(|| {
        format!(
            "the configuration value `{}` has no private key in PEM that can be used, for example an ECDSA or RSA key without a passphrase",
            key.name
        )
    })?;
    let certified = CertifiedKey::new(shown, secret);
    match certified.keys_match() {
        Ok(()) | Err(rustls::Error::InconsistentKeys(rustls::InconsistentKeys::Unknown)) => {
            Ok(certified)
        }
        Err(rustls::Error::InconsistentKeys(_)) => Err(format!(
            "the key in the configuration value `{}` does not belong to the certificate in `{}`",
            key.name, certificate.name
        )),
        Err(_) => Err(no_certificate(certificate)),
    }
}

/// Accepts any certificate, because the user granted that. The server must still prove that it has the
/// certificate's key.
#[derive(Debug)]
struct AnyCertificate(WebPkiSupportedAlgorithms);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signature, &self.0)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signature, &self.0)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.supported_schemes()
    }
}
