/** Types of other packages. */
/** A resource type of another package, with the types of its inputs and outputs. Modules of `pulumi-wasm add` have them. */
export class ResourceType {
    /** The type token. */
    name;
    /** It is in the token. */
    module = undefined;
    /** Whether another call constructs it. */
    isComponent;
    /** Use {@link resourceType} or {@link componentType}. */
    constructor(token, isComponent) {
        this.name = token;
        this.isComponent = isComponent;
    }
}
/** A component of another package, likewise. */
export class ComponentType extends ResourceType {
}
/** A resource type by its token: `cx.child("pet", resourceType<PetInputs, PetOutputs>("random:index/randomPet:RandomPet"), { length: 2 })`. */
export function resourceType(token) {
    return new ResourceType(token, false);
}
/** A component by its token, which `cx.component` takes. */
export function componentType(token) {
    return new ComponentType(token, true);
}
