//! TLS between a core and a plugin of one machine. Each side makes a certificate for this process, and gives it to the other: the core
//! in a variable, the plugin in the line that it prints. So each accepts one certificate, byte for byte.

use std::fmt;
use std::sync::Arc;

use anyhow::Context;
use p521::ecdsa::signature::Verifier;
use p521::ecdsa::{Signature, VerifyingKey};
use rcgen::{CertificateParams, DistinguishedName, DnType, KeyPair, PKCS_ECDSA_P256_SHA256};
use rustls::client::danger::HandshakeSignatureValid;
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::{
    CertificateError, DigitallySignedStruct, DistinguishedName as Name, Error, ServerConfig,
    SignatureScheme,
};
use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer, UnixTime};
use x509_cert::Certificate;
use x509_cert::der::Decode;

/// The name that the core expects in the plugin's certificate.
const NAME: &str = "localhost";

/// The configuration of the server, and the certificate that the core is to accept, as DER.
///
/// # Errors
/// If the core's certificate cannot be read.
pub(crate) fn server(client: &str) -> anyhow::Result<(Arc<ServerConfig>, Vec<u8>)> {
    let client = CertificateDer::from_pem_slice(client.as_bytes())
        .context("the certificate in `PLUGIN_CLIENT_CERT` cannot be read")?;
    let key = KeyPair::generate_for(&PKCS_ECDSA_P256_SHA256)?;
    let mut parameters = CertificateParams::new(vec![NAME.to_owned()])?;
    parameters.distinguished_name = DistinguishedName::new();
    parameters.distinguished_name.push(DnType::CommonName, NAME);
    let certificate = parameters.self_signed(&key)?;
    let der = certificate.der().to_vec();
    let provider = Arc::new(ring::default_provider());
    let verifier = PinnedClient::new(client, &provider);
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_client_cert_verifier(Arc::new(verifier))
        .with_single_cert(
            vec![CertificateDer::from(der.clone())],
            PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der())),
        )?;
    // A core makes one connection, and resumes none.
    config.send_tls13_tickets = 0;
    // Newer cores insist on it.
    config.alpn_protocols = vec![b"h2".to_vec()];
    Ok((Arc::new(config), der))
}

/// Accepts one certificate, whose key must have signed the handshake.
struct PinnedClient {
    certificate: CertificateDer<'static>,
    provider: Arc<CryptoProvider>,
}

impl fmt::Debug for PinnedClient {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("PinnedClient")
            .finish_non_exhaustive()
    }
}

impl PinnedClient {
    fn new(certificate: CertificateDer<'static>, provider: &Arc<CryptoProvider>) -> Self {
        Self {
            certificate,
            provider: Arc::clone(provider),
        }
    }
}

impl ClientCertVerifier for PinnedClient {
    fn root_hint_subjects(&self) -> &[Name] {
        &[]
    }

    fn verify_client_cert(
        &self,
        certificate: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        if *certificate == self.certificate {
            Ok(ClientCertVerified::assertion())
        } else {
            Err(Error::InvalidCertificate(
                CertificateError::ApplicationVerificationFailure,
            ))
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        if signed.scheme == SignatureScheme::ECDSA_NISTP521_SHA512 {
            return verify_p521(message, certificate, signed);
        }
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        if signed.scheme == SignatureScheme::ECDSA_NISTP521_SHA512 {
            return verify_p521(message, certificate, signed);
        }
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        let algorithms = self.provider.signature_verification_algorithms;
        let mut schemes = algorithms.supported_schemes();
        // The curve of the cores' library, which ring does not have.
        schemes.insert(0, SignatureScheme::ECDSA_NISTP521_SHA512);
        schemes
    }
}

/// Verifies a signature with the key of a certificate on the curve P-521.
fn verify_p521(
    message: &[u8],
    certificate: &CertificateDer<'_>,
    signed: &DigitallySignedStruct,
) -> Result<HandshakeSignatureValid, Error> {
    let bad = |reason| Error::InvalidCertificate(reason);
    let certificate =
        Certificate::from_der(certificate).map_err(|_| bad(CertificateError::BadEncoding))?;
    let key = certificate
        .tbs_certificate
        .subject_public_key_info
        .subject_public_key;
    let key = VerifyingKey::from_sec1_bytes(key.raw_bytes())
        .map_err(|_| bad(CertificateError::BadEncoding))?;
    let signature =
        Signature::from_der(signed.signature()).map_err(|_| bad(CertificateError::BadSignature))?;
    key.verify(message, &signature)
        .map_err(|_| bad(CertificateError::BadSignature))?;
    Ok(HandshakeSignatureValid::assertion())
}
