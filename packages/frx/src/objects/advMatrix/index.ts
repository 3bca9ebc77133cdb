/** Advanced matrices: nested headers around cells that calculate over their data rows. The reference does not draw them. */
export { buildAdvMatrix } from './build.ts';
export { axisOf, type AdvAxis, type AdvDescriptor } from './descriptors.ts';
export { itemsOf, valuesBeside, type AdvItem } from './items.ts';
