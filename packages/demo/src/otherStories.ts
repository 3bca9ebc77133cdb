/** The inspections of the five smaller installations. */
import { CONDITIONS } from '@holdfast/contract';
import { type Answer, fieldAnswer } from './answers.ts';
import type { InstallationName } from './companies.ts';
import { DERRICK_DEFAULTS, HANDOVER } from './defaultItems.ts';
import type { InspectionCode } from './inspectionTypes.ts';
import {
  ACCESS_TYPES,
  DERRICK_TYPES,
  EQUIPMENT_TYPES,
  type EquipmentType,
  EX_TYPES,
  EXAMINED_TYPES,
  FIXED_TYPES,
} from './itemTypes.ts';
import { CORRIE, FELL, HAAF_A, HAAF_B, SCAUR } from './otherPlans.ts';
import { type Rig, type RigPlan, rigOf } from './rig.ts';
import { MINUTE_MS, type Story, type Who } from './story.ts';
import { carryOut, type Chapter, type Site, type Survey } from './survey.ts';
import { daysFrom, deal, type Outcome, surveyDetails, visit } from './surveyPlans.ts';

/** An inspection of a smaller installation: its item types, the number of checked items, and their conditions. */
interface SmallSurvey {
  code: InspectionCode;
  start: number;
  end: number;
  types: readonly EquipmentType[];
  /** In the order they are walked; absent: all. */
  checked?: number;
  outcome: Outcome;
}

interface SmallStory {
  name: InstallationName;
  plan: RigPlan;
  inspectors: readonly Who[];
  surveys: readonly SmallSurvey[];
}

const FALLING: readonly EquipmentType[] = [...FIXED_TYPES, 'Padeye'];

const STORIES: readonly SmallStory[] = [
  {
    name: 'Northmere Fell',
    plan: FELL,
    inspectors: ['idris', 'maren'],
    surveys: [
      {
        code: 'DROPS',
        start: -210,
        end: -203,
        types: FALLING,
        outcome: { defective: 5, needsAttention: 19, notApplicable: 3 },
      },
      {
        code: 'LOLER',
        start: -95,
        end: -92,
        types: EXAMINED_TYPES,
        outcome: { defective: 1, needsAttention: 4, notApplicable: 1 },
      },
      {
        code: 'DCAT3',
        start: -15,
        end: -3,
        types: DERRICK_TYPES,
        checked: 39,
        outcome: { defective: 2, needsAttention: 6, notApplicable: 1 },
      },
    ],
  },
  {
    name: 'Northmere Scaur',
    plan: SCAUR,
    inspectors: ['idris'],
    surveys: [
      {
        code: 'DROPS',
        start: -430,
        end: -424,
        types: FALLING,
        outcome: { defective: 3, needsAttention: 12, notApplicable: 2 },
      },
    ],
  },
  {
    name: 'Skerrow Haaf A',
    plan: HAAF_A,
    inspectors: ['callum'],
    surveys: [
      {
        code: 'DROPS',
        start: -160,
        end: -152,
        types: FALLING,
        outcome: { defective: 4, needsAttention: 15, notApplicable: 2 },
      },
      {
        code: 'LOLER',
        start: -45,
        end: -43,
        types: EXAMINED_TYPES,
        outcome: { defective: 0, needsAttention: 2, notApplicable: 0 },
      },
      {
        code: 'EX',
        start: -4,
        end: 3,
        types: EX_TYPES,
        checked: 23,
        outcome: { defective: 1, needsAttention: 4, notApplicable: 0 },
      },
    ],
  },
  {
    name: 'Skerrow Haaf B',
    plan: HAAF_B,
    inspectors: ['callum'],
    surveys: [
      {
        code: 'DROPS',
        start: -120,
        end: -119,
        types: EQUIPMENT_TYPES,
        outcome: { defective: 1, needsAttention: 5, notApplicable: 0 },
      },
      {
        code: 'ACCESS',
        start: 5,
        end: 6,
        types: ACCESS_TYPES,
        checked: 0,
        outcome: { defective: 0, needsAttention: 0, notApplicable: 0 },
      },
    ],
  },
  {
    name: 'Vantry Corrie',
    plan: CORRIE,
    inspectors: ['anouk'],
    surveys: [
      {
        code: 'LOLER',
        start: -60,
        end: -58,
        types: EXAMINED_TYPES,
        outcome: { defective: 1, needsAttention: 3, notApplicable: 0 },
      },
      {
        code: 'DROPS',
        start: -5,
        end: 2,
        types: FALLING,
        checked: 35,
        outcome: { defective: 2, needsAttention: 7, notApplicable: 1 },
      },
    ],
  },
];

/** The inspections of the smaller installations. @param siteOf returns the site of an installation */
export function otherChapters(story: Story, siteOf: (name: InstallationName) => Site): Chapter[] {
  return STORIES.flatMap(({ name, plan, inspectors, surveys }) => {
    const site = siteOf(name);
    const rig = rigOf(plan);
    return surveys.map((small): Chapter => {
      const setUp = Math.min(small.start, 0) - 1;
      return {
        day: setUp,
        run: async () => {
          const survey = surveyOf(story, site, { rig, small, setUp, inspectors, letters: plan.letters });
          const id = await carryOut(story, site, survey);
          if (small.code === 'DCAT3') await answerHandover(story, site, { id, who: inspectors[0]!, day: small.end });
        },
      };
    });
  });
}

function surveyOf(
  story: Story,
  { library, items }: Site,
  {
    rig,
    small,
    setUp,
    inspectors,
    letters,
  }: { rig: Rig; small: SmallSurvey; setUp: number; inspectors: readonly Who[]; letters: string },
): Survey {
  const { code, start, end, types, outcome } = small;
  const scope = rig.equipment.filter(({ type }) => types.includes(type));
  const checked = scope.slice(0, small.checked);
  const found = deal(`${letters} ${code}`, checked, outcome);
  const today = daysFrom(story.day, start);
  const known = scope.filter(({ key }) => items.has(key)).map(({ type }) => library.itemTypes.get(type)!);
  return {
    code,
    start,
    end,
    details: surveyDetails(`${letters} ${code}`, inspectors[0]!, today),
    startFrom: known.length === 0 ? {} : { types: [...new Set(known)] },
    places: rig.places.filter(({ key }) => !items.has(key)),
    visits: scope
      .filter(({ key }) => found.has(key) || !items.has(key))
      .map((thing) =>
        visit(thing, code, found.get(thing.key) ?? null, {
          occasion: 'once',
          today,
          isNew: !items.has(thing.key),
          remarks: 0.25,
          thoroughness: 'required',
        }),
      ),
    inspectors,
    setUp,
    firstDay: Math.min(start, 0),
    lastDay: Math.min(end, -1),
  };
}

/** Examines the default items of the derrick, and answers the handover questions on the last day. */
async function answerHandover(
  story: Story,
  { library }: Site,
  { id, who, day }: { id: string; who: Who; day: number },
): Promise<void> {
  const call = story.as(who, daysFrom(story.day, day) + 1020 * MINUTE_MS);
  const record = story.record(who, daysFrom(story.day, day) + 1020 * MINUTE_MS);
  const rows = await call('getItemsForInstallationInspection', { installationInspectionId: id });
  const itemIdOf = (name: string): string => rows.find((row) => row.name === name)!.itemId;
  for (const { name, found } of DERRICK_DEFAULTS)
    await record('setCondition', {
      installationInspectionId: id,
      itemId: itemIdOf(name),
      conditionId: CONDITIONS[found].id,
    });
  const answers: Answer[] = [
    { question: 'Handover questions / Derrick free of loose tools', given: true },
    { question: 'Handover questions / Colour code changed this period', given: false },
    { question: 'Handover questions / Red zones barriered', given: 'Partly' },
    { question: 'Handover questions / Remarks', given: 'Barrier on the V-door side to be renewed' },
  ];
  for (const answer of answers)
    await record('saveItemField', { itemId: itemIdOf(HANDOVER), ...fieldAnswer(library, answer) });
  await record('setCondition', {
    installationInspectionId: id,
    itemId: itemIdOf(HANDOVER),
    conditionId: CONDITIONS.fitForPurpose.id,
  });
}
