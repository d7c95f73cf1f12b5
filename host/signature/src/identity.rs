//! Rules for the holder of a certificate: a name, or a workflow of a repository.
//!
//! A rule never matches two repositories. Otherwise the owner of a repository with a longer name, or in the same
//! group, could sign.

use std::fmt;

use pulumi_wasm_core::text::Excerpt;

/// Matches any characters except `/`.
const ONE: &str = "*";
/// Matches any characters.
const REST: &str = "**";
/// Precedes the branch or tag in the name of a workflow.
const AT_REFERENCE: &str = "@refs/";
/// The prefix of a full branch or tag name.
const REFERENCES: &str = "refs/";
const HTTPS: &str = "https://";

/// The holder's identity in a verified certificate.
#[derive(Debug, Default)]
pub(crate) struct Holder<'a> {
    /// The name: an email address, or the full name of a workflow.
    pub(crate) name: Option<&'a str>,
    /// The URL of the repository that was built.
    pub(crate) repository: Option<&'a str>,
    /// The branch or tag that was built.
    pub(crate) reference: Option<&'a str>,
    /// The workflow that ran, with its branch or tag.
    pub(crate) workflow: Option<&'a str>,
}

/// The required holder of a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity(Form);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Form {
    /// The name in the certificate.
    Name(Pattern),
    /// The repository and the workflow of the build.
    Repository {
        repository: String,
        workflow: Option<String>,
        reference: Option<Pattern>,
    },
}

/// A text that may have a wildcard at its end.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Pattern {
    text: String,
    /// The part before the wildcard.
    start: String,
    end: End,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Fixed,
    /// Any characters except `/`.
    One,
    /// Any characters.
    Rest,
}

impl Pattern {
    fn parse(text: &str) -> Result<Self, String> {
        let (start, end) = match (text.strip_suffix(REST), text.strip_suffix(ONE)) {
            (Some(start), _) => (start, End::Rest),
            (None, Some(start)) => (start, End::One),
            (None, None) => (text, End::Fixed),
        };
        if start.contains('*') {
            Err(format!(
                "`{text}` has a `*` before its end; `{ONE}` at the end stands for any characters except `/`, and \
                 `{REST}` for any"
            ))
        } else {
            Ok(Self {
                text: text.to_owned(),
                start: start.to_owned(),
                end,
            })
        }
    }

    fn covers(&self, text: &str) -> bool {
        let Some(rest) = text.strip_prefix(&self.start) else {
            return false;
        };
        // If `@refs/` occurs twice, the first may be a part of another file's name.
        let is_open = !rest.is_empty() && !rest.contains(AT_REFERENCE);
        match self.end {
            End::Fixed => rest.is_empty(),
            End::One => is_open && !rest.contains('/'),
            End::Rest => is_open,
        }
    }
}

impl Identity {
    /// A holder with this name: an email address, or the full name of a workflow, whose branch or tag may end in
    /// `*` or `**`.
    ///
    /// # Errors
    /// A sentence with the mistake, and the form.
    pub fn of_name(name: &str) -> Result<Self, String> {
        let pattern = Pattern::parse(name)?;
        let is_of_one_workflow = name.starts_with(HTTPS) && pattern.start.contains(AT_REFERENCE);
        match (name, pattern.end) {
            ("", _) => Err("an identity must not be empty".to_owned()),
            (_, End::Fixed) => Ok(Self(Form::Name(pattern))),
            _ if is_of_one_workflow => Ok(Self(Form::Name(pattern))),
            _ => Err(format!(
                "`{name}` could stand for the workflows of others; `*` may occur only after `{AT_REFERENCE}`, as in \
                 `https://github.com/acme/provider/.github/workflows/release.yml@refs/tags/*`"
            )),
        }
    }

    /// One workflow of a repository or all of them, and the branch or tag that was built, which may end in `*` or
    /// `**`.
    ///
    /// # Errors
    /// A sentence with the mistake, and the form.
    pub fn of_repository(
        repository: &str,
        workflow: Option<&str>,
        reference: Option<&str>,
    ) -> Result<Self, String> {
        let parts = repository.strip_prefix(HTTPS).unwrap_or_default();
        let mut parts = parts.split('/');
        let is_whole = parts.clone().count() > 2
            && parts.all(|part| !part.is_empty() && !part.contains(['*', '@', '?', '#']));
        if !is_whole {
            return Err(format!(
                "`{repository}` is not a repository; write it in full, without `*` and without `/` at its end, as in `https://github.com/acme/provider`"
            ));
        }
        if let Some(workflow) = workflow
            && (workflow.is_empty() || workflow.starts_with('/') || workflow.contains(['*', '@']))
        {
            return Err(format!(
                "`{workflow}` is not a workflow; write its file in the repository, without `*`, as in `.github/workflows/release.yml`"
            ));
        }
        let reference = reference.map(|reference| match reference.strip_prefix(REFERENCES) {
            Some(rest) if !rest.is_empty() => Pattern::parse(reference),
            _ => Err(format!(
                "`{reference}` is not a branch or a tag; write it in full, as in `refs/heads/main` or `refs/tags/*`"
            )),
        });
        Ok(Self(Form::Repository {
            repository: repository.to_owned(),
            workflow: workflow.map(str::to_owned),
            reference: reference.transpose()?,
        }))
    }

    /// Fails if a certificate belongs to another holder.
    ///
    /// # Errors
    /// A sentence with the holder in the certificate.
    pub(crate) fn require(&self, holder: &Holder<'_>) -> Result<(), String> {
        let told = |said: Option<&str>| match said {
            Some(said) => format!("`{}`", Excerpt::name(said)),
            None => "an unnamed signer".to_owned(),
        };
        match &self.0 {
            Form::Name(pattern) => {
                if holder.name.is_some_and(|name| pattern.covers(name)) {
                    Ok(())
                } else {
                    Err(format!("it is by {}", told(holder.name)))
                }
            }
            Form::Repository {
                repository,
                workflow,
                reference,
            } => {
                if holder.repository != Some(repository.as_str()) {
                    return Err(format!(
                        "it is of the repository {}",
                        told(holder.repository)
                    ));
                }
                let is_of = |workflow: &str| {
                    let started = holder.workflow?.strip_prefix(repository.as_str())?;
                    // GitLab writes two slashes.
                    let started = started.strip_prefix('/')?;
                    let started = started.strip_prefix('/').unwrap_or(started);
                    // Split at the last `@refs/`, because the name of another file may contain `@refs/`.
                    let (file, _) = started.rsplit_once(AT_REFERENCE)?;
                    (file == workflow).then_some(())
                };
                if let Some(workflow) = workflow
                    && is_of(workflow).is_none()
                {
                    return Err(format!("it is of the workflow {}", told(holder.workflow)));
                }
                let covers = |pattern: &Pattern| {
                    holder
                        .reference
                        .is_some_and(|reference| pattern.covers(reference))
                };
                if reference.as_ref().is_none_or(covers) {
                    Ok(())
                } else {
                    Err(format!("it is of {}", told(holder.reference)))
                }
            }
        }
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Form::Name(pattern) => write!(formatter, "identity `{}`", pattern.text),
            Form::Repository {
                repository,
                workflow,
                reference,
            } => {
                write!(formatter, "repository `{repository}`")?;
                if let Some(workflow) = workflow {
                    write!(formatter, ", workflow `{workflow}`")?;
                }
                match reference {
                    Some(reference) => write!(formatter, ", `{}`", reference.text),
                    None => Ok(()),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORKFLOW: &str = "https://github.com/acme/provider/.github/workflows/release.yml";

    fn is_by(identity: &Identity, name: &str) -> bool {
        let holder = Holder {
            name: Some(name),
            ..Holder::default()
        };
        identity.require(&holder).is_ok()
    }

    #[test]
    fn a_name_is_of_one_workflow_however_open_its_end_is() {
        let exact = Identity::of_name("release@acme.com").expect("a name");
        assert!(is_by(&exact, "release@acme.com"));
        for other in [
            "",
            "release@acme.com.evil",
            "Release@acme.com",
            "xrelease@acme.com",
        ] {
            assert!(!is_by(&exact, other), "{other}");
        }
        let tags = Identity::of_name(&format!("{WORKFLOW}@refs/tags/*")).expect("a name");
        assert!(is_by(&tags, &format!("{WORKFLOW}@refs/tags/v1.2.0")));
        for other in [
            format!("{WORKFLOW}@refs/tags/"),
            format!("{WORKFLOW}@refs/tags/a/b"),
            format!("{WORKFLOW}@refs/heads/main"),
            format!("{WORKFLOW}x@refs/tags/v1"),
            format!("{WORKFLOW}@refs/tags/v1@refs/heads/main"),
            format!(
                "https://github.com/acme-evil{}@refs/tags/v1",
                &WORKFLOW[23..]
            ),
        ] {
            assert!(!is_by(&tags, &other), "{other}");
        }
        let any = Identity::of_name(&format!("{WORKFLOW}@refs/tags/**")).expect("a name");
        assert!(is_by(&any, &format!("{WORKFLOW}@refs/tags/a/b")));
        assert!(is_by(&any, &format!("{WORKFLOW}@refs/tags/pkg@1.2.0")));
        let file_with_a_reference = format!("{WORKFLOW}@refs/tags/evil.yml@refs/heads/main");
        assert!(!is_by(&any, &file_with_a_reference));
        for open in [
            "*",
            "**",
            "*@acme.com",
            "release@*",
            "https://github.com/acme*",
            "https://github.com/acme/*",
            "https://github.com/acme/provider*",
            "https://github.com/acme/provider/.github/workflows/**",
            "https://github.com/acme/*/release.yml@refs/tags/v1",
            "x@refs/*",
            "",
        ] {
            Identity::of_name(open).expect_err(open);
        }
    }

    #[test]
    fn a_repository_is_one_with_its_workflow_and_its_tags() {
        let holder = |repository, workflow, reference| Holder {
            name: Some("https://github.com/slsa/generator/x.yml@refs/tags/v2"),
            repository: Some(repository),
            workflow: Some(workflow),
            reference: Some(reference),
        };
        let identity = Identity::of_repository(
            "https://github.com/acme/provider",
            Some(".github/workflows/release.yml"),
            Some("refs/tags/*"),
        );
        let identity = identity.expect("an identity");
        let acme = "https://github.com/acme/provider";
        let started = format!("{WORKFLOW}@refs/tags/v1");
        let other = format!("{acme}/.github/workflows/test.yml@refs/tags/v1");
        let longer = format!("{WORKFLOW}.old@refs/tags/v1");
        assert_eq!(
            identity.require(&holder(acme, &started, "refs/tags/v1")),
            Ok(())
        );
        for (holder, expected) in [
            (
                holder(
                    "https://github.com/acme/provider-evil",
                    &started,
                    "refs/tags/v1",
                ),
                "of the repository `https://github.com/acme/provider-evil`",
            ),
            (holder(acme, &other, "refs/tags/v1"), "of the workflow"),
            (holder(acme, &longer, "refs/tags/v1"), "of the workflow"),
            (
                holder(acme, &started, "refs/heads/main"),
                "of `refs/heads/main`",
            ),
            (Holder::default(), "an unnamed signer"),
        ] {
            let error = identity.require(&holder).expect_err(expected);
            assert!(error.contains(expected), "{error}");
        }
        let gitlab = "https://gitlab.com/acme/sub/provider";
        let of_gitlab = Identity::of_repository(gitlab, Some(".gitlab-ci.yml"), None);
        let started = format!("{gitlab}//.gitlab-ci.yml@refs/tags/v1");
        let found = of_gitlab.expect("an identity");
        assert_eq!(
            found.require(&holder(gitlab, &started, "refs/tags/v1")),
            Ok(())
        );
        for (repository, workflow, reference) in [
            ("https://github.com/acme", None, None),
            ("https://github.com/acme/*", None, None),
            ("https://github.com/acme/provider/", None, None),
            ("github.com/acme/provider", None, None),
            (acme, Some("*.yml"), None),
            (acme, Some("/x.yml"), None),
            (acme, None, Some("*")),
            (acme, None, Some("v1")),
            (acme, None, Some("refs/")),
            (acme, None, Some("refs/*/v1")),
        ] {
            Identity::of_repository(repository, workflow, reference).expect_err(repository);
        }
    }

    /// An attacker who can add files to a repository chooses their names.
    #[test]
    fn a_workflow_is_compared_as_a_whole_file() {
        let github = "https://github.com/acme/provider";
        let gitlab = "https://gitlab.com/acme/sub/provider";
        for (repository, workflow, started, is_accepted) in [
            (github, "release.yml", "/release.yml@refs/heads/main", true),
            (
                github,
                "release.yml",
                "/release.yml@refs/tags/pkg@1.2.0",
                true,
            ),
            (
                gitlab,
                ".gitlab-ci.yml",
                "//.gitlab-ci.yml@refs/heads/main",
                true,
            ),
            (github, "release.yml", "/release.yml", false),
            (github, "release.yml", "/release.yml@", false),
            (github, "release.yml", "/release.yml@main", false),
            (github, "release.yml", "/release.yml@other.yml", false),
            (
                github,
                "release.yml",
                "/release.yml@other.yml@refs/heads/main",
                false,
            ),
            (
                github,
                "release.yml",
                "/release.yml@refs/x.yml@refs/heads/main",
                false,
            ),
            (
                github,
                "release.yml",
                "/release.yml@refs/heads/main/x.yml@refs/heads/main",
                false,
            ),
            (github, "release.yml", "/release.yml@REFS/heads/main", false),
            (
                github,
                "release.yml",
                "/xrelease.yml@refs/heads/main",
                false,
            ),
            (
                github,
                "release.yml",
                "/x/release.yml@refs/heads/main",
                false,
            ),
            (github, "release.yml", "/Release.yml@refs/heads/main", false),
            (
                github,
                "release.yml",
                "/release%2eyml@refs/heads/main",
                false,
            ),
            (
                github,
                "release.yml",
                "/release.yml%40refs/heads/main",
                false,
            ),
            (
                github,
                "release.yml",
                "-evil/release.yml@refs/heads/main",
                false,
            ),
            (
                github,
                "release.yml",
                "///release.yml@refs/heads/main",
                false,
            ),
            (
                gitlab,
                ".gitlab-ci.yml",
                "/nested//.gitlab-ci.yml@refs/heads/main",
                false,
            ),
            (
                gitlab,
                ".gitlab-ci.yml",
                "//.gitlab-ci.yml@refs/heads/main/evil.yml@refs/heads/main",
                false,
            ),
        ] {
            let identity = Identity::of_repository(repository, Some(workflow), None);
            let started = format!("{repository}{started}");
            let holder = Holder {
                name: None,
                repository: Some(repository),
                workflow: Some(&started),
                reference: Some("refs/heads/main"),
            };
            let verdict = identity.expect("an identity").require(&holder);
            assert_eq!(verdict.is_ok(), is_accepted, "{workflow}: {started}");
        }
    }
}
