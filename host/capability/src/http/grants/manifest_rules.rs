//! The rules of a component's manifest for the hosts that it wants: the requests that only read, and the credentials
//! that the host sends.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::{HeaderValue, Method};
use parking_lot::RwLock;
use pulumi_wasm_core::call::{Call, Effects};
use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::manifest::{
    BasicUser, Credential, CredentialForm, NetPermission, SafeRequest,
};
use pulumi_wasm_core::value::PropertyMap;
use url::Url;

use crate::http::HostPattern;
use crate::http::message::place;
use crate::http::request::graphql::{self, NotQuery};
use crate::http::request::validate::is_reserved;
use crate::http::route::{Planned, plan};

/// The rules of one component's manifest for its hosts.
#[derive(Default)]
pub(crate) struct ManifestRules {
    places: RwLock<Vec<WantedHost>>,
}

/// A host that the manifest requests, if its address is known.
struct WantedHost {
    pattern: HostPattern,
    safe_requests: Vec<SafeRequest>,
    credential: Option<Attached>,
    way: Planned,
}

/// The header that carries a credential.
#[derive(Clone)]
pub(crate) struct Attached {
    /// The header's name, in lower case.
    pub(crate) name: String,
    /// The header's value, or the reason for its absence.
    pub(crate) value: Result<String, String>,
}

impl ManifestRules {
    /// Applies a manifest's rules for its hosts, with the configuration that is known so far.
    pub(crate) fn declare(&self, permissions: &[NetPermission], configuration: &PropertyMap) {
        let text = |key: &str| configuration.get(key)?.reveal().as_str().map(str::to_owned);
        let places = permissions.iter().flat_map(|permission| {
            let patterns: Vec<HostPattern> = match permission.configured() {
                Some(path) => {
                    let texts = path.texts(configuration).into_iter();
                    texts
                        .filter_map(|text| HostPattern::from_configured_url(text).ok())
                        .collect()
                }
                None => permission.host.parse().into_iter().collect(),
            };
            let attach = |credential: &Credential| attached(credential, text);
            let credential = permission.credential.as_ref().and_then(attach);
            let way = plan(permission, configuration);
            patterns.into_iter().map(move |pattern| WantedHost {
                pattern,
                safe_requests: permission.safe_requests.clone(),
                credential: credential.clone(),
                way: way.clone(),
            })
        });
        *self.places.write() = places.collect();
    }

    /// Looks at the places that an address belongs to.
    fn covering<T>(&self, url: &Url, look: impl Fn(&WantedHost) -> Option<T>) -> Vec<T> {
        let places = self.places.read();
        let fitting = places.iter().filter(|place| place.pattern.covers(url));
        fitting.filter_map(look).collect()
    }

    /// Refuses a mutating request in a call without such effects. Refuses every request while a component resource is
    /// constructed, because its declarations must not depend on a server's answer at that moment. A request that may be a
    /// GraphQL query is judged by its body.
    ///
    /// # Errors
    /// `Denied`.
    pub(crate) fn may_change(
        &self,
        call: &Call,
        method: &Method,
        url: &Url,
    ) -> Result<Condition, GuestError> {
        if call.operation.declares() {
            let (place, subject) = (place(url), subject(call));
            let during = call.operation.name();
            return Err(GuestError::Denied(format!(
                "{method} {place} was refused: no request is made during {during}{subject}\n\
                 hint: this is for the component's author: let a resource or a function of a provider make the request, and use \
                 its outputs"
            )));
        }
        if is_safe(method) || call.effects == Effects::All || self.only_reads(method, url) {
            return Ok(Condition::None);
        }
        if graphql::may_be_query(method, url) {
            return Ok(Condition::GraphqlQuery);
        }
        Err(not_safe(call, (method, url)))
    }

    /// Whether the manifest declares the request as read-only.
    fn only_reads(&self, method: &Method, url: &Url) -> bool {
        let names = |place: &WantedHost| {
            let mut reads = place.safe_requests.iter();
            reads
                .any(|read| read.covers(method.as_str(), url.path()))
                .then_some(())
        };
        !self.covering(url, names).is_empty()
    }

    /// The route to an address, if the configuration names one: the first route that covers the address. Connections of
    /// earlier routes are closed.
    pub(crate) fn way(&self, url: &Url) -> Planned {
        let ways = self.covering(url, |place| place.way.clone());
        ways.into_iter().next()
    }

    /// The credentials for an address.
    pub(crate) fn credentials(&self, url: &Url) -> Vec<Attached> {
        self.covering(url, |place| place.credential.clone())
    }
}

/// The condition under which a request is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Condition {
    None,
    /// A GraphQL query, as its body shows.
    GraphqlQuery,
}

/// Whether a method is read-only.
pub(crate) fn is_safe(method: &Method) -> bool {
    [Method::GET, Method::HEAD, Method::OPTIONS].contains(method)
}

/// The error of a request that is not read-only by its method, by the manifest or by its body.
pub(crate) fn not_safe(call: &Call, (method, url): (&Method, &Url)) -> GuestError {
    let hint = format!("use GET or HEAD there, or {}", declare(method, url));
    refused(call, (method, url), None, &hint)
}

/// The error of a request to a GraphQL server that is not a query, for this reason. No hint leads from a mutation to a
/// declaration, because the declaration would let all mutations pass.
pub(crate) fn not_query(
    call: &Call,
    (method, url): (&Method, &Url),
    reason: &NotQuery,
) -> GuestError {
    let hint = if reason.asks_for_more() {
        "send a document there that has only queries, and mutations only in a create, update or delete"
            .to_owned()
    } else {
        format!(
            "send a GraphQL query there, as `application/json` with `query`, or, if no such request changes anything, {}",
            declare(method, url)
        )
    };
    refused(call, (method, url), Some(&reason.to_string()), &hint)
}

/// How an author says that a request only reads. The declaration holds for every body, so mutations pass too.
fn declare(method: &Method, url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    let path = url.path();
    format!(
        "declare in the manifest that every {method} to that path only reads: `\"safeRequests\": [\"{method} {path}\"]` in the permission for {host}; \
         the host then sends all of them, even if they change something"
    )
}

/// The error of a request in a call that may not change anything, with the reason if the method is not the reason.
pub(crate) fn refused(
    call: &Call,
    (method, url): (&Method, &Url),
    reason: Option<&str>,
    hint: &str,
) -> GuestError {
    let (place, subject) = (place(url), subject(call));
    let operation = call.operation.name();
    let occasion = if call.preview {
        format!("a preview ({operation})")
    } else {
        operation.to_owned()
    };
    let reason = reason.map(|reason| format!(", and {reason}"));
    GuestError::Denied(format!(
        "{method} {place} was refused: nothing may change during {occasion}{subject}{}\n\
         hint: this is for the component's author: {hint}",
        reason.unwrap_or_default()
    ))
}

/// The resource or function of a call, for messages.
fn subject(call: &Call) -> String {
    match (call.subject.token.as_str(), call.subject.name.as_str()) {
        ("", _) => String::new(),
        (token, "") => format!(" of `{token}`"),
        (token, name) => format!(" of `{name}` ({token})"),
    }
}

/// A credential with its value; `None` if the value is not configured.
fn attached(credential: &Credential, text: impl Fn(&str) -> Option<String>) -> Option<Attached> {
    let value = text(&credential.property)?;
    let (name, value) = match &credential.form {
        CredentialForm::Bearer => ("authorization", format!("Bearer {value}")),
        CredentialForm::Basic { user } => {
            let user = match user {
                BasicUser::Fixed(user) => user.clone(),
                BasicUser::Configured(key) => text(key)?,
            };
            if user.contains(':') {
                return Some(Attached {
                    name: "authorization".to_owned(),
                    value: Err("the user of a basic authorization has a colon in it".to_owned()),
                });
            }
            let pair = STANDARD.encode(format!("{user}:{value}"));
            ("authorization", format!("Basic {pair}"))
        }
        CredentialForm::Header(name) => (name.as_str(), value),
    };
    let value = match HeaderValue::from_bytes(value.as_bytes()) {
        Ok(_) if is_reserved(name) => Err(format!("the host sets the header `{name}` itself")),
        Ok(_) => Ok(value),
        Err(_) => Err(format!(
            "the configuration value `{}` has characters that no header can have",
            credential.property
        )),
    };
    Some(Attached {
        name: name.to_owned(),
        value,
    })
}
