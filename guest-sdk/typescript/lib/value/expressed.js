/** Handles of late values: the outputs and the resources of a component. */
/** A handle that a component declares, and uses in other declarations. */
export class Expressed {
}
