/** Fixed ids that are the same in every database and every build (data decision 1). A missing condition is "Not Checked". */

/** The four conditions of an item (COND-01, demo colours). */
export const CONDITIONS = {
  fitForPurpose: { id: '00000000-0000-7000-8000-00000000c001', name: 'Fit for purpose', color: '#2E7D32' },
  needsAttention: { id: '00000000-0000-7000-8000-00000000c002', name: 'Needs attention', color: '#A35F00' },
  defective: { id: '00000000-0000-7000-8000-00000000c003', name: 'Defective', color: '#C62828' },
  notApplicable: { id: '00000000-0000-7000-8000-00000000c004', name: 'Not applicable', color: '#546E7A' },
} as const;

/** The eight types of field (FLDS-01). `options`: the type has a list of options; `subfields`: an option can open a further template. */
export const FIELD_TYPES = {
  checkbox: { id: '00000000-0000-7000-8000-00000000f001', name: 'Checkbox', options: false, subfields: false },
  date: { id: '00000000-0000-7000-8000-00000000f002', name: 'Date', options: false, subfields: false },
  datetime: { id: '00000000-0000-7000-8000-00000000f003', name: 'Datetime', options: false, subfields: false },
  multiSelect: { id: '00000000-0000-7000-8000-00000000f004', name: 'Multi-select', options: true, subfields: false },
  select: { id: '00000000-0000-7000-8000-00000000f005', name: 'Select', options: true, subfields: false },
  text: { id: '00000000-0000-7000-8000-00000000f006', name: 'Text', options: false, subfields: false },
  number: { id: '00000000-0000-7000-8000-00000000f007', name: 'Number', options: false, subfields: false },
  selectWithSubfields: {
    id: '00000000-0000-7000-8000-00000000f008',
    name: 'Select with subfields',
    options: true,
    subfields: true,
  },
} as const;

/** Types of fields template; each of the five admin lists shows one type (docs/acceptance.md, ATPL). */
export const FIELDS_TEMPLATE_TYPES = {
  itemType: { id: '00000000-0000-7000-8000-00000000e001', name: 'Item Type' },
  installationDetails: { id: '00000000-0000-7000-8000-00000000e002', name: 'Installation Details' },
  inspectionDetails: { id: '00000000-0000-7000-8000-00000000e003', name: 'Inspection Details' },
  inspection: { id: '00000000-0000-7000-8000-00000000e004', name: 'Inspection' },
  prompt: { id: '00000000-0000-7000-8000-00000000e005', name: 'Prompt' },
} as const;

/** Kinds of data a report is printed from (product decision 25). */
export const REPORT_TYPES = {
  company: { id: '00000000-0000-7000-8000-00000000a001', name: 'Company' },
  inspectionType: { id: '00000000-0000-7000-8000-00000000a002', name: 'Inspection Type' },
  installationInspection: { id: '00000000-0000-7000-8000-00000000a003', name: 'Installation Inspection' },
  installation: { id: '00000000-0000-7000-8000-00000000a004', name: 'Installation' },
  inspectionItem: { id: '00000000-0000-7000-8000-00000000a005', name: 'Inspection Item' },
} as const;

/** The two types of default item (docs/acceptance.md, AINS). */
export const DEFAULT_ITEM_TYPES = ['Item', 'Question'] as const;

/** The scope of the configuration that all companies share (data decision 1). */
export const LIBRARY_SCOPE = 'library';
