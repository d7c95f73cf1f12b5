//! The derives: of resources, components, objects, configuration, enums and unions.

pub(super) mod component;
pub(super) mod config;
pub(super) mod enumeration;
pub(super) mod object;
pub(super) mod property;
pub(super) mod record;
pub(super) mod resource;
pub(super) mod union;
