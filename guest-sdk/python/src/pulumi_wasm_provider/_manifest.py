"""The document in which a component describes itself. `docs/author/manifest.md` says what its keys mean."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ._listed import listed
from ._model import model_of
from ._problems import Problems
from ._schema import SchemaBuilder, describe, description_of, lookup_properties, name_attribute, rules_of, wire_names
from .config import Config
from .fields import AutoName
from .credential import Basic, Bearer, Header
from .deployment import manifest as components
from .deployment.uses import written
from .provider import Env, Net

if TYPE_CHECKING:
    from ._parts import BuiltResource, Parts

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
    """The manifest of a provider. Contradictions are told to `problems`."""
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
    # Tokens such as `acme:index/thing:Thing` name the file after the module, which Pulumi has to be told.
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
    if built.components and provider.uses:
        manifest["packages"] = written(provider.uses, problems)
    return manifest


def _resource(found: BuiltResource, builder: SchemaBuilder, problems: Problems) -> dict[str, Any]:
    cls, options = found.cls, found.cls.__options__
    schema = {**builder.properties(cls, "output"), **builder.properties(cls, "input")}
    describe(schema, options.get("description") or description_of(cls), options.get("deprecated"), options.get("language"))
    if aliases := options.get("aliases"):
        schema["aliases"] = [{"type": alias} for alias in listed(aliases)]
    if lookup := lookup_properties(cls, builder):
        schema["stateInputs"] = lookup
        if "read" not in found.hooks:
            problems.add(cls, "has properties for lookups but no `read`")
    if found.query is not None:
        schema["listInputs"] = {**builder.properties(found.query, "object"), "type": "object"}
        if rules_of(found.query, problems, natural=False):
            problems.add(found.query, "is the query of a list, for which the host checks no rules: check them in `find`")
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
    # SDKs do not ask for a value that the environment may give, but it must be there all the same.
    required = [one.wire_name for one in model.attributes.values() if not one.optional and not one.has_default]
    if required:
        variables["defaults"] = required
    return variables


def _network(built: Parts, problems: Problems) -> list[dict[str, Any]]:
    """The wants of the provider, with the credentials that stand at attributes of its configuration."""
    config = built.provider.config
    rows = [_net(want, config, problems) for want in listed(built.provider.net)]
    for property in model_of(config).attributes.values() if config is not None else ():
        credential = property.options.get("credential")
        if credential is None:
            continue
        hosts = listed(credential.host)
        if not hosts:
            problems.add(config, "its credential needs a `host`, the server that gets it", property.name)
        spec = _credential(replace(credential, config=property.name), config, problems)
        for host in hosts:
            place = next((row for row in rows if row["host"] == host and "credential" not in row), None)
            if place is None:
                # A second one for the same host stands for itself.
                place = {"host": host, "required": False, "reason": f"where `{property.wire_name}` is sent"}
                rows.append(place)
            place["credential"] = spec
    return rows


def withheld_of(manifest: dict[str, Any]) -> frozenset[str]:
    """The names of the values of the configuration that the host keeps to itself."""
    withheld = set()
    for want in manifest["permissions"]["net"]:
        for spec, member in ((want.get("credential", {}), "config"), (want.get("tls", {}), "key")):
            if spec.get("hostOnly"):
                withheld.add(spec[member])
    return frozenset(withheld)


def _net(want: Net | str, config: type[Config] | None, problems: Problems) -> dict[str, Any]:
    if isinstance(want, str):
        want = Net(want)
    row: dict[str, Any] = {"host": want.host, "required": want.required, "reason": want.reason}
    if want.reads:
        row["safeRequests"] = listed(want.reads)
    if want.credential is not None:
        row["credential"] = _credential(want.credential, config, problems)
    if (tls := want.tls) is not None:
        names = {"ca": tls.ca, "certificate": tls.certificate, "key": tls.key, "insecure": tls.insecure}
        row["tls"] = {key: _wire_name(name, config, "TLS", problems) for key, name in names.items() if name is not None}
        if tls.withhold:
            row["tls"]["hostOnly"] = True
    if want.proxy is not None:
        row["proxy"] = _wire_name(want.proxy, config, "a proxy", problems)
    return row


def _wire_name(attribute: str, config: type[Config] | None, what: str, problems: Problems) -> str:
    """The name of an attribute of the configuration in the schema."""
    if config is None:
        problems.add("Provider", f"{what} names `{attribute}`, but the provider has no configuration")
        return attribute
    found = wire_names(config, (attribute,), what, problems)
    return found[0] if found else attribute


def _credential(given: Bearer | Basic | Header, config: type[Config] | None, problems: Problems) -> dict[str, Any]:
    def name(attribute: str) -> str:
        return _wire_name(attribute, config, "a credential", problems)

    row: dict[str, Any] = {"config": name(given.config), "hostOnly": given.withhold}
    match given:
        case Bearer():
            row["as"] = "bearer"
        case Header():
            row |= {"as": "header", "header": given.header}
        case Basic():
            row["as"] = "basic"
            if given.user is not None:
                row["user"] = given.user
            if given.user_config is not None:
                row["userConfig"] = name(given.user_config)
    return row


def _environment(built: Parts) -> list[dict[str, Any]]:
    """The variables that the provider names, and those that a property takes its default from."""
    wants = [Env(want) if isinstance(want, str) else want for want in listed(built.provider.env)]
    rows = [{"name": want.name, "required": want.required, "reason": want.reason} for want in wants]
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
