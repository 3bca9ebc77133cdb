/** Advanced matrices: headers of any shape around cells that calculate over their data rows. The reference does not draw them. */
export { buildAdvMatrix, type AdvSide, type AdvSource } from './build.ts';
export { axisOf, type AdvAxis, type AdvDescriptor, type TopN } from './descriptors.ts';
export { itemsOf, valuesBeside, type AdvItem, type ItemTools } from './items.ts';
