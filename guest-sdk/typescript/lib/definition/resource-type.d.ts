/** Types of other packages. */
/** Keeps the types of the properties, which exist for the type checker alone. */
declare const typeBrand: unique symbol;
/** Keeps components apart from other resources. */
declare const componentBrand: unique symbol;
/** A resource type of another package, with the types of its inputs and outputs. Modules of `pulumi-wasm add` have them. */
export declare class ResourceType<out I extends object, out O extends object> {
    readonly [typeBrand]: readonly [I, O];
    /** The type token. */
    readonly name: string;
    /** The last part of the token. */
    readonly module: undefined;
    /** Whether the type is a component. */
    readonly isComponent: boolean;
    /** The outputs that are secret by the schema of their package. */
    readonly secrets: readonly string[];
    /** Use {@link resourceType} or {@link componentType}. */
    constructor(token: string, isComponent: boolean, secrets?: readonly string[]);
}
/** A component of another package, likewise. */
export declare class ComponentType<out I extends object, out O extends object> extends ResourceType<I, O> {
    readonly [componentBrand]: true;
}
/**
 * A resource type by its token: `cx.child("pet", resourceType<PetInputs, PetOutputs>("random:index/randomPet:RandomPet"), { length: 2 })`.
 * `secrets` are the names of the outputs that are secret by its schema.
 */
export declare function resourceType<I extends object, O extends object>(token: string, secrets?: readonly string[]): ResourceType<I, O>;
/** A component by its token, which `cx.component` takes. */
export declare function componentType<I extends object, O extends object>(token: string, secrets?: readonly string[]): ComponentType<I, O>;
export {};
