/** Templates to begin with. */
export { columnsToChoose } from './fields.ts';
export { startTemplate } from './startTemplate.ts';
