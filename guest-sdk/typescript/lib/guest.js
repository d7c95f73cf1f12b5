/** The exported functions: they find the definition of a request. Only the build's code calls {@link attach}. */
import { UnsupportedError, ProviderError } from "./errors.js";
import { configure, check, checkConfig, create, diff, invoke, list, migrate, previewCreate, previewUpdate, read, remove, resume, update } from "./call/dispatch.js";
import { wireError } from "./call/fail.js";
import { setLines } from "./call/stack.js";
import { forgetTurns } from "./call/turns.js";
import { tokenOf } from "./definition/token.js";
import { Provider } from "./definition/provider.js";
import { hostOnlyOf } from "./definition/host-only.js";
import { manifest } from "./describe/manifest.js";
import { attach as attachHost, during } from "./host/current.js";
/** Makes the exports of a component of a provider. */
export function attach(provider, host, { facts, componentsOf }) {
    attachHost(host);
    if (!(provider instanceof Provider)) {
        throw new ProviderError("the source has no provider as its default export\nhint: write `export default provider({ … })`");
    }
    const { lifecycle, packageName, configuration } = lifecycleOf(provider, facts);
    const { components = [], methods = [] } = provider.definition;
    return {
        description: { describe: () => entered(() => JSON.stringify(described(provider, facts))) },
        lifecycle,
        ...(componentsOf === undefined ? {} : { components: componentsOf({ packageName, components, methods, configuration, entered }) }),
    };
}
/** The manifest, or all mistakes in the definitions. */
export function described(provider, facts) {
    return manifest(provider, facts);
}
/** Runs a call, whose exceptions become errors of the interface. */
function entered(call) {
    setLines(globalThis.pulumiWasmLines);
    forgetTurns();
    try {
        return during(call);
    }
    catch (error) {
        // eslint-disable-next-line @typescript-eslint/only-throw-error
        throw wireError(error);
    }
}
/** Functions for every call of the interface. */
function lifecycleOf(provider, facts) {
    const { config, resources = [], functions = [] } = provider.definition;
    const packageName = provider.definition.name ?? facts.name ?? "";
    const token = (found) => tokenOf(packageName, found);
    const resourcesByToken = new Map(resources.map((resource) => [token(resource), resource]));
    const functionsByToken = new Map(functions.map((found) => [token(found), found]));
    const hostOnly = hostOnlyOf(provider.definition);
    /** The settings and what `configure` built: all that an instance keeps between calls. */
    let configured;
    let isConfigured = false;
    const notHere = (asked) => new UnsupportedError(`\`${asked}\` is not in this component`);
    const configuration = () => {
        if (config !== undefined && !isConfigured)
            throw new ProviderError("the provider was called before it was configured");
        return configured;
    };
    const resourceOf = (context) => {
        const found = resourcesByToken.get(context.token);
        if (found === undefined)
            throw notHere(context.token);
        return found;
    };
    const about = (call) => (request) => entered(() => call(resourceOf(request.context), request, configuration()));
    const lifecycle = {
        checkConfig: (request) => entered(() => {
            if (config?.definition.check === undefined)
                throw new UnsupportedError("the configuration has no `check`");
            return checkConfig(config, request, hostOnly);
        }),
        configure: (request) => entered(() => {
            if (config !== undefined)
                configured = configure(config, request, hostOnly);
            isConfigured = true;
        }),
        check: about(check),
        diff: about(diff),
        create: about(create),
        resume: about(resume),
        previewCreate: about(previewCreate),
        read: about(read),
        update: about(update),
        previewUpdate: about(previewUpdate),
        delete: about(remove),
        migrate: (request) => entered(() => migrate(resourceOf(request.context), request)),
        list: about(list),
        invoke: (request) => entered(() => {
            const found = functionsByToken.get(request.context.token);
            if (found === undefined)
                throw notHere(request.context.token);
            return invoke(found, request, configuration());
        }),
    };
    return { lifecycle, packageName, configuration };
}
