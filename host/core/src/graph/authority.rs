//! Which packages a component may use: its own, and those that its manifest names.

use super::Graph;
use super::declaration::Declaration;
use super::mistakes::failure;
use super::provider_resource::PROVIDERS;
use super::registration::ResourceKind;
use crate::error::GuestError;
use crate::text::Excerpt;

impl Graph {
    /// The manifest names the packages that a component may use; its groups are types of its package.
    pub(super) fn may_register(&self, declaration: &Declaration) -> Result<(), GuestError> {
        let token = &declaration.token;
        if declaration.kind != ResourceKind::Group {
            return self.may_use(token, "register");
        }
        self.require_own(token, "the group")
    }

    /// Makes sure that a token is a type of the component's package.
    fn require_own(&self, token: &str, what: &str) -> Result<(), GuestError> {
        require_package(token, &self.authority.own, what)
    }

    /// Makes sure that the manifest names the package of a token.
    pub(super) fn may_use(&self, token: &str, what: &str) -> Result<(), GuestError> {
        let authority = &self.authority;
        let package = package_of(token)?;
        if package == authority.own {
            return Ok(());
        }
        if let Some(reason) = authority.forbidden.get(package) {
            return Err(GuestError::Denied(format!(
                "the component may not {what} `{}`: {reason}",
                Excerpt::name(token)
            )));
        }
        if authority.uses.contains(package) {
            return Ok(());
        }
        Err(GuestError::Denied(format!(
            "the component may not {what} `{}`: its manifest does not name the package `{}` in `packages`",
            Excerpt::name(token),
            Excerpt::name(package)
        )))
    }
}

/// Makes sure that a token is a type of a package.
pub(super) fn require_package(token: &str, package: &str, what: &str) -> Result<(), GuestError> {
    if package_of(token)? == package {
        return Ok(());
    }
    Err(GuestError::Denied(format!(
        "{what} `{}` has to be a type of the package `{}`",
        Excerpt::name(token),
        Excerpt::name(package)
    )))
}

/// The package that a token belongs to.
pub(super) fn package_of(token: &str) -> Result<&str, GuestError> {
    if let Some(package) = token.strip_prefix(PROVIDERS) {
        return Ok(package);
    }
    match token.split(':').collect::<Vec<_>>()[..] {
        [package, _, name] if !package.is_empty() && !name.is_empty() => Ok(package),
        _ => {
            let reason = format!(
                "`{}` is not a token such as `random:index:RandomPet`",
                Excerpt::name(token)
            );
            Err(GuestError::Invalid(vec![failure("token", reason)]))
        }
    }
}
