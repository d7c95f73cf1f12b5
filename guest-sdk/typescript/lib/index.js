/** Pulumi providers in TypeScript: the parts of a provider. */
export { component } from "./definition/component.js";
export { config } from "./definition/config.js";
export { func } from "./definition/function.js";
export { method } from "./definition/method.js";
export { provider } from "./definition/provider.js";
export { resource } from "./definition/resource.js";
export { Child } from "./deployment/child.js";
export { all, interpolate, output } from "./deployment/joined.js";
export { Output } from "./deployment/output.js";
export { pending } from "./call/wait.js";
export { AlreadyExistsError, AwaitFailedError, CancelledError, DeniedError, InvalidError, NotFoundError, PartialError, ProviderError, TimedOutError, UnavailableError, UnsupportedError, } from "./errors.js";
export { http } from "./http/http.js";
export { archive, asset, assetOrArchive, boolean, choice, exactInteger, integer, json, list, map, number, object, reference, string, tagged, union, } from "./property/builders.js";
export { Archive, Asset } from "./value/asset.js";
export { isKnown } from "./value/known.js";
export { settle } from "./web/loop.js";
export { ResourceReference } from "./value/reference.js";
export { Secret, secret, UNKNOWN } from "./value/special.js";
