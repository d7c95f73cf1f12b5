//! Identities that a resource had before.

use pulumi_wasm_core::graph::{Alias, AliasParent, AliasSpec};

use crate::pulumi::wire::pulumirpc as pb;
use crate::pulumi::wire::pulumirpc::alias::spec::Parent;

/// Reads an alias; `None` for an empty alias, which has no effect.
pub(in crate::pulumi) fn from_proto(alias: pb::Alias) -> Option<Alias> {
    Some(match alias.alias? {
        pb::alias::Alias::Urn(urn) => Alias::Urn(urn),
        pb::alias::Alias::Spec(spec) => Alias::Spec(AliasSpec {
            name: spec.name,
            token: spec.r#type,
            stack: spec.stack,
            project: spec.project,
            parent: match spec.parent {
                Some(Parent::ParentUrn(urn)) => AliasParent::Urn(urn),
                Some(Parent::NoParent(true)) => AliasParent::Stack,
                Some(Parent::NoParent(false)) | None => AliasParent::Same,
            },
        }),
    })
}

pub(in crate::pulumi) fn to_proto(alias: Alias) -> pb::Alias {
    let alias = match alias {
        Alias::Urn(urn) => pb::alias::Alias::Urn(urn),
        Alias::Spec(spec) => pb::alias::Alias::Spec(pb::alias::Spec {
            name: spec.name,
            r#type: spec.token,
            stack: spec.stack,
            project: spec.project,
            parent: match spec.parent {
                AliasParent::Same => None,
                AliasParent::Urn(urn) => Some(Parent::ParentUrn(urn)),
                AliasParent::Stack => Some(Parent::NoParent(true)),
            },
        }),
    };
    pb::Alias { alias: Some(alias) }
}
