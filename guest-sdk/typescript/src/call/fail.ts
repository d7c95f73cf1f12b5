/** Converts exceptions to errors of the interface. */

import {
  AlreadyExistsError,
  AwaitFailedError,
  CancelledError,
  DeniedError,
  InvalidError,
  NotFoundError,
  ProviderError,
  TimedOutError,
  UnavailableError,
  UnsupportedError,
} from "../errors.js";
import { NO_EXTRA, type FailureTag, type WireError } from "../host/interface.js";
import { text } from "../host/numbers.js";
import { failureBehind } from "../web/failure.js";
import { print } from "../value/print.js";
import { places } from "./stack.js";
import { EncodedPartialError, wireFailures } from "./wire.js";

const TAGS: readonly (readonly [new (message: string) => ProviderError, FailureTag])[] = [
  [NotFoundError, "not-found"],
  [AlreadyExistsError, "already-exists"],
  [DeniedError, "denied"],
  [UnavailableError, "unavailable"],
  [TimedOutError, "timed-out"],
  [CancelledError, "cancelled"],
  [UnsupportedError, "unsupported"],
  [AwaitFailedError, "await-failed"],
];

/**
 * The result of a hook cannot be recorded. This is found after the hook's work, so it is not a failure that changed
 * nothing.
 */
export class UnrecordableError extends ProviderError {
  override name = "UnrecordableError";
}

/** Runs the code after a hook that may have changed something outside. */
export function afterwards<T>(finish: () => T): T {
  try {
    return finish();
  } catch (error) {
    const isMeant = error instanceof ProviderError && !(error instanceof EncodedPartialError);
    throw isMeant ? new UnrecordableError(error.message) : error;
  }
}

/** Converts an exception to the error that is thrown across the interface. */
export function wireError(thrown: unknown): WireError {
  // A library's exception fails the call as the host's failure behind it does.
  const error = thrown instanceof ProviderError ? thrown : (failureBehind.of(thrown) ?? thrown);
  if (error instanceof InvalidError) return { tag: "invalid", val: wireFailures(error.failures) };
  if (error instanceof EncodedPartialError) {
    const { id, encoded, reasons, unrecorded } = error;
    const written = { id: text(id), outputs: print(encoded), reasons: reasons.map(text), unrecorded: unrecorded?.map(text), extra: NO_EXTRA };
    return { tag: "partial", val: written };
  }
  const isMeant = error instanceof ProviderError && !(error instanceof UnrecordableError);
  const tag = TAGS.find(([type]) => error instanceof type)?.[1] ?? (isMeant ? "other" : "crashed");
  return { tag, val: { message: text(message(error)), extra: NO_EXTRA } };
}

/** The exception as a failure of the request. It does not count as a crash. */
export function meant(thrown: unknown): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  return failureBehind.of(thrown) ?? new ProviderError(message(thrown));
}

/** The message of an error of the SDK. Other errors are mistakes, and their messages show the place of the throw. */
function message(error: unknown): string {
  if (!(error instanceof Error)) return `a value that is not an error was thrown: ${String(error)}`;
  if (error instanceof ProviderError) return error.message;
  const cause = error.cause instanceof Error ? `\ncaused by ${message(error.cause)}` : "";
  return [`${error.name}: ${error.message}`, ...places(error)].join("\n") + cause;
}
