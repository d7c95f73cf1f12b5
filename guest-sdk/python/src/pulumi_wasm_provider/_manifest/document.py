"""The document in which a component describes itself. `docs/author/manifest.md` explains its keys."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from .._model.classes import model_of
from .._model.listed import listed
from .._model.problems import Problems
from .._model.properties import Property
from ..config import Config
from ..credential import Basic, Bearer, Header
from ..deployment.model import manifest as components
from ..deployment.resources.packages import written
from ..fields import AutoName
from ..provider import Env, Net
from .references import configured_value
from .schema import SchemaBuilder, describe, description_of, name_attribute, rules_of, state_inputs, wire_names

if TYPE_CHECKING:
    from .parts import BuiltResource, Parts

VERSION = "0.1.0"
#: The module in the middle part of a token: the part before the last slash.
_MODULE_FORMAT = "(.*)(?:/[^/]*)"

#: The schema's key, and the attribute of the provider.
_TEXTS = (
    ("version", "version"),
    ("description", "description"),
    ("homepage", "homepage"),
    ("repository", "repository"),
    ("license", "license"),
    ("displayName", "display_name"),
    ("publisher", "publisher"),
    ("namespace", "namespace"),
    ("attribution", "attribution"),
    ("logoUrl", "logo"),
    ("pluginDownloadURL", "download_url"),
)


def manifest_of(built: Parts, problems: Problems) -> dict[str, Any]:
    """The manifest of a provider. Adds contradictions to `problems`."""
    provider, builder = built.provider, built.builder
    resources = {token: _resource(found, builder, problems) for token, found in built.resources.items()}
    resources |= {token: components.schema(found, builder) for token, found in built.components.items()}
    functions = {token: model.schema(builder) for token, model in built.functions.items()}
    for component in built.components.values():
        functions |= components.methods(component, builder)
    schema: dict[str, Any] = {"name": built.name}
    for key, attribute in _TEXTS:
        text = getattr(provider, attribute) or built.project.get(attribute)
        if text:
            schema[key] = text
    if "version" not in schema:
        problems.add("Provider", "has no version: write it into `[project]` of pyproject.toml")
    if keywords := provider.keywords or built.project.get("keywords"):
        schema["keywords"] = listed(keywords)
    if provider.language:
        schema["language"] = dict(provider.language)
    beside: dict[str, Any] = {"hooks": built.config_hooks}
    if provider.config is not None:
        schema["config"] = _variables(provider.config, builder)
        schema["provider"] = builder.properties(provider.config, "input")
        beside |= rules_of(provider.config, problems)
    # In tokens such as `acme:index/thing:Thing`, a file name follows the module, so the schema needs a pattern for
    # modules.
    if any("/" in token for token in [*resources, *functions]):
        schema["meta"] = {"moduleFormat": _MODULE_FORMAT}
    schema |= {"resources": resources, "functions": functions, "types": builder.types}
    manifest: dict[str, Any] = {
        "manifest": 1,
        "sdk": {"name": "pulumi-wasm-provider (Python)", "version": VERSION},
        "schema": schema,
        "provider": beside,
        "resources": {token: _beside(found, builder, problems) for token, found in built.resources.items()},
        "functions": {token: model.beside(problems) for token, model in built.functions.items()},
        "permissions": {"net": _network(built, problems), "env": _environment(built)},
    }
    manifest["resources"] |= {token: components.beside(found, problems) for token, found in built.components.items()}
    for component in built.components.values():
        manifest["functions"] |= components.beside_methods(component, problems)
    if builder.rules:
        manifest["types"] = builder.rules
    if provider.mappings:
        manifest["mappings"] = [
            {"key": one.key, "provider": one.provider or built.name, "data": one.data} for one in listed(provider.mappings)
        ]
    if built.components and provider.packages:
        manifest["packages"] = written(provider.packages, problems)
    return manifest


def _resource(found: BuiltResource, builder: SchemaBuilder, problems: Problems) -> dict[str, Any]:
    cls, options = found.cls, found.cls.__options__
    schema = {**builder.properties(cls, "output"), **builder.properties(cls, "input")}
    describe(schema, options.get("description") or description_of(cls), options.get("deprecated"), options.get("language"))
    if aliases := options.get("aliases"):
        schema["aliases"] = [{"type": alias} for alias in listed(aliases)]
    if inputs := state_inputs(cls, builder):
        schema["stateInputs"] = inputs
        if "read" not in found.hooks:
            problems.add(cls, "has properties with `state_input`, which a look-up passes to `read`, but has no `read`")
    if found.query is not None:
        schema["listInputs"] = {**builder.properties(found.query, "object"), "type": "object"}
        if rules_of(found.query, problems, natural=False):
            problems.add(found.query, "has rules, but the host does not check queries: check them in `list_`")
    return schema


def _beside(found: BuiltResource, builder: SchemaBuilder, problems: Problems) -> dict[str, Any]:
    """Hooks, traits and rules of a resource."""
    cls, options = found.cls, found.cls.__options__
    beside: dict[str, Any] = {"hooks": found.hooks}
    if "migrate" in found.hooks:
        beside["stateVersion"] = len(cls.migrations)
    if (attribute := name_attribute(cls)) is not None:
        named = wire_names(cls, (attribute,), "`auto_name`", problems)
        if named:
            beside["autoName"] = _name(named[0], options["auto_name"])
    if isinstance(pattern := options.get("import_id"), str):
        beside["importId"] = _import_id(pattern, cls, problems)
    stable = [one.wire_name for one in found.model.attributes.values() if one.options.get("stable")]
    if stable:
        beside["stable"] = stable
    made_of = {
        one.wire_name: wire_names(cls, one.options["depends_on"], f"`depends_on` of `{one.name}`", problems)
        for one in found.model.attributes.values()
        if one.options.get("depends_on")
    }
    if made_of:
        beside["outputDependencies"] = made_of
    for key, option in (("deleteBeforeReplace", "delete_before_replace"), ("refreshBeforeUpdate", "refresh_before_update")):
        if options.get(option):
            beside[key] = True
    if (concurrency := options.get("concurrency")) is not None:
        if not isinstance(concurrency, int) or concurrency < 1:
            problems.add(cls, "`concurrency` must be a whole number of 1 or more")
        beside["concurrency"] = concurrency
    if consistency := options.get("consistency"):
        beside["consistency"] = consistency
    return beside | rules_of(cls, problems)


def _name(property: str, given: AutoName | str) -> dict[str, Any]:
    row: dict[str, Any] = {"property": property}
    if isinstance(given, AutoName):
        row |= {
            "separator": given.separator,
            "randomLength": given.random_length,
            "alphabet": given.alphabet,
            "maxLength": given.max_length,
            "lowercase": given.lowercase or None,
        }
    return {key: value for key, value in row.items() if value is not None}


def _import_id(pattern: str, cls: type[Any], problems: Problems) -> str:
    """The pattern with the properties' names in place of the attributes'. Doubled braces are text."""

    def named(match: re.Match[str]) -> str:
        if match[1] is None:
            return match[0]
        found = wire_names(cls, (match[1],), "`import_id`", problems)
        return f"{{{found[0]}}}" if found else match[0]

    return re.sub(r"\{\{|\}\}|\{([^{}]*)\}", named, pattern)


def _variables(config: type[Config], builder: SchemaBuilder) -> dict[str, Any]:
    """The configuration once more, for programs that read it by key."""
    model = model_of(config, builder.problems)
    variables: dict[str, Any] = {"variables": builder.properties(config, "object")["properties"]}
    # SDKs do not require a value that the environment may supply, but the provider does.
    required = [one.wire_name for one in model.attributes.values() if not one.optional and not one.has_default]
    if required:
        variables["defaults"] = required
    return variables


def _network(built: Parts, problems: Problems) -> list[dict[str, Any]]:
    """The addresses that the provider asks for, with the credentials, TLS and proxy for each."""
    config = built.provider.config
    return [_net(one if isinstance(one, Net) else Net(one), config, problems) for one in listed(built.provider.net)]


def host_only_of(manifest: dict[str, Any]) -> frozenset[str]:
    """The names of the configuration values that only the host gets."""
    found = set()
    for permission in manifest["permissions"]["net"]:
        for spec, member in ((permission.get("credential", {}), "config"), (permission.get("tls", {}), "key")):
            if spec.get("hostOnly"):
                found.add(spec[member])
    return frozenset(found)


def _net(asked: Net, config: type[Config] | None, problems: Problems) -> dict[str, Any]:
    row: dict[str, Any] = {"host": _host(asked.host, config, problems), "required": asked.required, "reason": asked.reason}
    if asked.safe_requests:
        row["safeRequests"] = listed(asked.safe_requests)
    if asked.credential is not None:
        row["credential"] = _credential(asked.credential, config, problems)
    if (tls := asked.tls) is not None:
        given = {"ca": tls.ca, "certificate": tls.certificate, "key": tls.key, "insecure": tls.insecure}
        row["tls"] = {
            key: configured_value(value, config, f"`{key}` of TLS", problems) for key, value in given.items() if value is not None
        }
        if tls.host_only:
            row["tls"]["hostOnly"] = True
    if asked.proxy is not None:
        row["proxy"] = configured_value(asked.proxy, config, "`proxy`", problems)
    return row


def _host(host: object, config: type[Config] | None, problems: Problems) -> str:
    """The address of a server: a text, or a reference to a configuration value."""
    # A text with braces is a template in other tools. Here it would name no host.
    if isinstance(host, str) and not host.startswith("config:") and not re.search(r"[{}$\s]", host):
        return host
    return f"config:{configured_value(host, config, 'the host of `Net`', problems)}"


def _credential(given: Bearer | Basic | Header, config: type[Config] | None, problems: Problems) -> dict[str, Any]:
    def name(value: object, what: str) -> str:
        return configured_value(value, config, f"{what} of `{type(given).__name__}`", problems)

    match given:
        case Bearer():
            row: dict[str, Any] = {"config": name(given.token, "the token"), "as": "bearer"}
        case Header():
            row = {"config": name(given.value, "the value"), "as": "header", "header": given.header}
        case Basic():
            row = {"config": name(given.password, "the password"), "as": "basic"}
            if isinstance(given.user, Property):
                row["userConfig"] = name(given.user, "the user")
            elif given.user is not None:
                row["user"] = given.user
    return {**row, "hostOnly": given.host_only}


def _environment(built: Parts) -> list[dict[str, Any]]:
    """The variables that the provider names, and the variables that supply defaults of properties."""
    asked = [Env(one) if isinstance(one, str) else one for one in listed(built.provider.env)]
    rows = [{"name": one.name, "required": one.required, "reason": one.reason} for one in asked]
    models = [model_of(built.provider.config)] if built.provider.config is not None else []
    models += [found.model for found in built.resources.values()]
    models += [model_of(found.arguments) for found in built.functions.values()]
    for model in models:
        for property in model.attributes.values():
            for variable in property.options.get("env", ()):
                if all(row["name"] != variable for row in rows):
                    reason = f"default of `{property.wire_name}`"
                    rows.append({"name": variable, "required": False, "reason": reason})
    return rows
