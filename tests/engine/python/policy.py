"""A policy pack that the engine starts as a program. It does what `policy.json` beside it says, and notes in `seen.jsonl` what the
engine shows it."""

import json
import os
import signal
from concurrent import futures
from pathlib import Path

import grpc
from google.protobuf import empty_pb2, json_format
from pulumi.runtime.proto import analyzer_pb2, analyzer_pb2_grpc, plugin_pb2

FOLDER = Path(os.environ["POLICY_FOLDER"])


def rules():
    """The rules: each has a `name`, a `level`, the `type` and the `property` that it judges, and the `value` that it wants."""
    return json.loads((FOLDER / "policy.json").read_text())


def note(call, request):
    found = json_format.MessageToDict(request, preserving_proto_field_name=True)
    with (FOLDER / "seen.jsonl").open("a") as seen:
        seen.write(json.dumps({"call": call, **found}) + "\n")


class Policies(analyzer_pb2_grpc.AnalyzerServicer):
    def Handshake(self, request, context):
        return analyzer_pb2.AnalyzerHandshakeResponse()

    def ConfigureStack(self, request, context):
        return analyzer_pb2.AnalyzerStackConfigureResponse()

    def GetPluginInfo(self, request, context):
        return plugin_pb2.PluginInfo(version="1.0.0")

    def GetAnalyzerInfo(self, request, context):
        policies = [
            analyzer_pb2.PolicyInfo(
                name=rule["name"],
                displayName=rule["name"],
                enforcementLevel=analyzer_pb2.EnforcementLevel.Value(rule["level"]),
            )
            for rule in rules()
        ]
        return analyzer_pb2.AnalyzerInfo(
            name="pack", version="1.0.0", supportsConfig=True, policies=policies
        )

    def Configure(self, request, context):
        return empty_pb2.Empty()

    def Cancel(self, request, context):
        return empty_pb2.Empty()

    def Remediate(self, request, context):
        note("Remediate", request)
        remediations = []
        for rule in broken(request, "REMEDIATE"):
            properties = json_format.MessageToDict(request.properties)
            properties[rule["property"]] = rule["value"]
            remediation = analyzer_pb2.Remediation(
                policyName=rule["name"], policyPackName="pack", description=rule["name"]
            )
            json_format.ParseDict(properties, remediation.properties)
            remediations.append(remediation)
        return analyzer_pb2.RemediateResponse(remediations=remediations)

    def Analyze(self, request, context):
        note("Analyze", request)
        return analyzer_pb2.AnalyzeResponse(diagnostics=diagnostics(request))

    def AnalyzeStack(self, request, context):
        for resource in request.resources:
            note("AnalyzeStack", resource)
        return analyzer_pb2.AnalyzeResponse()


def broken(request, *levels):
    properties = json_format.MessageToDict(request.properties)
    return [
        rule
        for rule in rules()
        if rule["level"] in levels
        and rule["type"] == request.type
        and properties.get(rule["property"]) != rule["value"]
    ]


def diagnostics(request):
    return [
        analyzer_pb2.AnalyzeDiagnostic(
            policyName=rule["name"],
            policyPackName="pack",
            policyPackVersion="1.0.0",
            message=f"{rule['property']} of {request.name} is not {rule['value']}",
            urn=request.urn,
            enforcementLevel=rule["level"],
        )
        for rule in broken(request, "ADVISORY", "MANDATORY")
    ]


def main():
    server = grpc.server(futures.ThreadPoolExecutor(max_workers=4))
    analyzer_pb2_grpc.add_AnalyzerServicer_to_server(Policies(), server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    print(port, flush=True)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: os._exit(0))
    server.wait_for_termination()


main()
