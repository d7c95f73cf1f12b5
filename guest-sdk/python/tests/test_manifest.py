"""A provider's description of itself."""

import json
import unittest
from typing import Annotated, Literal

from pulumi_wasm_provider import (
    Basic,
    Bearer,
    Component,
    ComponentContext,
    Config,
    CreateContext,
    DefinitionError,
    Field,
    Net,
    Object,
    Output,
    Provider,
    Replace,
    Resource,
    Secret,
    ServerDefault,
    Tls,
    Value,
    testing,
)

from .sample import provider


class Manifest(unittest.TestCase):
    def setUp(self) -> None:
        with testing.run(provider, name="sample") as stack:
            self.manifest = stack.manifest
            self.again = stack.built.description
        self.schema = self.manifest["schema"]
        self.machine = self.schema["resources"]["sample:index:Machine"]
        self.beside = self.manifest["resources"]["sample:index:Machine"]

    def test_a_default_is_the_first_argument_as_well(self) -> None:
        class Sized(Resource):
            size: int | None = Field(None, ge=1, le=8, gt=0, lt=9)
            region: Replace[str] = Field("eu", max_length=9)
            zone: str = Field(default="a")
            name: str = Field(..., min_length=1)

            def create(self, cx: CreateContext) -> str:
                return "id"

        with testing.run(Provider(resources=[Sized]), name="test") as stack:
            manifest = stack.manifest
        resource = manifest["schema"]["resources"]["test:index:Sized"]
        defaults = {name: written.get("default") for name, written in resource["inputProperties"].items()}
        self.assertEqual(defaults, {"size": None, "region": "eu", "zone": "a", "name": None})
        self.assertEqual(resource["requiredInputs"], ["name"])
        bounds = {"minimum": 1, "maximum": 8, "exclusiveMinimum": 0, "exclusiveMaximum": 9}
        rules = manifest["resources"]["test:index:Sized"]["properties"]
        self.assertEqual(rules["size"], bounds)
        self.assertEqual((rules["region"]["maxLength"], rules["name"]["minLength"]), (9, 1))

    def test_what_the_server_chooses_and_what_outputs_are_made_of_is_in_the_manifest(self) -> None:
        class Part(Object):
            size: ServerDefault[str]

        class Chosen(Resource):
            host: str
            zone: ServerDefault[str] = Field(replace=True)
            part: Part | None
            url: Output[str] = Field(depends_on=["host", "zone"])

            def create(self, cx: CreateContext) -> str:
                raise NotImplementedError

        with testing.run(Provider(resources=[Chosen], name="sample", version="1.0.0")) as stack:
            manifest = stack.manifest
        self.assertEqual(manifest["manifest"], 1)
        beside = manifest["resources"]["sample:index:Chosen"]
        self.assertEqual(beside["properties"], {"zone": {"serverDefault": True}})
        self.assertEqual(beside["outputDependencies"], {"url": ["host", "zone"]})
        self.assertEqual(manifest["types"]["sample:index:Part"], {"properties": {"size": {"serverDefault": True}}})
        schema = manifest["schema"]["resources"]["sample:index:Chosen"]
        self.assertEqual(schema["requiredInputs"], ["host"])
        self.assertEqual(schema["required"], ["host", "url"])

    def test_options_and_rules_inside_a_value_count(self) -> None:
        class Watched(Resource):
            token: Value[Secret[str]]
            words: Value[list[Annotated[str, Field(max_length=3)]]]

            def create(self, cx: CreateContext) -> str:
                raise NotImplementedError

        with testing.run(Provider(resources=[Watched], name="sample", version="1.0.0")) as stack:
            manifest = stack.manifest
        inputs = manifest["schema"]["resources"]["sample:index:Watched"]["inputProperties"]
        self.assertEqual(inputs["token"], {"type": "string", "secret": True})
        rules = manifest["resources"]["sample:index:Watched"]["properties"]
        self.assertEqual(rules, {"words": {"items": {"maxLength": 3}}})

    def test_a_single_literal_inside_a_type_is_an_enum(self) -> None:
        class Sized(Resource):
            size: Literal["auto"] | int
            modes: list[Literal["fast"]]
            flag: Literal[True] | str
            kind: Literal["sized"]

            def create(self, cx: CreateContext) -> str:
                raise NotImplementedError

        with testing.run(Provider(resources=[Sized], name="sample", version="1.0.0")) as stack:
            schema = stack.manifest["schema"]
        inputs = schema["resources"]["sample:index:Sized"]["inputProperties"]
        self.assertEqual(inputs["size"], {"oneOf": [{"$ref": "#/types/sample:index:SizedSize1"}, {"type": "integer"}]})
        self.assertEqual(inputs["modes"], {"type": "array", "items": {"$ref": "#/types/sample:index:SizedModes"}})
        self.assertEqual(inputs["flag"], {"oneOf": [{"type": "boolean"}, {"type": "string"}]})
        self.assertEqual(inputs["kind"], {"type": "string", "const": "sized"})
        self.assertEqual(schema["types"]["sample:index:SizedSize1"], {"enum": [{"value": "auto"}], "type": "string"})

    def test_it_is_the_same_every_time(self) -> None:
        with testing.run(provider, name="sample") as stack:
            self.assertEqual(stack.built.description, self.again)
        self.assertEqual(json.loads(self.again), self.manifest)

    def test_properties_come_from_annotations(self) -> None:
        inputs = self.machine["inputProperties"]
        self.assertEqual(
            inputs["label"], {"type": "string", "description": "Its name in the rack.", "replaceOnChanges": True}
        )
        self.assertEqual(
            inputs["region"], {"type": "string", "default": "eu", "defaultInfo": {"environment": ["SAMPLE_REGION"]}}
        )
        self.assertEqual(inputs["disks"], {"type": "array", "items": {"$ref": "#/types/sample:index:Disk"}})
        self.assertEqual(inputs["tags"], {"type": "object", "additionalProperties": {"type": "string"}})
        self.assertEqual(inputs["image"], {"$ref": "pulumi.json#/Asset"})
        self.assertEqual(inputs["peer"], {"$ref": "#/resources/sample:index:Machine"})
        self.assertEqual(inputs["mode"], {"$ref": "#/types/sample:index:MachineMode", "default": "fast"})
        self.assertEqual(inputs["anything"], {"$ref": "pulumi.json#/Any"})
        self.assertEqual(inputs["token"], {"type": "string"})
        self.assertEqual(
            inputs["password"], {"type": "string", "secret": True, "description": "Only for making it."}
        )
        self.assertEqual(self.machine["requiredInputs"], ["disks", "password"])
        self.assertNotIn("address", inputs)

    def test_outputs_are_what_is_recorded(self) -> None:
        outputs = self.machine["properties"]
        self.assertNotIn("password", outputs)
        self.assertNotIn("note", outputs)
        self.assertEqual(outputs["serialNumber"], {"type": "integer", "deprecationMessage": "use `address`"})
        self.assertEqual(self.machine["required"], ["label", "region", "disks", "mode", "address"])

    def test_unions_have_a_discriminator(self) -> None:
        password, key = "#/types/sample:index:Password", "#/types/sample:index:Key"
        self.assertEqual(
            self.machine["inputProperties"]["login"],
            {
                "oneOf": [{"$ref": password}, {"$ref": key}],
                "discriminator": {"propertyName": "kind", "mapping": {"password": password, "key": key}},
            },
        )
        properties = self.schema["types"]["sample:index:Key"]["properties"]
        self.assertEqual(properties["kind"], {"type": "string", "const": "key"})
        self.assertEqual(self.schema["types"]["sample:index:Key"]["required"], ["kind", "keyId"])

    def test_enums_have_their_members(self) -> None:
        rows = self.schema["types"]["sample:index:Size"]["enum"]
        self.assertEqual(rows[0], {"name": "Small", "value": "small", "description": "Enough for most."})
        self.assertEqual(rows[1], {"name": "ExtraLarge", "value": "XL", "deprecationMessage": "use two small ones"})
        self.assertEqual(self.schema["types"]["sample:index:Port"]["type"], "integer")

    def test_hooks_traits_and_rules_stand_beside(self) -> None:
        hooks = "create resume check diff preview-create read update delete list migrate".split()
        self.assertEqual(self.beside["hooks"], hooks)
        self.assertEqual(self.beside["stateVersion"], 1)
        self.assertEqual(self.beside["autoName"], {"property": "label"})
        self.assertEqual(self.beside["importId"], "{region}/{label}")
        self.assertEqual(self.beside["stable"], ["serialNumber"])
        self.assertTrue(self.beside["deleteBeforeReplace"])
        rules = self.beside["properties"]
        self.assertEqual(rules["label"], {"maxLength": 63})
        self.assertEqual(rules["tags"], {"items": {"maxLength": 255}})
        self.assertEqual(rules["password"], {"writeOnly": True})
        self.assertEqual(
            self.beside["constraints"],
            [{"exactlyOneOf": ["image", "blank"]}, {"property": "image", "requires": ["disks"]}],
        )
        self.assertEqual(
            self.manifest["types"]["sample:index:Password"], {"properties": {"password": {"minLength": 8}}}
        )

    def test_functions_have_arguments_and_results(self) -> None:
        functions = self.schema["functions"]
        add = functions["sample:index:addNumbers"]
        self.assertEqual(add["inputs"]["required"], ["first"])
        self.assertEqual(add["inputs"]["properties"]["first"]["description"], "The first number.")
        self.assertEqual(add["inputs"]["properties"]["second"]["default"], 1.0)
        self.assertEqual(add["outputs"]["properties"], {"sum": {"type": "number"}})
        self.assertEqual(functions["sample:index:whoAmI"]["outputs"], {"type": "string"})
        self.assertEqual(functions["sample:index:whoAmI"]["multiArgumentInputs"], ["loud"])
        self.assertEqual(functions["sample:index:ask"]["inputs"]["properties"]["prefix"]["default"], "")
        beside = self.manifest["functions"]["sample:index:addNumbers"]
        self.assertEqual(beside, {"pure": True, "properties": {"second": {"minimum": 0}}})

    def test_the_configuration_is_said_twice(self) -> None:
        self.assertEqual(self.schema["config"]["defaults"], ["serverUrl"])
        self.assertEqual(self.schema["provider"]["requiredInputs"], ["serverUrl"])
        self.assertEqual(self.manifest["provider"]["hooks"], ["configure", "check-config"])
        self.assertEqual([one["name"] for one in self.manifest["permissions"]["env"]], ["SAMPLE_TOKEN", "SAMPLE_REGION"])

    def test_one_text_where_several_may_stand_is_a_list_of_one(self) -> None:
        class Thing(Resource, aliases="sample:index:Old"):
            host: str
            url: Output[str] = Field(depends_on="host")

            def create(self, cx: CreateContext) -> str:
                raise NotImplementedError

        class Site(Component, aliases="sample:index:Page"):
            def construct(self, cx: ComponentContext) -> None:
                pass

        alone = Provider(
            name="sample", version="1.0.0", resources=Thing, components=Site, env="SAMPLE_TOKEN", net="a.com", keywords="dns"  # type: ignore[arg-type]
        )
        with testing.run(alone) as stack:
            manifest = stack.manifest
        schema = manifest["schema"]
        self.assertEqual(schema["resources"]["sample:index:Thing"]["aliases"], [{"type": "sample:index:Old"}])
        self.assertEqual(schema["resources"]["sample:index:Site"]["aliases"], [{"type": "sample:index:Page"}])
        self.assertEqual(manifest["resources"]["sample:index:Thing"]["outputDependencies"], {"url": ["host"]})
        self.assertEqual(schema["keywords"], ["dns"])
        self.assertEqual([one["name"] for one in manifest["permissions"]["env"]], ["SAMPLE_TOKEN"])
        self.assertEqual([one["host"] for one in manifest["permissions"]["net"]], ["a.com"])
        with testing.run(Provider(name="sample", version="1.0.0", net=Net("a.com", safe_requests="POST /g"))) as stack:  # type: ignore[arg-type]
            self.assertEqual([one["safeRequests"] for one in stack.manifest["permissions"]["net"]], [["POST /g"]])

    def test_credentials_stand_at_their_hosts(self) -> None:
        credential = {"as": "header", "header": "x-key", "config": "apiKey", "hostOnly": True}
        expected = [
            {"host": "*.example.com", "required": False, "reason": "", "credential": credential},
            {"host": "config:serverUrl", "required": True, "reason": "", "credential": credential},
        ]
        self.assertEqual(self.manifest["permissions"]["net"], expected)
        self.assertTrue(self.schema["provider"]["inputProperties"]["apiKey"]["secret"])

    def test_the_way_to_a_host_names_values_of_the_configuration(self) -> None:
        class Ways(Config):
            ca_certificate: str | None
            client_certificate: str | None
            client_key: Secret[str | None]
            skip_verify: bool | None
            proxy_url: str | None

        class Thing(Resource, concurrency=4):
            label: str

            def create(self, cx: CreateContext) -> str:
                return self.label

        tls = Tls(Ways.ca_certificate, Ways.client_certificate, Ways.client_key, Ways.skip_verify, host_only=True)
        net = Net("api.example.com", tls=tls, proxy=Ways.proxy_url)
        with testing.run(Provider(resources=[Thing], config=Ways, net=[net]), name="ways") as stack:
            manifest = stack.manifest
        self.assertEqual(manifest["resources"]["ways:index:Thing"]["concurrency"], 4)
        row = manifest["permissions"]["net"][0]
        names = {"ca": "caCertificate", "certificate": "clientCertificate", "key": "clientKey", "insecure": "skipVerify"}
        self.assertEqual(row["tls"], {**names, "hostOnly": True})
        self.assertEqual(row["proxy"], "proxyUrl")

    def test_a_value_of_the_configuration_is_named_by_its_attribute(self) -> None:
        class Server(Config):
            server_url: str
            user_name: str
            token: Secret[str]

        class Other(Config):
            token: str

        net = [
            Net(Server.server_url, credential=Basic(Server.user_name, Server.token)),
            Net("a.example", credential=Basic("me", Server.token)),
        ]
        with testing.run(Provider(name="acme", version="1.0.0", config=Server, net=net)) as stack:
            rows = stack.manifest["permissions"]["net"]
        with testing.run(Provider(name="acme", version="1.0.0", config=Server, net=[Server.server_url])) as stack:
            self.assertEqual(stack.manifest["permissions"]["net"][0]["host"], "config:serverUrl")
        self.assertEqual(rows[0]["host"], "config:serverUrl")
        password = {"as": "basic", "config": "token", "hostOnly": False}
        self.assertEqual([row["credential"] for row in rows], [{**password, "userConfig": "userName"}, {**password, "user": "me"}])
        for wrong, said in (
            (Net("config:serverUrl"), "the host of `Net` is 'config:serverUrl': write `Server.server_url`, the attribute itself"),
            (Net("${config.server_url}"), "the host of `Net` is '${config.server_url}': write `Server.server_url`"),
            (Net("a.example", credential=Bearer("token")), "the token of `Bearer` is 'token': write `Server.token`"),
            (Net("a.example", credential=Bearer(Other.token)), "the token of `Bearer` is `Other.token`, which is not a value of the configuration `Server`"),
            (Net("a.example", proxy="proxyurl"), "`proxy` is 'proxyurl': write `Server.server_url`"),
            (Net("a.example", tls=Tls(key="tokn")), "`key` of TLS is 'tokn': write `Server.token`"),
            (Net(None), "the host of `Net` is None: write `Server."),
        ):
            with self.assertRaises(DefinitionError) as told, testing.run(Provider(name="acme", version="1.0.0", config=Server, net=[wrong])):
                pass
            self.assertIn(said, str(told.exception))
        with self.assertRaisesRegex(DefinitionError, "the provider has none: write `config=Settings`"), testing.run(Provider(net=[Net(Server.token)])):
            pass


if __name__ == "__main__":
    unittest.main()
