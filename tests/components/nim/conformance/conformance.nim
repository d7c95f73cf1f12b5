## A provider in a language without an SDK: cases of `tests/conformance`, served by the interface itself, as `wit/README.md` describes it.

import std/[json, strutils, unicode]

# --- the records of the interface ---------------------------------------------------------------------------------------

type
  Text {.bycopy.} = object
    at: ptr UncheckedArray[byte]
    length: uint32
  OptionalText {.bycopy.} = object
    isThere: uint8
    text: Text
  Context {.bycopy.} = object
    urn, token, name: Text
    project, stack: OptionalText
    preview: uint8
    timeLeft: uint32
    extra: Text
  Items {.bycopy.} = object
    at: pointer
    count: uint32
  Failure {.bycopy.} = object
    property, reason, extra: Text
  Difference {.bycopy.} = object
    property: Text
    kind: uint8
    extra: Text

  ConfigRequest {.bycopy.} = object
    context: Context
    config, extra: Text
  CheckRequest {.bycopy.} = object
    context: Context
    oldInputs: Text
    oldOutputs: OptionalText
    inputs, seed, extra: Text
  DiffRequest {.bycopy.} = object
    context: Context
    id, oldInputs, oldOutputs, inputs: Text
    differences: Items
    deleteBeforeReplace: uint8
    extra: Text
  CreateRequest {.bycopy.} = object
    context: Context
    inputs, extra: Text
  ResumeRequest {.bycopy.} = object
    context: Context
    id, oldOutputs, inputs, extra: Text
  PreviewRequest {.bycopy.} = object
    context: Context
    inputs, outputs, extra: Text
  ReadRequest {.bycopy.} = object
    context: Context
    id: Text
    oldInputs, oldOutputs: OptionalText
    views: Items
    extra: Text
  UpdateRequest {.bycopy.} = object
    context: Context
    id, oldInputs, oldOutputs: Text
    views: Items
    inputs, extra: Text
  PreviewUpdateRequest {.bycopy.} = object
    context: Context
    id, oldInputs, oldOutputs: Text
    views: Items
    inputs, outputs, extra: Text
  DeleteRequest {.bycopy.} = object
    context: Context
    id, oldInputs, oldOutputs: Text
    views: Items
    extra: Text
  MigrateRequest {.bycopy.} = object
    context: Context
    fromVersion: uint32
    oldInputs, oldOutputs: OptionalText
    extra: Text
  ListRequest {.bycopy.} = object
    context: Context
    query: Text
    limit, pageSize: uint32
    token, extra: Text

  ErrorCase = enum
    invalid, notFound, alreadyExists, denied, unavailable, timedOut, cancelled, unsupported, partial, awaitFailed, other, crashed

  ## An error for the host.
  HostError = object of CatchableError
    which: ErrorCase
    failures: seq[(string, string)]
    id: string
    outputs: JsonNode
    reasons: seq[string]

# --- memory: everything that crosses the interface in one call ------------------------------------------------------------

var
  taken: seq[pointer]
  isOver = false

proc releaseLater() =
  if isOver:
    isOver = false
    for block_of_call in taken: dealloc(block_of_call)
    taken.setLen(0)

proc take(size: int): pointer =
  result = alloc0(max(size, 1))
  taken.add(result)

proc reallocate(old: pointer, oldSize, alignment, size: uint32): pointer
    {.exportc: "cabi_realloc", codegenDecl: "__attribute__((export_name(\"cabi_realloc\"))) $# $#$#".} =
  releaseLater()
  result = take(size.int)

proc toText(words: string): Text =
  result.length = words.len.uint32
  result.at = cast[ptr UncheckedArray[byte]](take(words.len))
  if words.len > 0: copyMem(result.at, unsafeAddr words[0], words.len)

proc `$`(words: Text): string =
  result = newString(words.length)
  if words.length > 0: copyMem(addr result[0], words.at, words.length)

proc toItems[T](items: seq[T]): Items =
  result.count = items.len.uint32
  result.at = take(items.len * sizeof(T))
  if items.len > 0: copyMem(result.at, unsafeAddr items[0], items.len * sizeof(T))

# --- results: a byte for the case, then the fields ------------------------------------------------------------------------

type Writer = object
  start: pointer
  offset: int

proc put[T](to: var Writer, value: T) =
  let alignment = if sizeof(T) == 1: 1 else: 4
  to.offset = (to.offset + alignment - 1) and not (alignment - 1)
  copyMem(cast[pointer](cast[uint](to.start) + to.offset.uint), unsafeAddr value, sizeof(T))
  to.offset += sizeof(T)

proc put(to: var Writer, words: string) = to.put(toText(words))

proc failuresOf(failures: seq[(string, string)]): Items =
  var records: seq[Failure]
  for (property, reason) in failures:
    records.add(Failure(property: toText(property), reason: toText(reason), extra: toText("{}")))
  toItems(records)

proc writeError(to: var Writer, error: ref HostError) =
  to.put(1'u8)
  to.offset = 4
  to.put(error.which.uint8)
  to.offset = 8
  case error.which
  of invalid: to.put(failuresOf(error.failures))
  of partial:
    to.put(error.id)
    to.put($error.outputs)
    var reasons: seq[Text]
    for reason in error.reasons: reasons.add(toText(reason))
    to.put(toItems(reasons))
    to.put(0'u8)
    to.offset = 44
    to.put("{}")
  else:
    to.put(error.msg)
    to.put("{}")

proc hostError(which: ErrorCase, message: string): ref HostError =
  result = newException(HostError, message)
  result.which = which

template answer(body: untyped): pointer =
  ## Runs a call, and writes its result or error.
  releaseLater()
  var to {.inject.} = Writer(start: take(96))
  try:
    to.put(0'u8)
    to.offset = 4
    body
  except HostError as error:
    to.offset = 0
    writeError(to, error)
  except CatchableError as error:
    to.offset = 0
    writeError(to, hostError(ErrorCase.other, error.msg))
  isOver = true
  to.start

# --- imports --------------------------------------------------------------------------------------------------------------

{.emit: """
__attribute__((import_module("pulumi-wasm:provider/log@0.1.0"), import_name("emit")))
void host_emit(unsigned, const char *, unsigned, unsigned, const char *, unsigned);
__attribute__((import_module("pulumi-wasm:provider/checkpoint@0.1.0"), import_name("save")))
void host_save(const char *, unsigned, const char *, unsigned, const char *, unsigned, void *);
void NimMain(void);
__attribute__((constructor)) static void begin(void) { NimMain(); }
""".}

proc hostEmit(severity: uint32, at: cstring, length, ephemeral: uint32, extra: cstring, extraLength: uint32) {.importc: "host_emit", nodecl.}
proc hostSave(id: cstring, idLength: uint32, at: cstring, length: uint32, extra: cstring, extraLength: uint32, to: pointer)
    {.importc: "host_save", nodecl.}

proc puts(words: cstring): cint {.importc, header: "<stdio.h>".}

proc log(severity: uint32, message: string, ephemeral = 0'u32, extra = "{}") =
  hostEmit(severity, message.cstring, message.len.uint32, ephemeral, extra.cstring, extra.len.uint32)

proc crash(message, place: string) =
  log(3, message & " at " & place, 0, "{\"panic\":true}")
  {.emit: "__builtin_trap();".}

template crashHere(message: string) =
  ## Ends the call with a message and this place in the source.
  const place = instantiationInfo()
  crash(message, place.filename & ":" & $place.line)

proc checkpoint(id: string, outputs: JsonNode) =
  let text = $outputs
  let error = take(64)
  hostSave(id.cstring, id.len.uint32, text.cstring, text.len.uint32, "{}", 2, error)
  if cast[ptr uint8](error)[] != 0: raise hostError(other, "the checkpoint was refused")

# --- values ---------------------------------------------------------------------------------------------------------------

const
  Signature = "4dabf18193072939515e22adb298388d"
  Unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
  manifest = staticRead("manifest.json")

let schema = parseJson(manifest)["schema"]

## The content of a secret, and any other value as it is.
proc open(value: JsonNode): JsonNode =
  if value != nil and value.kind == JObject and value.hasKey(Signature) and value.hasKey("value"): value["value"] else: value

proc at(map: JsonNode, key: string): JsonNode =
  if map.kind == JObject and map.hasKey(key) and map[key].kind != JNull: open(map[key]) else: nil

proc isKnown(value: JsonNode): bool = value != nil and not (value.kind == JString and value.getStr == Unknown)

proc text(map: JsonNode, key: string): string =
  let value = map.at(key)
  if value == nil: "" else: value.getStr

## The inputs that are outputs too. A null says that the property is not given.
proc outputsOf(token: string, inputs: JsonNode, old: JsonNode = nil): JsonNode =
  result = newJObject()
  let declared = schema["resources"][token]
  for key in declared["properties"].keys:
    if inputs.hasKey(key):
      if inputs[key].kind != JNull: result[key] = inputs[key]
    elif old != nil and old.hasKey(key) and not declared["inputProperties"].hasKey(key):
      result[key] = old[key]

# --- hooks ----------------------------------------------------------------------------------------------------------------

include failing

proc failAt(properties: JsonNode, where: string) =
  let (at, how) = (properties.at("at"), properties.at("how"))
  if not at.isKnown or not how.isKnown or at.getStr != where: return
  if how.getStr == "partial":
    let error = hostError(partial, "")
    error.id = "failing"
    error.outputs = outputsOf("conformance:index:Failing", properties)
    error.reasons = @["it is not whole", "nor ready"]
    raise error
  fail(how.getStr)

proc makeValues(inputs, outputs: JsonNode) =
  var given = newJArray()
  for name in ["anything", "flag", "number", "numbers", "point", "route", "table", "text", "texts", "whole"]:
    if inputs.hasKey(name) and inputs[name].kind != JNull: given.add(%name)
  outputs["given"] = given
  let text = inputs.at("text")
  if text != nil: outputs["textLength"] = %text.getStr.runeLen

proc addressOf(inputs: JsonNode): string = inputs.text("region") & ".example/" & inputs.text("label")

## Creates or updates: gives the id of a new resource.
proc make(token, name: string, inputs, old, outputs: JsonNode): string =
  let isNew = old == nil
  case token.split(':')[2]
  of "Bare":
    outputs["shout"] = %inputs.text("label").toUpperAscii
    result = "bare-" & name
  of "Checked": result = "checked-" & name
  of "Compared": result = "compared"
  of "Constrained": result = "constrained"
  of "Defaults": result = "defaults"
  of "Drifting":
    if isNew: outputs["story"] = %"made"
    result = name
  of "Exclusive": result = "the-one"
  of "Failing":
    failAt(inputs, if isNew: "create" else: "update")
    result = "failing"
  of "HalfMade":
    result = "half-" & inputs.text("label")
    outputs["first"] = %"disk"
    checkpoint(result, outputs)
    if not inputs["ends"].getBool: raise hostError(other, "the second step failed")
    outputs["second"] = %"started"
  of "Migrated": result = "migrated"
  of "Named":
    outputs["address"] = %addressOf(inputs)
    outputs["changes"] = %(if isNew: 0 else: old["changes"].getInt + 1)
    result = inputs.text("region") & "/" & inputs.text("label")
  of "Previewed":
    outputs["greeting"] = %("Hello, " & inputs.text("label") & "!")
    outputs["number"] = %(if isNew: 7 else: old["number"].getInt + 1)
    outputs["birth"] = if isNew: %"today" else: old["birth"]
    result = "previewed-" & name
  of "Promising":
    outputs["promise"] = %(if inputs["honest"].getBool: "gold" else: "lead")
    result = "promising"
  of "Ruled": result = "ruled"
  of "Shelf": result = "shelf"
  of "Talking":
    let words = inputs.text("words")
    if inputs.hasKey("print"):
      discard puts(inputs.text("print").cstring)
    else:
      for severity, title in ["debug", "info", "warning", "error"]: log(severity.uint32, title & ": " & words)
      log(1, "status: " & words, 1)
      log(1, "the end")
    result = "talking"
  of "Values":
    makeValues(inputs, outputs)
    result = "values"
  else: raise hostError(unsupported, "there is no create of " & token)

proc checkInputs(inputs, old: JsonNode): seq[(string, string)] =
  let label = inputs.at("label")
  if label.isKnown:
    if label.getStr.contains(' '): result.add(("label", "must have no space"))
    let lower = label.getStr.toLowerAscii
    if inputs.at("title") == nil: inputs["title"] = %("The " & lower)
    if lower != label.getStr: inputs["label"] = %lower
  let gates = inputs.at("gates")
  if gates != nil and gates.kind == JArray:
    for index, gate in gates.elems:
      let port = open(gate).at("port")
      if port.isKnown and port.getFloat > 1024: result.add(("gates[" & $index & "].port", "must be at most 1024"))
  let (size, before) = (inputs.at("size"), old.at("size"))
  if size.isKnown and before.isKnown and size.getFloat > 10 * before.getFloat:
    result.add(("size", "must not grow tenfold at once"))

# --- exports --------------------------------------------------------------------------------------------------------------

template exported(path: static string): string = "__attribute__((export_name(\"pulumi-wasm:provider/" & path & "\"))) $# $#$#"

proc describe(): pointer {.exportc: "guest_describe", codegenDecl: exported("description@0.1.0#describe").} =
  answer: to.put(manifest)

proc checkConfig(request: ptr ConfigRequest): pointer {.exportc: "guest_check_config", codegenDecl: exported("lifecycle@0.1.0#check-config").} =
  answer:
    let config = parseJson($request.config)
    var failures: seq[(string, string)]
    if config.text("region") == "nowhere": failures.add(("region", "is no place"))
    let most = config{"limits", "most"}
    if most.isKnown and most.getFloat < 0: failures.add(("limits.most", "must not be negative"))
    to.put(failuresOf(failures))
    to.put("{}")

proc configure(request: ptr ConfigRequest): pointer {.exportc: "guest_configure", codegenDecl: exported("lifecycle@0.1.0#configure").} =
  answer:
    let refusal = parseJson($request.config).text("refuse")
    if refusal != "": raise hostError(other, refusal)

proc check(request: ptr CheckRequest): pointer {.exportc: "guest_check", codegenDecl: exported("lifecycle@0.1.0#check").} =
  answer:
    let inputs = parseJson($request.inputs)
    var failures: seq[(string, string)]
    if endsWith($request.context.token, ":Failing"):
      try: failAt(inputs, "check")
      except HostError as error:
        if error.which != invalid: raise
        failures = error.failures
    else: failures = checkInputs(inputs, parseJson($request.oldInputs))
    to.put($inputs)
    to.put(failuresOf(failures))
    to.put("{}")

proc diff(request: ptr DiffRequest): pointer {.exportc: "guest_diff", codegenDecl: exported("lifecycle@0.1.0#diff").} =
  answer:
    let (inputs, old) = (parseJson($request.inputs), parseJson($request.oldInputs))
    var kept: seq[Difference]
    var deletes = request.deleteBeforeReplace
    if endsWith($request.context.token, ":Failing"): failAt(inputs, "diff")
    let differences = cast[ptr UncheckedArray[Difference]](request.differences.at)
    let (size, before) = (inputs.at("size"), old.at("size"))
    let shrinks = before.isKnown and (if size.isKnown: size.getFloat else: 0.0) < before.getFloat
    for index in 0 ..< request.differences.count.int:
      var difference = differences[index]
      let property = $difference.property
      if property == "title": continue
      if property == "size" and shrinks: difference.kind = difference.kind or 1
      difference.extra = toText("{}")
      kept.add(difference)
    if shrinks: deletes = 1
    to.put(toItems(kept))
    to.put(deletes)
    to.put("{}")

proc create(request: ptr CreateRequest): pointer {.exportc: "guest_create", codegenDecl: exported("lifecycle@0.1.0#create").} =
  answer:
    let (token, inputs) = ($request.context.token, parseJson($request.inputs))
    let outputs = outputsOf(token, inputs)
    to.put(make(token, $request.context.name, inputs, nil, outputs))
    to.put($outputs)
    to.put(0'u8)
    to.put("{}")

proc putUpdated(to: var Writer, outputs: JsonNode) =
  to.put($outputs)
  to.put(0'u8)
  to.put("{}")

proc resume(request: ptr ResumeRequest): pointer {.exportc: "guest_resume", codegenDecl: exported("lifecycle@0.1.0#resume").} =
  answer:
    let old = parseJson($request.oldOutputs)
    let outputs = outputsOf($request.context.token, parseJson($request.inputs), old)
    let second = old.text("second")
    outputs["second"] = %("started after " & (if second == "": "nothing" else: second))
    to.putUpdated(outputs)

proc update(request: ptr UpdateRequest): pointer {.exportc: "guest_update", codegenDecl: exported("lifecycle@0.1.0#update").} =
  answer:
    let (token, inputs, old) = ($request.context.token, parseJson($request.inputs), parseJson($request.oldOutputs))
    let outputs = outputsOf(token, inputs, old)
    discard make(token, $request.context.name, inputs, old, outputs)
    to.putUpdated(outputs)

proc preview(token: string, inputs, outputs: JsonNode, isFirst, isPreview: bool) =
  case token.split(':')[2]
  of "Failing": failAt(inputs, "preview")
  of "Promising": outputs["promise"] = %"gold"
  else:
    let label = inputs.at("label")
    if label.isKnown: outputs["greeting"] = %("Hello, " & label.getStr & "!")
    if isFirst: log(0, "preview: " & $isPreview)

proc previewCreate(request: ptr PreviewRequest): pointer {.exportc: "guest_preview", codegenDecl: exported("lifecycle@0.1.0#preview-create").} =
  answer:
    let outputs = parseJson($request.outputs)
    preview($request.context.token, parseJson($request.inputs), outputs, true, request.context.preview != 0)
    to.put($outputs)
    to.put("{}")

proc previewUpdate(request: ptr PreviewUpdateRequest): pointer
    {.exportc: "guest_preview_update", codegenDecl: exported("lifecycle@0.1.0#preview-update").} =
  answer:
    let outputs = parseJson($request.outputs)
    preview($request.context.token, parseJson($request.inputs), outputs, false, request.context.preview != 0)
    to.put($outputs)
    to.put("{}")

proc read(request: ptr ReadRequest): pointer {.exportc: "guest_read", codegenDecl: exported("lifecycle@0.1.0#read").} =
  answer:
    let (token, id) = ($request.context.token, $request.id)
    let declared = schema["resources"][token]
    var state = if request.oldOutputs.isThere != 0: parseJson($request.oldOutputs.text) else: newJObject()
    var inputs = if request.oldInputs.isThere != 0: parseJson($request.oldInputs.text) else: newJObject()
    var isRecorded = true
    for key in declared["required"]: isRecorded = isRecorded and state.hasKey(key.getStr)
    var (found, isThere, refreshes, given) = (id, true, 0'u8, "")
    case token.split(':')[2]
    of "Named":
      if not isRecorded:
        for key in ["region", "label"]: state[key] = inputs[key]
        state["note"] = %"imported"
        state["address"] = %addressOf(inputs)
        state["changes"] = %1
    of "Failing":
      isThere = isRecorded
      if isRecorded: failAt(state, "read")
    else:
      if not isRecorded:
        state["level"] = %1
        state["story"] = %"imported"
      case id
      of "gone": isThere = false
      of "unknown": isThere = isRecorded
      of "higher": state["level"] = %(state["level"].getInt + 1)
      of "moved": found = "moved-away"
      of "eager": refreshes = 1
      of "explained": given = "{\"level\":99,\"place\":\"explained\"}"
      of "broken":
        let error = hostError(partial, "")
        (error.id, error.outputs, error.reasons) = (id, state, @["it is bent"])
        raise error
      else: discard
    to.put(isThere.uint8)
    to.offset = 8
    to.put(found)
    to.put((given != "").uint8)
    to.offset = 20
    to.put(given)
    to.put($state)
    to.put(refreshes)
    to.put("{}")
    to.put("{}")

proc delete(request: ptr DeleteRequest): pointer {.exportc: "guest_delete", codegenDecl: exported("lifecycle@0.1.0#delete").} =
  answer:
    let (state, id) = (parseJson($request.oldOutputs), $request.id)
    case ($request.context.token).split(':')[2]
    of "Failing": failAt(state, "delete")
    of "HalfMade":
      let second = state.text("second")
      log(1, "deleting " & state.text("first") & ", " & (if second == "": "nothing" else: second))
    of "Migrated": log(1, $state["gigabytes"].getInt & " GB of " & state.text("kind"))
    else:
      log(1, "deleting " & id)
      if id == "gone": raise hostError(notFound, "it is gone")

proc migrateOne(properties: JsonNode, version: uint32) =
  if version < 1:
    properties["gigabytes"] = %parseInt(properties.text("size").replace("GB", ""))
    properties.delete("size")
  if not properties.hasKey("kind"): properties["kind"] = %"disk"

proc putMigrated(to: var Writer, old: OptionalText, version: uint32) =
  to.offset = (to.offset + 3) and not 3
  let start = to.offset
  to.put(old.isThere)
  to.offset = start + 4
  if old.isThere != 0:
    let properties = parseJson($old.text)
    migrateOne(properties, version)
    to.put($properties)
  to.offset = start + 12

proc migrate(request: ptr MigrateRequest): pointer {.exportc: "guest_migrate", codegenDecl: exported("lifecycle@0.1.0#migrate").} =
  answer:
    to.putMigrated(request.oldInputs, request.fromVersion)
    to.putMigrated(request.oldOutputs, request.fromVersion)
    to.put("{}")

proc list(request: ptr ListRequest): pointer {.exportc: "guest_list", codegenDecl: exported("lifecycle@0.1.0#list").} =
  answer:
    let prefix = parseJson($request.query).text("prefix")
    let start = if request.token.length == 0: 0 else: parseInt($request.token)
    var (all, page) = (newSeq[string](), newSeq[Failure]())
    for id in ["art-1", "art-2", "law-1", "law-2", "law-3"]:
      if id.startsWith(prefix): all.add(id)
    for index in start ..< min(start + 2, all.len):
      page.add(Failure(property: toText(all[index]), reason: toText("Shelf " & all[index]), extra: toText("{}")))
    to.put(toItems(page))
    to.put(if start + 2 < all.len: $(start + 2) else: "")
    to.put("{}")

proc invoke(request: ptr CreateRequest): pointer {.exportc: "guest_invoke", codegenDecl: exported("lifecycle@0.1.0#invoke").} =
  answer:
    let arguments = parseJson($request.inputs)
    var failures: seq[(string, string)]
    let made = newJObject()
    case ($request.context.token).split(':')[2]
    of "echo": made["result"] = arguments["value"]
    of "greet":
      let message = arguments.text("salutation") & ", " & arguments.text("name") & "!"
      made["message"] = %message
      made["words"] = %message.split(' ').len
    of "conceal":
      made["hidden"] = %arguments.text("text")
      made["length"] = %arguments.text("text").runeLen
    else:
      try: fail(arguments.text("how"))
      except HostError as error:
        if error.which != invalid: raise
        failures = error.failures
    to.put($made)
    to.put(failuresOf(failures))
    to.put("{}")
