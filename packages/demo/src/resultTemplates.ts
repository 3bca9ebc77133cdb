/** Questions of inspections: about the items, the inspection itself, and the crew. */
import {
  checkbox,
  date,
  datetime,
  multiSelect,
  number,
  required,
  select,
  selectWithSubfields,
  type Template,
  text,
} from './questions.ts';

/** Findings of a dropped object survey. */
export const FINDINGS = [
  'No finding',
  'Primary fixing loose',
  'Secondary retention missing',
  'Safety securing missing',
  'Safety securing not independent',
  'Corrosion',
  'Mechanical damage',
  'Missing fastener',
  'Loose or foreign object',
  'Labelling missing',
] as const;

const CHECK = ['Satisfactory', 'Not satisfactory', 'N/A'] as const;

const drops: Template = {
  name: 'DROPS result',
  type: 'inspection',
  questions: [
    datetime('Inspected at', 'InspectedAt', { ...required, proposesNow: true }),
    select('Access method', 'AccessMethod', ['Rope access', 'Ladder', 'MEWP', 'Deck level', 'Not accessible']),
    multiSelect('Findings', 'Findings', FINDINGS),
    select('Potential consequence', 'PotentialConsequence', ['Slight', 'Minor', 'Major', 'Fatality'], {
      description: 'Indicative, from mass and fall height.',
    }),
    text('Recommendation', 'Recommendation'),
    checkbox('Corrected on site', 'CorrectedOnSite'),
  ],
};

/** Asked of items that are or could become a danger: paragraph 8(a) of Schedule 1 of LOLER. */
const defectDescription = text('Description', 'DefectDescription', {
  ...required,
  description: 'Which part, and what is wrong with it.',
});

const lolerParts: Template[] = [
  {
    name: 'Defect: is a danger',
    type: 'inspection',
    questions: [
      defectDescription,
      text('Repair required', 'RepairRequired', required),
      checkbox('Taken out of service', 'TakenOutOfService'),
      date('Authority informed', 'AuthorityInformed'),
    ],
  },
  {
    name: 'Defect: could become a danger',
    type: 'inspection',
    questions: [defectDescription, date('By date', 'DangerBy', required), text('Remedy', 'Remedy', required)],
  },
];

const loler: Template = {
  name: 'LOLER result',
  type: 'inspection',
  questions: [
    selectWithSubfields('Defect', 'Defect', [
      'None',
      { name: 'Is a danger', opens: 'Defect: is a danger' },
      { name: 'Could become a danger', opens: 'Defect: could become a danger' },
    ]),
    checkbox('Safe to operate', 'SafeToOperate'),
    text('Test particulars', 'TestParticulars'),
    date('Latest date of next examination', 'LatestNextExamination', required),
  ],
};

const ex: Template = {
  name: 'EX result',
  type: 'inspection',
  questions: [
    select('Grade', 'Grade', ['Visual', 'Close', 'Detailed'], required),
    select('Right for zone, group and T class', 'RightForZone', CHECK),
    select('Enclosure, glass and gaskets', 'Enclosure', CHECK),
    select('Bolts and glands', 'BoltsAndGlands', CHECK),
    select('Cable and earthing', 'CableAndEarthing', CHECK),
    select('No unauthorised modification', 'NoModification', CHECK),
    select('Fault class', 'FaultClass', ['A: immediate', 'B: within a time', 'C: observation']),
  ],
};

const dcat3: Template = {
  name: 'DCAT3 result',
  type: 'inspection',
  questions: [
    select('Connections and fasteners', 'Connections', CHECK, required),
    select('Straightness and alignment', 'Straightness', CHECK),
    select('Coating and corrosion', 'Coating', CHECK),
    select('Damage class', 'DamageClass', ['Major', 'Secondary', 'Minor']),
    multiSelect('NDT method', 'NdtMethod', ['None', 'MPI', 'Dye penetrant', 'Ultrasonic', 'Eddy current']),
    text('Remarks', 'Remarks'),
  ],
};

const access: Template = {
  name: 'ACCESS result',
  type: 'inspection',
  questions: [
    select('Fixings and clips', 'Fixings', CHECK, required),
    select('Removable sections pinned', 'Pinned', CHECK),
    select('Gate and cage', 'GateAndCage', CHECK),
    select('Walking surface', 'WalkingSurface', CHECK),
    select('Fault class', 'FaultClass', ['A: immediate', 'B: within a time', 'C: observation']),
    text('Remarks', 'Remarks'),
  ],
};

const inspectionDetails: Template = {
  name: 'Inspection details',
  type: 'inspectionDetails',
  questions: [
    text('Work order', 'WorkOrder', required),
    select('Lead inspector', 'LeadInspector', [
      'Maren Thorskild',
      'Idris Fallowby',
      'Callum Breckenhow',
      'Anouk Veldering',
    ]),
    text('Client representative', 'ClientRepresentative'),
    text('Permit number', 'PermitNumber'),
    datetime('Mobilised', 'Mobilised'),
    number('POB', 'POB', { description: 'Persons on board.' }),
    text('Restrictions', 'Restrictions'),
  ],
};

const installationDetails: Template = {
  name: 'Installation details',
  type: 'installationDetails',
  questions: [
    select(
      'Unit type',
      'UnitType',
      [
        'Semi-submersible',
        'Jack-up',
        'Drillship',
        'Fixed platform',
        'Unmanned wellhead platform',
        'Construction vessel',
      ],
      required,
    ),
    number('Year built', 'YearBuilt'),
    number('Water depth (m)', 'WaterDepthM'),
    number('Air gap (m)', 'AirGapM'),
    checkbox('Helideck', 'Helideck'),
    date('Last class survey', 'LastClassSurvey'),
    text('Emergency contact', 'EmergencyContact'),
  ],
};

const handover: Template = {
  name: 'Handover questions',
  type: 'prompt',
  questions: [
    checkbox('Derrick free of loose tools', 'FreeOfLooseTools'),
    checkbox('Colour code changed this period', 'ColourCodeChanged'),
    select('Red zones barriered', 'RedZonesBarriered', ['Yes', 'Partly', 'No']),
    text('Remarks', 'HandoverRemarks'),
  ],
};

const survey: Template = {
  name: 'Survey questions',
  type: 'prompt',
  questions: [select('Answer', 'Answer', ['Yes', 'No', 'Not applicable']), text('Remarks', 'SurveyRemarks')],
};

/** The templates of inspections, of installations and of questions, with those their choices open. */
export const RESULT_TEMPLATES: readonly Template[] = [
  drops,
  ...lolerParts,
  loler,
  ex,
  dcat3,
  access,
  inspectionDetails,
  installationDetails,
  handover,
  survey,
];
