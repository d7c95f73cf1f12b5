/** Values that stand for something which is known later: the outputs and the resources of a component. */
/** Something that a component declares, and that others are declared with. */
export class Expressed {
}
