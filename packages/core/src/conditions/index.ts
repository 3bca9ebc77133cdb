/** How items are found: conditions and setting them. */
export { conditionName, conditionOf } from './rules.ts';
