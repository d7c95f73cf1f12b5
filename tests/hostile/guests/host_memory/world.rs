//! The imports of the guest that calls every function.

/// The WASI functions that make the host keep a value.
pub(super) const WORLD: &str = "
package test:keeping;
world hostile {
    include pulumi-wasm:provider/provider@0.1.0;
    import wasi:io/poll@0.2.0;
    import wasi:io/streams@0.2.0;
    import wasi:cli/stdin@0.2.0;
    import wasi:cli/stdout@0.2.0;
    import wasi:cli/stderr@0.2.0;
    import wasi:clocks/monotonic-clock@0.2.0;
    import wasi:random/random@0.2.0;
    import wasi:sockets/instance-network@0.2.0;
    import wasi:http/types@0.2.0;
    import wasi:http/outgoing-handler@0.2.0;
}
package wasi:io@0.2.0 {
    interface error { resource error; }
    interface poll {
        resource pollable { ready: func() -> bool; block: func(); }
        poll: func(in: list<borrow<pollable>>) -> list<u32>;
    }
    interface streams {
        use error.{error};
        use poll.{pollable};
        variant stream-error { last-operation-failed(error), closed }
        resource input-stream {
            read: func(len: u64) -> result<list<u8>, stream-error>;
            subscribe: func() -> pollable;
        }
        resource output-stream {
            check-write: func() -> result<u64, stream-error>;
            write: func(contents: list<u8>) -> result<_, stream-error>;
            blocking-write-and-flush: func(contents: list<u8>) -> result<_, stream-error>;
            subscribe: func() -> pollable;
        }
    }
}
package wasi:cli@0.2.0 {
    interface stdin { use wasi:io/streams@0.2.0.{input-stream}; get-stdin: func() -> input-stream; }
    interface stdout { use wasi:io/streams@0.2.0.{output-stream}; get-stdout: func() -> output-stream; }
    interface stderr { use wasi:io/streams@0.2.0.{output-stream}; get-stderr: func() -> output-stream; }
}
package wasi:clocks@0.2.0 {
    interface monotonic-clock {
        use wasi:io/poll@0.2.0.{pollable};
        subscribe-instant: func(when: u64) -> pollable;
        subscribe-duration: func(when: u64) -> pollable;
    }
}
package wasi:random@0.2.0 {
    interface random { get-random-bytes: func(len: u64) -> list<u8>; }
}
package wasi:sockets@0.2.0 {
    interface network { resource network; }
    interface instance-network { use network.{network}; instance-network: func() -> network; }
}
package wasi:http@0.2.0 {
    interface types {
        use wasi:io/streams@0.2.0.{output-stream};
        variant method {
            get, head, post, put, delete, connect, options, trace, patch, other(string)
        }
        record DNS-error-payload { rcode: option<string>, info-code: option<u16> }
        record TLS-alert-received-payload { alert-id: option<u8>, alert-message: option<string> }
        record field-size-payload { field-name: option<string>, field-size: option<u32> }
        variant error-code {
            DNS-timeout, DNS-error(DNS-error-payload), destination-not-found,
            destination-unavailable, destination-IP-prohibited, destination-IP-unroutable,
            connection-refused, connection-terminated, connection-timeout,
            connection-read-timeout, connection-write-timeout, connection-limit-reached,
            TLS-protocol-error, TLS-certificate-error,
            TLS-alert-received(TLS-alert-received-payload), HTTP-request-denied,
            HTTP-request-length-required, HTTP-request-body-size(option<u64>),
            HTTP-request-method-invalid, HTTP-request-URI-invalid, HTTP-request-URI-too-long,
            HTTP-request-header-section-size(option<u32>),
            HTTP-request-header-size(option<field-size-payload>),
            HTTP-request-trailer-section-size(option<u32>),
            HTTP-request-trailer-size(field-size-payload), HTTP-response-incomplete,
            HTTP-response-header-section-size(option<u32>),
            HTTP-response-header-size(field-size-payload),
            HTTP-response-body-size(option<u64>),
            HTTP-response-trailer-section-size(option<u32>),
            HTTP-response-trailer-size(field-size-payload),
            HTTP-response-transfer-coding(option<string>),
            HTTP-response-content-coding(option<string>), HTTP-response-timeout,
            HTTP-upgrade-failed, HTTP-protocol-error, loop-detected, configuration-error,
            internal-error(option<string>)
        }
        variant header-error { invalid-syntax, forbidden, immutable }
        resource fields {
            constructor();
            from-list: static func(entries: list<tuple<string, list<u8>>>) -> result<fields, header-error>;
            set: func(name: string, value: list<list<u8>>) -> result<_, header-error>;
            delete: func(name: string) -> result<_, header-error>;
            append: func(name: string, value: list<u8>) -> result<_, header-error>;
            clone: func() -> fields;
        }
        resource request-options { constructor(); }
        resource outgoing-body { write: func() -> result<output-stream>; }
        resource outgoing-request {
            constructor(headers: fields);
            body: func() -> result<outgoing-body>;
            set-method: func(method: method) -> result;
            set-authority: func(authority: option<string>) -> result;
            set-path-with-query: func(path-with-query: option<string>) -> result;
            headers: func() -> fields;
        }
        resource outgoing-response {
            constructor(headers: fields);
            body: func() -> result<outgoing-body>;
        }
        resource future-incoming-response;
    }
    interface outgoing-handler {
        use types.{outgoing-request, request-options, future-incoming-response, error-code};
        handle: func(request: outgoing-request, options: option<request-options>)
            -> result<future-incoming-response, error-code>;
    }
}
";
