/** Edited photos without the schemas of the contract: for pages that draw them. */
export { drawMarks, type MarkSurface } from './drawMarks.ts';
export {
  type Area,
  areaBetween,
  areaInEdited,
  editedSize,
  isUnedited,
  type PhotoEdit,
  type PhotoMark,
  type Point,
  toEdited,
  toOriginal,
  type Turn,
  UNEDITED,
  within,
} from './edits.ts';
