/** The lists of the administration, in the order of the menu (product.txt §2). An entry exists when its screen does. */
import type { FIELDS_TEMPLATE_TYPES } from '@holdfast/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../lib/queries.ts';
import { RecordList } from './RecordList.tsx';

type TemplateTypeId = (typeof FIELDS_TEMPLATE_TYPES)[keyof typeof FIELDS_TEMPLATE_TYPES]['id'];

/** Fixed in every build (data.md 1); each list of templates is tied to its own type. */
const TEMPLATE_TYPES = {
  'item-type-templates': '00000000-0000-7000-8000-00000000e001',
  'installation-details-templates': '00000000-0000-7000-8000-00000000e002',
  'inspection-details-templates': '00000000-0000-7000-8000-00000000e003',
  'inspection-templates': '00000000-0000-7000-8000-00000000e004',
  'prompt-templates': '00000000-0000-7000-8000-00000000e005',
} as const satisfies Record<string, TemplateTypeId>;

function Inspections() {
  return <RecordList path="inspections" withShortName query={useQuery(queryOf('getAdminInspections', {}))} />;
}

function ItemTypes() {
  return <RecordList path="item-types" query={useQuery(queryOf('getItemTypes', {}))} />;
}

function Companies() {
  return <RecordList path="companies" withShortName query={useQuery(queryOf('getCompanies', {}))} />;
}

function Templates({ path }: { path: keyof typeof TEMPLATE_TYPES }) {
  const fieldsTemplateTypeId = TEMPLATE_TYPES[path];
  return <RecordList path={path} query={useQuery(queryOf('getFieldsTemplates', { fieldsTemplateTypeId }))} />;
}

/** One entry of the menu. */
export const adminLists = [
  { path: 'inspections', Screen: Inspections },
  { path: 'item-types', Screen: ItemTypes },
  { path: 'companies', Screen: Companies },
  ...(Object.keys(TEMPLATE_TYPES) as (keyof typeof TEMPLATE_TYPES)[]).map((path) => ({
    path,
    Screen: () => <Templates path={path} />,
  })),
] as const;
