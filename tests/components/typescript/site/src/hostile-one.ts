/**
 * Resources of the package `hostile-one` 1.0.0, as children of component resources.
 *
 * Written by `pulumi-wasm add`. Do not edit: the command overwrites this file.
 */

import { componentType, resourceType, type Archive, type Asset, type Input, type Json } from "pulumi-wasm-provider";

/** A `hostile-one:index:Result`. */
export const Result = resourceType<ResultInputs, ResultOutputs>("hostile-one:index:Result");

/** The inputs of {@link Result}. */
export type ResultInputs = { readonly [name: string]: never };

/** The outputs of {@link Result}, beside `id` and `urn`. */
export type ResultOutputs = { readonly [name: string]: never };

/** Says "quotes" #![allow] *\/ \ and /// more {{ }} } fn main() {} */
export const Type = resourceType<TypeInputs, TypeOutputs>("hostile-one:index:type", ["list"]);

/** The inputs of {@link Type}. */
export type TypeInputs = {
  readonly "9lives"?: Input<Asset | Archive | undefined>;
  readonly archive?: Input<Archive | undefined>;
  readonly choice?: Input<string | number | undefined>;
  readonly colour?: Input<string | undefined>;
  readonly elsewhere?: Input<Json | undefined>;
  readonly empty?: Input<Json | undefined>;
  readonly evil?: Input<Json | undefined>;
  readonly "foo-bar"?: Input<Json | undefined>;
  readonly fooBar: Input<number>;
  readonly foo_bar?: Input<boolean | undefined>;
  /** Has """ and \ in it. """ */
  readonly hue?: Input<"red" | "dark green" | undefined>;
  /** type: int */
  readonly level?: Input<1 | -2 | undefined>;
  readonly missing?: Input<Json | undefined>;
  readonly mixed?: Input<string | readonly number[] | undefined>;
  readonly node?: Input<Json | undefined>;
  /** mypy: ignore-errors */
  readonly odd?: Input<"a\"b\\c" | "" | undefined>;
  readonly self: Input<Node>;
  readonly sly?: Input<string | undefined>;
  readonly type?: Input<string | undefined>;
  readonly words?: Input<Words | undefined>;
};

/** The outputs of {@link Type}, beside `id` and `urn`. */
export type TypeOutputs = {
  readonly child: number | undefined;
  readonly declare: string;
  readonly "[\"dotted.name\"]": string | undefined;
  readonly elsewhere: Json | undefined;
  readonly import: readonly (string | number)[] | undefined;
  readonly list: { readonly [name: string]: number };
  readonly loop: Node | undefined;
  readonly property: readonly ("red" | "dark green")[];
  readonly words: Words | undefined;
};

/** A `hostile-one:other:type`. */
export const Type_ = componentType<Type_Inputs, Type_Outputs>("hostile-one:other:type");

/** The inputs of {@link Type_}. */
export type Type_Inputs = { readonly [name: string]: never };

/** The outputs of {@link Type_}, beside `id` and `urn`. */
export type Type_Outputs = {
  readonly url: string | undefined;
};

/** A `hostile-one:index/other:Option`. */
export type Option = {
  readonly node?: { readonly [name: string]: Node } | null | undefined;
};

/** A node that leads to itself. *\/ *\/ � ␀ */
export type Node = {
  readonly Self: string;
  readonly next?: Node | null | undefined;
  readonly others?: readonly Option[] | null | undefined;
};

/** type: ignore */
export type Words = {
  readonly Node?: Node | null | undefined;
  readonly __x?: boolean | null | undefined;
  /** pyright: basic */
  readonly class?: "red" | "dark green" | null | undefined;
  /** Ends with "quotes" */
  readonly from?: string | null | undefined;
  readonly items?: readonly (1 | -2)[] | null | undefined;
  readonly str?: number | null | undefined;
};
