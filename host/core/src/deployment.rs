//! Whose resources a call is about.

/// The facts in a URN about the deployed program. The engine does not tell a provider the organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deployment {
    /// The project's name.
    project: String,
    /// The stack's name, without the organization.
    stack: String,
}

impl Deployment {
    /// The deployment that a URN belongs to, or `None` if the text is not a URN.
    #[must_use]
    pub fn of(urn: &str) -> Option<Self> {
        let (project, stack) = parts(urn)?;
        Some(Self {
            project: project.to_owned(),
            stack: stack.to_owned(),
        })
    }

    #[must_use]
    pub fn project(&self) -> &str {
        &self.project
    }

    #[must_use]
    pub fn stack(&self) -> &str {
        &self.stack
    }

    /// Whether a URN belongs to this deployment. A text that is not a URN does.
    #[must_use]
    pub fn has(&self, urn: &str) -> bool {
        self.rest_of(urn).is_some() || parts(urn).is_none()
    }

    /// The rest behind the names of this deployment, or `None` for another one. Nothing is searched for it.
    fn rest_of<'a>(&self, urn: &'a str) -> Option<&'a str> {
        let rest = urn
            .strip_prefix("urn:pulumi:")?
            .strip_prefix(&*self.stack)?;
        let rest = rest.strip_prefix("::")?.strip_prefix(&*self.project)?;
        rest.strip_prefix("::")
    }
}

/// The names of the project and the stack.
fn parts(urn: &str) -> Option<(&str, &str)> {
    // urn:pulumi:STACK::PROJECT::TYPE::NAME
    let mut parts = urn.strip_prefix("urn:pulumi:")?.splitn(3, "::");
    let (stack, project) = (parts.next()?, parts.next()?);
    parts.next()?;
    Some((project, stack))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_urn_tells_of_project_and_stack() {
        let urn = "urn:pulumi:dev::shop::acme:index:Thing::my::thing";
        let found = Deployment::of(urn).expect("a deployment");
        assert_eq!((found.project(), found.stack()), ("shop", "dev"));
        assert!(found.has(urn) && found.has(""));
        for other in ["live", "de", "devs"] {
            assert!(!found.has(&urn.replace("dev", other)), "{other}");
        }
        for other in ["", "dev::shop::a:b:C::n", "urn:pulumi:dev::shop"] {
            assert_eq!(Deployment::of(other), None, "{other}");
        }
    }
}
