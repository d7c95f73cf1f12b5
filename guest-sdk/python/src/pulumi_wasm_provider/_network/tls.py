"""The module `ssl` of a component, for libraries that import it. The host encrypts and judges certificates, by the grant and by `tls` of
`Net`: what a library asks for here can neither weaken that nor add to it.

It is imported under the name `ssl`, so that its imports are absolute.
"""

from __future__ import annotations

import base64
import enum
import os
import textwrap
from typing import Any, NamedTuple

from pulumi_wasm_provider._network.sockets import TlsSocket as SSLSocket
from pulumi_wasm_provider.errors import UnsupportedError

#: Libraries look at it before they go on.
OPENSSL_VERSION = "OpenSSL 3.0.0 (the host of the component)"
OPENSSL_VERSION_INFO = (3, 0, 0, 0, 0)
OPENSSL_VERSION_NUMBER = 0x30000000

HAS_SNI = HAS_ALPN = HAS_ECDH = HAS_TLSv1_2 = HAS_TLSv1_3 = HAS_NEVER_CHECK_COMMON_NAME = True
HAS_NPN = HAS_SSLv2 = HAS_SSLv3 = HAS_TLSv1 = HAS_TLSv1_1 = HAS_PSK = False
CHANNEL_BINDING_TYPES: list[str] = []

_OWN_CERTIFICATE = "name the certificate in `net` of the provider: `Net(host, tls=Tls(ca=…, certificate=…, key=…))`"


class SSLError(OSError):
    """Something about encryption fails."""

    library = reason = None


class SSLZeroReturnError(SSLError):
    """The connection is closed."""


class SSLWantReadError(SSLError):
    """More has to be read first."""


class SSLWantWriteError(SSLError):
    """More has to be written first."""


class SSLSyscallError(SSLError):
    """The system failed."""


class SSLEOFError(SSLError):
    """The connection was cut."""


class SSLCertVerificationError(SSLError, ValueError):
    """A certificate is not acceptable."""


CertificateError = SSLCertVerificationError
socket_error = OSError


class TLSVersion(enum.IntEnum):
    """Versions of TLS."""

    MINIMUM_SUPPORTED = -2
    SSLv3 = 768
    TLSv1 = 769
    TLSv1_1 = 770
    TLSv1_2 = 771
    TLSv1_3 = 772
    MAXIMUM_SUPPORTED = -1


class VerifyMode(enum.IntEnum):
    """Whether a certificate is asked for."""

    CERT_NONE = 0
    CERT_OPTIONAL = 1
    CERT_REQUIRED = 2


class VerifyFlags(enum.IntFlag):
    """How a chain of certificates is judged."""

    VERIFY_DEFAULT = 0
    VERIFY_CRL_CHECK_LEAF = 4
    VERIFY_CRL_CHECK_CHAIN = 12
    VERIFY_X509_STRICT = 32
    VERIFY_ALLOW_PROXY_CERTS = 64
    VERIFY_X509_TRUSTED_FIRST = 32768
    VERIFY_X509_PARTIAL_CHAIN = 524288


class Options(enum.IntFlag):
    """Options of a context."""

    OP_NO_SSLv2 = 0
    OP_LEGACY_SERVER_CONNECT = 4
    OP_IGNORE_UNEXPECTED_EOF = 128
    OP_NO_TICKET = 16384
    OP_NO_COMPRESSION = 131072
    OP_ENABLE_MIDDLEBOX_COMPAT = 1048576
    OP_CIPHER_SERVER_PREFERENCE = 4194304
    OP_SINGLE_DH_USE = OP_SINGLE_ECDH_USE = 0
    OP_NO_SSLv3 = 33554432
    OP_NO_TLSv1 = 67108864
    OP_NO_TLSv1_2 = 134217728
    OP_NO_TLSv1_1 = 268435456
    OP_NO_TLSv1_3 = 536870912
    OP_NO_RENEGOTIATION = 1073741824
    OP_ALL = 2147483728


class _SSLMethod(enum.IntEnum):
    PROTOCOL_SSLv23 = 2
    PROTOCOL_TLS = 2
    PROTOCOL_TLS_CLIENT = 16
    PROTOCOL_TLS_SERVER = 17
    PROTOCOL_TLSv1 = 3
    PROTOCOL_TLSv1_1 = 4
    PROTOCOL_TLSv1_2 = 5


class Purpose(enum.Enum):
    """The purpose of a context."""

    SERVER_AUTH = "1.3.6.1.5.5.7.3.1"
    CLIENT_AUTH = "1.3.6.1.5.5.7.3.2"


class SSLErrorNumber(enum.IntEnum):
    """Numbers of errors."""

    SSL_ERROR_SSL = 1
    SSL_ERROR_WANT_READ = 2
    SSL_ERROR_WANT_WRITE = 3
    SSL_ERROR_WANT_X509_LOOKUP = 4
    SSL_ERROR_SYSCALL = 5
    SSL_ERROR_ZERO_RETURN = 6
    SSL_ERROR_WANT_CONNECT = 7
    SSL_ERROR_EOF = 8
    SSL_ERROR_INVALID_ERROR_CODE = 10


for _kind in (VerifyMode, VerifyFlags, Options, _SSLMethod, SSLErrorNumber):
    globals().update(_kind.__members__)


class DefaultVerifyPaths(NamedTuple):
    """The places of certificates. A component has no such places."""

    cafile: str | None = None
    capath: str | None = None
    openssl_cafile_env: str = "SSL_CERT_FILE"
    openssl_cafile: str = ""
    openssl_capath_env: str = "SSL_CERT_DIR"
    openssl_capath: str = ""


class SSLSession:
    """A session of TLS."""


class SSLObject:
    """TLS without a socket."""


class MemoryBIO:
    """A buffer for TLS without a socket, as event loops use it."""

    def __init__(self) -> None:
        raise UnsupportedError("a component has no event loop that reaches servers: use the library without `async`")


class SSLContext:
    """Takes all settings, and encrypts by the host, which judges certificates in any case."""

    sslsocket_class: Any = SSLSocket
    sslobject_class: Any = SSLObject

    def __init__(self, protocol: int = 2) -> None:
        self.protocol = protocol
        self.check_hostname = protocol == 16
        self.verify_mode = VerifyMode.CERT_REQUIRED if protocol == 16 else VerifyMode.CERT_NONE
        self.verify_flags = VerifyFlags.VERIFY_X509_TRUSTED_FIRST
        self.options = Options.OP_ALL
        self.minimum_version = TLSVersion.TLSv1_2
        self.maximum_version = TLSVersion.MAXIMUM_SUPPORTED
        self.post_handshake_auth = False
        self.hostname_checks_common_name = False
        self.keylog_filename: str | None = None
        self.sni_callback = None

    def wrap_socket(self, sock: Any, server_side: bool = False, *_: Any, server_hostname: str | None = None, **__: Any) -> Any:
        """The socket, encrypted."""
        if server_side:
            raise UnsupportedError("a component cannot be a server")
        return SSLSocket.around(sock, self, server_hostname)

    def wrap_bio(self, *_: Any, **__: Any) -> Any:
        return MemoryBIO()

    def _nothing(self, *_: Any, **__: Any) -> None:
        """The host has its certificates, its ciphers and its protocols."""

    load_default_certs = load_verify_locations = set_default_verify_paths = _nothing
    set_alpn_protocols = set_npn_protocols = set_ciphers = set_ecdh_curve = load_dh_params = _nothing

    def load_cert_chain(self, *_: Any, **__: Any) -> None:
        raise SSLError(f"a component cannot take a certificate from a file: {_OWN_CERTIFICATE}")

    def get_ca_certs(self, binary_form: bool = False) -> list[Any]:
        return []

    def get_ciphers(self) -> list[Any]:
        return []

    def cert_store_stats(self) -> dict[str, int]:
        # A library that finds no certificates would look for files of certificates.
        return {"x509": 1, "crl": 0, "x509_ca": 1}

    def session_stats(self) -> dict[str, int]:
        return {}


def create_default_context(purpose: Purpose = Purpose.SERVER_AUTH, *, cafile: Any = None, capath: Any = None, cadata: Any = None) -> SSLContext:
    """A context for clients."""
    return SSLContext(16)


_create_default_https_context = create_default_context


def _create_unverified_context(*_: Any, **__: Any) -> SSLContext:
    context = SSLContext(16)
    context.check_hostname, context.verify_mode = False, VerifyMode.CERT_NONE
    return context


_create_stdlib_context = _create_unverified_context


def wrap_socket(sock: Any, *_: Any, **__: Any) -> Any:
    """As older libraries call it."""
    return SSLContext(16).wrap_socket(sock)


def get_default_verify_paths() -> DefaultVerifyPaths:
    """Places of certificates."""
    return DefaultVerifyPaths()


def get_server_certificate(*_: Any, **__: Any) -> str:
    """Certificates are the host's."""
    raise UnsupportedError("a component does not see certificates")


def get_protocol_name(protocol: int) -> str:
    """The name of a protocol."""
    return _SSLMethod(protocol).name


def DER_cert_to_PEM_cert(der: bytes) -> str:
    """A certificate as text."""
    lines = textwrap.fill(base64.b64encode(der).decode("ascii"), 64)
    return f"-----BEGIN CERTIFICATE-----\n{lines}\n-----END CERTIFICATE-----\n"


def PEM_cert_to_DER_cert(pem: str) -> bytes:
    """A certificate as bytes."""
    return base64.b64decode("".join(pem.strip().splitlines()[1:-1]))


def RAND_bytes(count: int) -> bytes:
    """Unguessable bytes."""
    return os.urandom(count)


def RAND_status() -> bool:
    """Whether the generator has enough randomness."""
    return True
