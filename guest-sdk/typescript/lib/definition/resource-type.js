/** Types of other packages. */
/** A resource type of another package, with the types of its inputs and outputs. Modules of `pulumi-wasm add` have them. */
export class ResourceType {
    /** The type token. */
    name;
    /** The last part of the token. */
    module = undefined;
    /** Whether the type is a component. */
    isComponent;
    /** The outputs that are secret by the schema of their package. */
    secrets;
    /** Use {@link resourceType} or {@link componentType}. */
    constructor(token, isComponent, secrets = []) {
        this.name = token;
        this.isComponent = isComponent;
        this.secrets = secrets;
    }
}
/** A component of another package, likewise. */
export class ComponentType extends ResourceType {
}
/**
 * A resource type by its token: `cx.child("pet", resourceType<PetInputs, PetOutputs>("random:index/randomPet:RandomPet"), { length: 2 })`.
 * `secrets` are the names of the outputs that are secret by its schema.
 */
export function resourceType(token, secrets = []) {
    return new ResourceType(token, false, secrets);
}
/** A component by its token, which `cx.component` takes. */
export function componentType(token, secrets = []) {
    return new ComponentType(token, true, secrets);
}
