//! All environment variables that the host reads for its own settings.

mod terraform;
mod toolchain;

use std::ffi::OsString;
use std::path::PathBuf;

pub use terraform::{TerraformPlugin, terraform_plugin};

/// The folder of Pulumi's files. Default: `.pulumi` in the user's home folder.
const PULUMI_HOME: &str = "PULUMI_HOME";
/// The address of Pulumi's state, unless the user logged in to another backend.
const BACKEND: &str = "PULUMI_BACKEND_URL";
/// The folder of the file that names the backend of the user's login. Default: Pulumi's folder.
const CREDENTIALS: &str = "PULUMI_CREDENTIALS_PATH";
/// The address of Pulumi Cloud. The engine sets it if Pulumi Cloud keeps the stack's state.
const SERVICE_API: &str = "PULUMI_API";
/// The folder of compiled code. Default: `wasm/cache` in Pulumi's folder.
const CACHE_DIR: &str = "PULUMI_WASM_CACHE_DIR";
/// How large the cache of compiled code may grow, as in `512MiB`. Default: 2 GiB.
pub const CACHE_SIZE: &str = "PULUMI_WASM_CACHE_SIZE";
/// Further users whose engines may connect, in addition to the process's user and root: names or numbers,
/// separated by commas, or `*`. Default: none.
const ALLOW_USERS: &str = "PULUMI_WASM_ALLOW_USERS";
/// The operator's policy for this user. Default: `wasm/policy.yaml` in Pulumi's folder, if it exists.
const POLICY: &str = "PULUMI_WASM_POLICY";
/// The operator's file of mirrors and registries for this user. Default: `wasm/sources.yaml` in Pulumi's folder, if it exists.
pub const SOURCES: &str = "PULUMI_WASM_SOURCES";
/// A PEM file of further certificate authorities to trust, in addition to the system's. Default: none.
const CA_FILE: &str = "PULUMI_WASM_CA_FILE";
/// `environment` to use the proxies in `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, or the address of
/// a proxy. Default: no proxy, even if those variables are set.
const PROXY: &str = "PULUMI_WASM_PROXY";

/// A file of registry credentials in the format of docker's `config.json`. Default: `wasm/registry-auth.json` in
/// Pulumi's folder, if it exists.
pub const REGISTRY_AUTH: &str = "PULUMI_WASM_REGISTRY_AUTH";
/// The content of such a file, which jobs of some CI systems have. Default: none.
pub const DOCKER_AUTH_CONFIG: &str = "DOCKER_AUTH_CONFIG";
/// The credentials file of podman and related programs. Default: `containers/auth.json` in the folder of the
/// user's session.
pub const REGISTRY_AUTH_FILE: &str = "REGISTRY_AUTH_FILE";
/// The folder of the user's session, which holds podman's default credentials file.
const SESSION_DIR: &str = "XDG_RUNTIME_DIR";
/// The folder of docker's `config.json`. Default: `.docker` in the user's home folder.
const DOCKER_CONFIG: &str = "DOCKER_CONFIG";
/// The token for releases on GitHub. Default: none.
pub const GITHUB_TOKEN: &str = "GITHUB_TOKEN";
/// The token for releases on GitLab. Default: none.
pub const GITLAB_TOKEN: &str = "GITLAB_TOKEN";
/// Forbids fetching components, if it is set to anything except `0` or `false`.
pub const OFFLINE: &str = "PULUMI_WASM_OFFLINE";

/// Folders with copies of components, separated as in `PATH`. Default: none.
pub const FOLDERS: &str = "PULUMI_WASM_FOLDERS";

/// Names of further variables to pass to the toolchains of a build, separated by commas. Default: none.
pub const BUILD_ENV: &str = "PULUMI_WASM_BUILD_ENV";

/// The places of a user's registry credentials.
#[derive(Debug, Clone, Default)]
pub struct RegistryCredentials {
    /// The file that [`REGISTRY_AUTH`] names.
    pub own: Option<PathBuf>,
    /// The file in Pulumi's folder, which is used if [`REGISTRY_AUTH`] is not set. It may be missing.
    pub kept: Option<PathBuf>,
    /// The text in [`DOCKER_AUTH_CONFIG`].
    pub text: Option<String>,
    /// The file that [`REGISTRY_AUTH_FILE`] names.
    pub podman: Option<PathBuf>,
    /// The default files of docker and podman, which may be missing.
    pub usual: Vec<PathBuf>,
}

/// Proxies for components' requests.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Proxies {
    pub http: Option<String>,
    pub https: Option<String>,
    /// Hosts that are reached without a proxy, separated by commas.
    pub except: String,
}

/// The file to record host calls into.
const RECORD: &str = "PULUMI_WASM_RECORD";
/// The maximum size of that file, in MiB. Default: 256.
const RECORD_LIMIT: &str = "PULUMI_WASM_RECORD_LIMIT";
/// Names of JSON members to leave out of that file, separated by commas.
const RECORD_REDACTED: &str = "PULUMI_WASM_RECORD_BLANK";
/// The recording to answer host calls from.
const REPLAY: &str = "PULUMI_WASM_REPLAY";

/// Pulumi's folder, or `None` without a home folder.
#[must_use]
pub fn pulumi_home() -> Option<PathBuf> {
    match path(PULUMI_HOME) {
        Some(home) => Some(home),
        None => user_home().map(|home| home.join(".pulumi")),
    }
}

/// The folder of components.
#[must_use]
pub fn store_folder() -> Option<PathBuf> {
    Some(pulumi_home()?.join("wasm").join("store"))
}

/// The folder of the compilers that builds install.
#[must_use]
pub fn toolchains_folder() -> Option<PathBuf> {
    Some(pulumi_home()?.join("wasm").join("toolchains"))
}

/// The folder of notes about interrupted creates.
#[must_use]
pub fn journal_folder() -> Option<PathBuf> {
    Some(pulumi_home()?.join("wasm").join("journal"))
}

/// The address of the backend that keeps the stack's state, if the environment names it.
#[must_use]
pub fn backend() -> Option<String> {
    [BACKEND, SERVICE_API]
        .into_iter()
        .find_map(|name| std::env::var(name).ok())
}

/// The users whose engines may connect as well, as the operator wrote them.
#[must_use]
pub fn allowed_users() -> Option<String> {
    std::env::var_os(ALLOW_USERS).map(|users| users.to_string_lossy().into_owned())
}

/// The folder of compiled code.
#[must_use]
pub fn cache_folder() -> Option<PathBuf> {
    match path(CACHE_DIR) {
        Some(folder) => Some(folder),
        None => Some(pulumi_home()?.join("wasm").join("cache")),
    }
}

/// The policy file that the environment names.
#[must_use]
pub fn named_policy() -> Option<PathBuf> {
    path(POLICY)
}

/// The policy file to read if the environment does not name one.
#[must_use]
pub fn user_policy() -> Option<PathBuf> {
    Some(pulumi_home()?.join("wasm").join("policy.yaml"))
}

/// The file of sources that the environment names.
#[must_use]
pub fn named_sources() -> Option<PathBuf> {
    path(SOURCES)
}

/// The file of sources to read if the environment does not name one.
#[must_use]
pub fn user_sources() -> Option<PathBuf> {
    Some(pulumi_home()?.join("wasm").join("sources.yaml"))
}

/// The tokens for releases on GitHub and on GitLab.
#[must_use]
pub fn release_tokens() -> (Option<String>, Option<String>) {
    (text(GITHUB_TOKEN), text(GITLAB_TOKEN))
}

/// The address of the backend that the environment names.
#[must_use]
pub fn backend_url() -> Option<String> {
    text(BACKEND)
}

/// The file that says which backend the user logged in to.
#[must_use]
pub fn credentials_file() -> Option<PathBuf> {
    let folder = match path(CREDENTIALS) {
        Some(folder) => folder,
        None => pulumi_home()?,
    };
    Some(folder.join("credentials.json"))
}

/// The user's home folder.
#[must_use]
pub fn user_home() -> Option<PathBuf> {
    std::env::home_dir().filter(|home| !home.as_os_str().is_empty())
}

/// The maximum size of the cache of compiled code, as the user wrote it.
#[must_use]
pub fn cache_size() -> Option<String> {
    std::env::var_os(CACHE_SIZE)
        .filter(|value| !value.is_empty())
        .map(|value| value.to_string_lossy().into_owned())
}

/// The file of further certificate authorities.
#[must_use]
pub fn ca_file() -> Option<PathBuf> {
    path(CA_FILE)
}

/// The proxies for components' requests, if the operator allows them.
#[must_use]
pub fn proxies() -> Option<Proxies> {
    let either = |name: &str| text(&name.to_lowercase()).or_else(|| text(name));
    let except = either("NO_PROXY").unwrap_or_default();
    let proxies = match text(PROXY)?.as_str() {
        "environment" => Proxies {
            http: either("HTTP_PROXY").or_else(|| either("ALL_PROXY")),
            https: either("HTTPS_PROXY").or_else(|| either("ALL_PROXY")),
            except,
        },
        address => Proxies {
            http: Some(address.to_owned()),
            https: Some(address.to_owned()),
            except,
        },
    };
    Some(proxies)
}

/// The proxies for the host's own downloads, read as other programs read them.
#[must_use]
pub fn downloads_proxies() -> Option<Proxies> {
    let either = |name: &str| text(&name.to_lowercase()).or_else(|| text(name));
    let all = either("ALL_PROXY");
    let (http, https) = (either("HTTP_PROXY"), either("HTTPS_PROXY"));
    let (http, https) = (http.or_else(|| all.clone()), https.or(all));
    (http.is_some() || https.is_some()).then(|| Proxies {
        http,
        https,
        except: either("NO_PROXY").unwrap_or_default(),
    })
}

/// The places of this user's registry credentials.
#[must_use]
pub fn registry_credentials() -> RegistryCredentials {
    let session = path(SESSION_DIR).map(|folder| folder.join("containers").join("auth.json"));
    let docker = match path(DOCKER_CONFIG) {
        Some(folder) => Some(folder),
        None => user_home().map(|home| home.join(".docker")),
    };
    let docker = docker.map(|folder| folder.join("config.json"));
    let own = path(REGISTRY_AUTH);
    let kept = pulumi_home().filter(|_| own.is_none());
    RegistryCredentials {
        own,
        kept: kept.map(|home| home.join("wasm").join("registry-auth.json")),
        text: text(DOCKER_AUTH_CONFIG),
        podman: path(REGISTRY_AUTH_FILE),
        usual: session.into_iter().chain(docker).collect(),
    }
}

/// The folders with copies of components, as written: they may be relative.
#[must_use]
pub fn component_folders() -> Vec<PathBuf> {
    let folders = std::env::var_os(FOLDERS).unwrap_or_default();
    let folders = std::env::split_paths(&folders);
    let is_named = |folder: &PathBuf| !folder.as_os_str().is_empty();
    folders.filter(is_named).collect()
}

/// Whether fetching components is forbidden.
#[must_use]
pub fn offline() -> bool {
    text(OFFLINE).is_some_and(|value| !["0", "false"].contains(&value.as_str()))
}

fn text(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// The file to record host calls into.
#[must_use]
pub fn record_file() -> Option<PathBuf> {
    path(RECORD)
}

/// The maximum size of the recording in bytes, if it is set.
///
/// # Errors
/// A sentence with the reason, if the value is not a number.
pub fn record_limit() -> Result<Option<u64>, String> {
    let Some(value) = std::env::var_os(RECORD_LIMIT).filter(|value| !value.is_empty()) else {
        return Ok(None);
    };
    let mebibytes = value.to_str().and_then(|text| text.parse::<u64>().ok());
    let bytes = mebibytes
        .filter(|count| *count > 0)
        .and_then(|count| count.checked_mul(1 << 20));
    match bytes {
        Some(bytes) => Ok(Some(bytes)),
        None => Err(format!(
            "`{RECORD_LIMIT}` takes a number of MiB, such as 512"
        )),
    }
}

/// Names of JSON members whose values a recording leaves out, in addition to names that sound like secrets.
#[must_use]
pub fn record_redacted() -> Vec<String> {
    names(&text(RECORD_REDACTED).unwrap_or_default()).collect()
}

/// The recording to answer host calls from.
#[must_use]
pub fn replay_file() -> Option<PathBuf> {
    path(REPLAY)
}

/// The folders to search for programs. Relative folders are left out, because they would be searched for in the
/// project.
#[must_use]
pub fn program_folders() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path);
    folders.filter(|folder| folder.is_absolute()).collect()
}

/// The environment for the toolchains of a build, which run code of the project's author.
#[must_use]
pub fn of_toolchains() -> Vec<(OsString, OsString)> {
    let named = text(BUILD_ENV).unwrap_or_default();
    let named: Vec<String> = names(&named).collect();
    toolchain::kept(std::env::vars_os(), &named)
}

/// Splits a list at its commas.
fn names(list: &str) -> impl Iterator<Item = String> {
    let names = list.split(',').map(str::trim);
    names.filter(|name| !name.is_empty()).map(str::to_owned)
}

fn path(name: &str) -> Option<PathBuf> {
    std::env::var_os(name)
        .filter(|value| !value.is_empty())
        .map(PathBuf::from)
}
