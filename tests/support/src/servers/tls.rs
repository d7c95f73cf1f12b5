//! Certificates that a client has to be given, for servers of tests.

use std::sync::Arc;

use rcgen::{Certificate, CertificateParams, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::PrivateKeyDer;

/// A certificate that vouches for itself, and its key.
pub struct Identity {
    certificate: Certificate,
    key: KeyPair,
}

impl Identity {
    /// A certificate for servers with these names.
    pub fn of(names: &[&str]) -> Self {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let key = KeyPair::generate().unwrap();
        let parameters = CertificateParams::new(names).unwrap();
        let certificate = parameters.self_signed(&key).unwrap();
        Self { certificate, key }
    }

    /// The certificate, in PEM: a client that trusts it as an authority connects.
    pub fn authority(&self) -> String {
        self.certificate.pem()
    }

    /// The key, in PEM.
    pub fn key(&self) -> String {
        self.key.serialize_pem()
    }

    /// The certificate, in DER.
    pub fn certificate_bytes(&self) -> Vec<u8> {
        self.certificate.der().to_vec()
    }

    /// The key, in DER (PKCS #8).
    pub fn key_bytes(&self) -> Vec<u8> {
        self.key.serialize_der()
    }

    /// The settings of a server.
    pub fn server(&self) -> ServerConfig {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let key = PrivateKeyDer::try_from(self.key_bytes()).unwrap();
        ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![self.certificate.der().clone()], key)
            .unwrap()
    }
}
