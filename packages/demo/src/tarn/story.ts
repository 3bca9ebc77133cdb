/** The five inspections of Northmere Tarn as they were carried out. */
import type { Answer } from '../answers.ts';
import { between, roll, shuffled } from '../chance.ts';
import { ACCESS_TYPES, EX_TYPES } from '../itemTypes.ts';
import { examinationDays } from '../ownAnswers.ts';
import type { Equipment } from '../rig.ts';
import { MINUTE_MS, type Story } from '../story.ts';
import { carryOut, type Chapter, type ItemPaper, type Site, type Survey, type Visit } from '../survey.ts';
import { daysFrom, surveyDetails, visit } from '../surveyPlans.ts';
import { tagNumber } from '../tags.ts';
import { type TarnFindings, tarnFindings } from './tarn.ts';
import { correctRecords } from './changes.ts';

/** Numbers of things tagged in each inspection; 180 in all. */
const TAGS = { drops: 132, loler: 48 };
/** Number of things that seemed doubtful at first in the current survey and were corrected on the spot. */
const PUT_RIGHT_ON_SITE = 12;
/** Share of the weights in the previous survey that were estimates, corrected in the current one. */
const ESTIMATED = 0.05;

/** Makes Tarn's things and inspections. */
export function tarnChapters(story: Story, site: Site): Chapter[] {
  const findings = tarnFindings();
  const tagged = taggedInDrops(findings);
  let before = '';
  let drops = '';
  return [
    {
      day: -373,
      run: async () => {
        before = await carryOut(story, site, previousDrops(story, findings));
      },
    },
    {
      day: -331,
      run: async () => {
        const access = await carryOut(story, site, accessSurvey(story, site, findings));
        await leaveOut(story, site, { things: findings.outOfScope, from: before, heldBy: access });
      },
    },
    {
      day: -7,
      run: async () => {
        drops = await carryOut(story, site, currentDrops(story, findings, before));
      },
    },
    {
      day: -3,
      run: async () => {
        await carryOut(story, site, lolerSurvey(story, site, findings));
        const damagedTag = tagged[0]!.key;
        await correctRecords(story, site, findings, { survey: drops, damagedTag, lastTag: TAGS.drops + TAGS.loler });
        await carryOut(story, site, exSurvey(story, site));
      },
    },
  ];
}

function previousDrops(story: Story, findings: TarnFindings): Survey {
  const { rig, dropsBefore, outOfScope } = findings;
  const aside = new Set(outOfScope);
  const putRight = new Set(findings.putRight);
  const start = daysFrom(story.day, -372);
  const visitOf = (thing: Equipment): Visit => {
    const found = dropsBefore.get(thing.key) ?? null;
    const plain = visit(thing, 'DROPS', found, { occasion: 'before', today: start, isNew: true, remarks: 0.5 });
    const own = plain.own.map((answer) => asKnownThen(thing, answer));
    return { ...plain, own: putRight.has(thing) ? withSafetySecuring(own, NOT_SECURED) : own };
  };
  return {
    code: 'DROPS',
    start: -372,
    end: -361,
    details: surveyDetails('NMT DROPS before', 'maren', start),
    startFrom: {},
    places: rig.places,
    visits: rig.equipment.filter((thing) => dropsBefore.has(thing.key) || aside.has(thing)).map(visitOf),
    inspectors: ['maren', 'idris'],
    setUp: -373,
    firstDay: -372,
    lastDay: -361,
  };
}

const SAFETY_SECURING = 'Securing / Safety securing';

const NOT_SECURED: readonly Answer[] = [
  { question: SAFETY_SECURING, given: 'Not fitted' },
  { question: 'Securing: not fitted / Required', given: true, under: `${SAFETY_SECURING} / Not fitted` },
];

const SECURED: readonly Answer[] = [
  { question: SAFETY_SECURING, given: 'Wire sling' },
  { question: 'Securing: wire sling / Sling capacity (kg)', given: 150, under: `${SAFETY_SECURING} / Wire sling` },
  { question: 'Securing: wire sling / Anchor independent', given: true, under: `${SAFETY_SECURING} / Wire sling` },
];

function withSafetySecuring(own: readonly Answer[], securing: readonly Answer[]): Answer[] {
  return [...own.filter(({ question, under = '' }) => !`${question} ${under}`.includes(SAFETY_SECURING)), ...securing];
}

function isEstimated(thing: Equipment): boolean {
  return roll(`${thing.key} estimate`) < ESTIMATED;
}

/** Returns the answer of the previous survey where the current one corrected it. */
function asKnownThen(thing: Equipment, answer: Answer): Answer {
  if (answer.question !== 'Identification / Weight (kg)' || !isEstimated(thing)) return answer;
  return { ...answer, given: Math.ceil(thing.weight / 5) * 5 + 5 };
}

function accessSurvey(story: Story, { library }: Site, { rig, access }: TarnFindings): Survey {
  const start = daysFrom(story.day, -330);
  return {
    code: 'ACCESS',
    start: -330,
    end: -322,
    details: surveyDetails('NMT ACCESS', 'idris', start),
    startFrom: { types: ACCESS_TYPES.map((type) => library.itemTypes.get(type)!) },
    places: [],
    visits: rig.equipment
      .filter(({ key }) => access.has(key))
      .map((thing) =>
        visit(thing, 'ACCESS', access.get(thing.key)!, { occasion: 'access', today: start, isNew: false, remarks: 1 }),
      ),
    inspectors: ['idris', 'maren'],
    setUp: -331,
    firstDay: -330,
    lastDay: -322,
  };
}

/**
 * The padeyes below the decks' edge were written down but are no dropped objects: they stay in the installation and leave the inspection. What
 * no inspection holds would be deleted, so they are held by another one while they leave, and are taken out of that again.
 */
async function leaveOut(
  story: Story,
  { installationId, items }: Site,
  { things, from, heldBy }: { things: readonly Equipment[]; from: string; heldBy: string },
): Promise<void> {
  const call = story.as('maren', daysFrom(story.day, -321) + 500 * MINUTE_MS);
  const itemIds = things.map(({ key }) => items.get(key)!);
  const { undo } = await call('addItemsFromInstallation', { installationInspectionId: heldBy, itemIds });
  for (const itemId of itemIds) await call('deleteItem', { installationInspectionId: from, itemId });
  await call('undoChanges', { installationId, undo: undo! });
}

/** Returns the things tagged in the current dropped object survey. */
function taggedInDrops({ rig, drops }: TarnFindings): Equipment[] {
  const checked = rig.equipment.filter(({ key }) => (drops.get(key) ?? null) !== null);
  return shuffled('tags drops', checked).slice(0, TAGS.drops);
}

function currentDrops(story: Story, findings: TarnFindings, before: string): Survey {
  const { rig, dropsBefore, drops } = findings;
  const putRight = new Set(findings.putRight);
  const start = daysFrom(story.day, -6);
  const checked = rig.equipment.filter(({ key }) => (drops.get(key) ?? null) !== null);
  const tags = tagsFor(taggedInDrops(findings), 0);
  const doubtful = new Set(
    shuffled(
      'doubtful',
      checked.filter((thing) => drops.get(thing.key) === 'fitForPurpose' && !putRight.has(thing)),
    ).slice(0, PUT_RIGHT_ON_SITE),
  );
  const visitOf = (thing: Equipment): Visit => {
    const isNew = !dropsBefore.has(thing.key);
    const tag = tags.get(thing);
    const found = drops.get(thing.key)!;
    const plain = visit(thing, 'DROPS', found, { occasion: 'now', today: start, isNew, remarks: 0.5, tag });
    if (putRight.has(thing)) return { ...plain, own: SECURED, notes: ['Safety sling fitted since the last survey'] };
    const own =
      !isNew && isEstimated(thing)
        ? [{ question: 'Identification / Weight (kg)', given: thing.weight }, ...plain.own]
        : plain.own;
    return doubtful.has(thing) ? { ...plain, own, foundFirst: 'needsAttention' } : { ...plain, own };
  };
  return {
    code: 'DROPS',
    start: -6,
    end: 4,
    details: surveyDetails('NMT DROPS', 'maren', start),
    startFrom: { survey: before },
    places: [],
    visits: rig.equipment
      .filter(({ key }) => drops.has(key) && (drops.get(key) !== null || !dropsBefore.has(key)))
      .map(visitOf),
    inspectors: ['maren', 'idris'],
    setUp: -7,
    firstDay: -6,
    lastDay: -1,
  };
}

function lolerSurvey(story: Story, { items, library }: Site, { rig, loler }: TarnFindings): Survey {
  const start = daysFrom(story.day, -2);
  const scope = rig.equipment.filter(({ key }) => loler.has(key));
  const checked = scope.filter(({ key }) => loler.get(key) !== null);
  const tags = tagsFor(checked.filter(({ key }) => !items.has(key)).slice(0, TAGS.loler), TAGS.drops);
  const known = scope.filter(({ key }) => items.has(key)).map(({ type }) => library.itemTypes.get(type)!);
  return {
    code: 'LOLER',
    start: -2,
    end: 6,
    details: surveyDetails('NMT LOLER', 'idris', start),
    startFrom: { types: [...new Set(known)] },
    places: [],
    visits: inOrderOfExamination(scope, checked).map((thing) => {
      const isNew = !items.has(thing.key);
      const plain = visit(thing, 'LOLER', loler.get(thing.key)!, {
        occasion: 'now',
        today: start,
        isNew,
        remarks: 1,
        tag: tags.get(thing),
      });
      const files = papersOf(checked, thing);
      return isNew ? { ...plain, files } : { ...plain, files, own: examinedSince(story.day, thing) };
    }),
    inspectors: ['idris', 'maren'],
    setUp: -3,
    firstDay: -2,
    lastDay: -1,
  };
}

/** Returns answers on the examination after the previous survey: its date, and the date of the next one. */
function examinedSince(day: number, thing: Equipment): Answer[] {
  const due = daysFrom(day, between(`${thing.key} due`, [2, 40]));
  return [
    { question: 'Lifting data / Last thorough examination', given: daysFrom(due, -examinationDays(thing)) },
    { question: 'Lifting data / Next examination due', given: due },
  ];
}

/** The first certificate's number; the others follow. */
const FIRST_CERTIFICATE = 2291;

/** Returns the files of a thing that was examined: its certificate, and further papers for those that need them. 60 in all. */
function papersOf(examined: readonly Equipment[], thing: Equipment): ItemPaper[] {
  const place = examined.indexOf(thing);
  if (place < 0) return [];
  const certificate = `COC-LG-${FIRST_CERTIFICATE + place}`;
  const lines = [`Certificate ${certificate}`, thing.name, `Tag number ${thing.key}`, `Weight ${thing.weight} kg`];
  const papers = [
    { filename: `${certificate} Certificate of conformity.pdf`, heading: 'Certificate of conformity', lines },
  ];
  if (thing.type !== 'Pedestal Crane') return papers;
  return [
    ...papers,
    {
      filename: 'Load chart main hoist four falls and whip line, revision C.pdf',
      heading: 'Load chart',
      lines: [thing.name, 'Main hoist, four falls: 45 t at 12 m', 'Whip line: 10 t at 38 m'],
    },
    { filename: 'Rope.pdf', heading: 'Rope certificate', lines: [thing.name, 'Boom hoist rope, 32 mm, 1960 N/mm2'] },
  ];
}

/** The register is written before the store is examined; cranes and winches come first, because gear hangs on them. */
function inOrderOfExamination(scope: readonly Equipment[], checked: readonly Equipment[]): Equipment[] {
  const carriers = checked.filter(({ type }) => type === 'Pedestal Crane' || type === 'Air Winch (Tugger)');
  const early = new Set(carriers);
  const late = new Set(checked.filter((thing) => !early.has(thing)));
  return [...carriers, ...scope.filter((thing) => !early.has(thing) && !late.has(thing)), ...late];
}

function exSurvey(story: Story, { library }: Site): Survey {
  return {
    code: 'EX',
    start: 10,
    end: 20,
    details: surveyDetails('NMT EX', 'maren', daysFrom(story.day, 10)),
    startFrom: { types: EX_TYPES.map((type) => library.itemTypes.get(type)!) },
    places: [],
    visits: [],
    inspectors: ['maren'],
    setUp: -1,
    firstDay: 10,
    lastDay: 20,
  };
}

/** Tags by thing, numbered on from the tags given before. */
function tagsFor(things: readonly Equipment[], given: number): Map<Equipment, string> {
  return new Map(things.map((thing, i) => [thing, tagNumber(given + i + 1)]));
}
