/** Questions about items, independent of inspections: identity, fixing, load, protection. */
import {
  checkbox,
  date,
  multiSelect,
  number,
  required,
  select,
  selectWithSubfields,
  type Template,
  text,
} from './questions.ts';

const identification: Template = {
  name: 'Identification',
  type: 'itemType',
  questions: [
    text('Tag number', 'TagNumber', { required: true, description: 'As painted or stamped, e.g. NMT-DRK-FL-014.' }),
    select('Manufacturer', 'Manufacturer', ['Brandreth', 'Kolvik', 'Ostermark', 'Pennarth', 'Sundewall', 'Tayfield']),
    text('Model', 'Model'),
    text('Serial number', 'SerialNumber'),
    number('Year of manufacture', 'YearOfManufacture'),
    number('Weight (kg)', 'WeightKg', { required: true, description: 'Of the item without what hangs on it.' }),
    number('Height above deck (m)', 'HeightM', {
      required: true,
      description: 'Fall height to the next solid deck; do not subtract a person’s height.',
    }),
    text('Photo ID', 'PhotoID'),
  ],
};

const securingParts: Template[] = [
  {
    name: 'Securing: bolted',
    type: 'itemType',
    questions: [
      text('Bolt size', 'BoltSize'),
      select('Nut locking', 'NutLocking', ['Nyloc', 'Split pin', 'Lock wire', 'None'], {
        description: 'A split pin is opened at both legs and fills its hole.',
      }),
      checkbox('Torque marked', 'TorqueMarked'),
    ],
  },
  {
    name: 'Securing: clamped',
    type: 'itemType',
    questions: [text('Clamp type', 'ClampType'), checkbox('Liner fitted', 'LinerFitted')],
  },
  {
    name: 'Securing: welded',
    type: 'itemType',
    questions: [
      select('Weld appearance', 'WeldAppearance', ['Sound', 'Undercut', 'Porosity', 'Cracked', 'Corroded']),
      checkbox('NDT recommended', 'NdtRecommended'),
    ],
  },
  {
    name: 'Securing: hung',
    type: 'itemType',
    questions: [checkbox('Hook latch fitted', 'HookLatch'), checkbox('Moused', 'Moused')],
  },
  {
    name: 'Securing: wire sling',
    type: 'itemType',
    questions: [
      number('Sling capacity (kg)', 'SlingCapacityKg'),
      number('Length (mm)', 'SlingLengthMm'),
      checkbox('Anchor independent', 'AnchorIndependent', {
        description: 'The sling is anchored to another member than the primary fixing.',
      }),
    ],
  },
  { name: 'Securing: chain', type: 'itemType', questions: [text('Size', 'ChainSize')] },
  { name: 'Securing: net', type: 'itemType', questions: [number('Mesh (mm)', 'MeshMm')] },
  {
    name: 'Securing: not fitted',
    type: 'itemType',
    questions: [checkbox('Required', 'SecuringRequired'), text('Reason', 'SecuringReason')],
  },
];

const securing: Template = {
  name: 'Securing',
  type: 'itemType',
  questions: [
    selectWithSubfields('Primary fixing', 'PrimaryFixing', [
      { name: 'Bolted', opens: 'Securing: bolted' },
      { name: 'Clamped', opens: 'Securing: clamped' },
      { name: 'Welded', opens: 'Securing: welded' },
      { name: 'Hung', opens: 'Securing: hung' },
      'No primary fixing',
    ]),
    multiSelect(
      'Secondary retention',
      'SecondaryRetention',
      ['Split pin', 'Lock wire', 'Locking tab', 'Thread lock', 'None needed'],
      { description: 'What keeps the primary fixing from coming loose.' },
    ),
    selectWithSubfields(
      'Safety securing',
      'SafetySecuring',
      [
        { name: 'Wire sling', opens: 'Securing: wire sling' },
        { name: 'Chain', opens: 'Securing: chain' },
        { name: 'Net', opens: 'Securing: net' },
        { name: 'Not fitted', opens: 'Securing: not fitted' },
      ],
      { description: 'What catches the item when the primary fixing fails; independent of it.' },
    ),
  ],
};

const lifting: Template = {
  name: 'Lifting data',
  type: 'itemType',
  questions: [
    number('SWL (t)', 'SwlT', required),
    text('WLL configuration', 'WllConfiguration'),
    text('Certificate number', 'CertificateNumber', required),
    date('Last thorough examination', 'LastExamination'),
    date('Next examination due', 'NextExaminationDue', required),
    select('Colour code', 'ColourCode', ['Blue', 'Green', 'Yellow', 'Red', 'White']),
    checkbox('Lifts persons', 'LiftsPersons'),
    select('Type of examination', 'TypeOfExamination', ['6 months', '12 months', 'Scheme', 'Exceptional']),
  ],
};

const exParts: Template[] = [
  {
    name: 'Ex data: Ex d',
    type: 'itemType',
    questions: [
      number('Gap (mm)', 'GapMm'),
      select('Flamepath', 'Flamepath', ['Clean and greased', 'Light corrosion', 'Pitted', 'Painted over']),
    ],
  },
  { name: 'Ex data: Ex e', type: 'itemType', questions: [checkbox('Terminals tight', 'TerminalsTight')] },
  { name: 'Ex data: Ex i', type: 'itemType', questions: [text('Loop document', 'LoopDocument')] },
  { name: 'Ex data: Ex p', type: 'itemType', questions: [checkbox('Purge alarm tested', 'PurgeAlarmTested')] },
];

const exData: Template = {
  name: 'Ex data',
  type: 'itemType',
  questions: [
    select('Zone', 'Zone', ['0', '1', '2']),
    select('EPL', 'Epl', ['Ga', 'Gb', 'Gc']),
    selectWithSubfields('Protection', 'ExProtection', [
      { name: 'Ex d', opens: 'Ex data: Ex d' },
      { name: 'Ex e', opens: 'Ex data: Ex e' },
      { name: 'Ex i', opens: 'Ex data: Ex i' },
      { name: 'Ex p', opens: 'Ex data: Ex p' },
    ]),
    select('Gas group', 'GasGroup', ['IIA', 'IIB', 'IIC']),
    select('T class', 'TClass', ['T1', 'T2', 'T3', 'T4', 'T5', 'T6']),
    text('IP rating', 'IpRating'),
    text('Certificate no.', 'ExCertificate'),
  ],
};

/** The templates of item types, including those opened by choices. */
export const ITEM_TEMPLATES: readonly Template[] = [
  identification,
  ...securingParts,
  securing,
  lifting,
  ...exParts,
  exData,
];
