/** Pulumi providers in TypeScript: the parts of a provider. */

export { component, type Component } from "./definition/component.js";
export { config, type Config, type ConfigReference } from "./definition/config.js";
export type { Constraint } from "./definition/constraints.js";
export type { AutoName, ComponentDefinition, ConfigDefinition, FunctionDefinition, MethodDefinition, Package, ResourceDefinition } from "./definition/definitions.js";
export { func, type ProviderFunction } from "./definition/function.js";
export { method, type Method } from "./definition/method.js";
export type { Credential, Env, Net, Tls } from "./definition/net.js";
export { provider, type Provider, type ProviderDefinition } from "./definition/provider.js";
export type {
  CheckRequest,
  CreateRequest,
  DeleteRequest,
  ListRequest,
  PreviewCreateRequest,
  PreviewUpdateRequest,
  ReadRequest,
  ResumeRequest,
  UpdateRequest,
} from "./definition/requests.js";
export { resource, type Resource } from "./definition/resource.js";
export { componentType, resourceType, type ComponentType, type ResourceType } from "./definition/resource-type.js";
export type { Created, Done, ListedResource, Page, Previewed, ReadResult, Updated } from "./definition/results.js";
export { Child } from "./deployment/child.js";
export type { ComponentContext } from "./deployment/context.js";
export type { Hook, HookArguments, Hooks } from "./deployment/hook.js";
export { all, interpolate, output, type Printed } from "./deployment/joined.js";
export type { Alias, ChildOptions, LookupOptions, ResourceLike } from "./deployment/options.js";
export { Output } from "./deployment/output.js";
export type { ChangeableOptions, ChildRegistration, Transform } from "./deployment/transform.js";
export type { Declarations, Declared, Input, InputsOf, Unwrap } from "./deployment/types.js";
export type { Backoff } from "./call/backoff.js";
export type {
  CheckContext,
  ConfigureContext,
  Context,
  CreateContext,
  DeleteContext,
  DiffContext,
  FunctionContext,
  ListContext,
  PreviewContext,
  ReadContext,
  UpdateContext,
} from "./call/contexts.js";
export type { Diff, Difference } from "./call/diff.js";
export type { OldProperties, OldState } from "./call/migrate.js";
export type { Made, Rate, Shared } from "./call/shared.js";
export type { View, ViewStep } from "./call/views.js";
export { pending, type Pending } from "./call/wait.js";
export {
  AlreadyExistsError,
  AwaitFailedError,
  CancelledError,
  DeniedError,
  errorContext,
  InvalidError,
  NotFoundError,
  PartialError,
  ProviderError,
  TimedOutError,
  UnavailableError,
  UnsupportedError,
  type PropertyFailure,
} from "./errors.js";
export type { BodyOptions, Client, ClientOptions, RequestOptions } from "./http/client.js";
export { http } from "./http/http.js";
export type { Response, ResponseStream, Upload } from "./http/response.js";
export {
  archive,
  array,
  asset,
  assetOrArchive,
  boolean,
  discriminatedUnion,
  enumOf,
  exactInteger,
  integer,
  json,
  number,
  object,
  record,
  reference,
  string,
  union,
  type PropertyOf,
} from "./property/builders.js";
export type { Draft, Drafts, Infer, Known, Previews, Saved, Shape, State, TypeOf } from "./property/infer.js";
export type { AnyProperty, Property } from "./property/typed.js";
export { Archive, Asset, type ArchiveEntry } from "./value/asset.js";
export type { Json, JsonObject } from "./value/json.js";
export { isKnown } from "./value/known.js";
export { settle } from "./web/loop.js";
export { ResourceReference } from "./value/reference.js";
export { Secret, secret, UNKNOWN, type Unknown } from "./value/special.js";
