## The errors of the cases, by their names. A part of `conformance.nim`.

proc fail(how: string) =
  case how
  of "invalid":
    let error = hostError(invalid, "two properties are wrong")
    error.failures = @{"how": "is bad", "note.of[0]": "is worse"}
    raise error
  of "not-found": raise hostError(notFound, "it is nowhere")
  of "already-exists": raise hostError(alreadyExists, "it is there")
  of "denied": raise hostError(denied, "it is forbidden")
  of "unavailable": raise hostError(unavailable, "it is away")
  of "timed-out": raise hostError(timedOut, "it is late")
  of "cancelled": raise hostError(cancelled, "it is over")
  of "unsupported": raise hostError(unsupported, "it is not done")
  of "crash": crashHere("the guest stumbled")
  of "endless":
    var rounds {.volatile.} = 0
    while true: rounds = (rounds + 1) mod 1000
  else: raise hostError(other, "it is broken")
