/** Answers of inspectors about the things themselves. */
import type { Answer, Given } from './answers.ts';
import { between, oneOf, roll } from './chance.ts';
import { EX_TYPES, EXAMINED_TYPES, type EquipmentType } from './itemTypes.ts';
import type { Equipment } from './rig.ts';
import { DAY_MS } from './story.ts';

const MANUFACTURERS = ['Brandreth', 'Kolvik', 'Ostermark', 'Pennarth', 'Sundewall', 'Tayfield'] as const;

/** Usual fixings of the types; any other is bolted. */
const FIXINGS: Partial<Record<EquipmentType, readonly string[]>> = {
  'Cable Tray': ['Clamped', 'Clamped', 'Bolted'],
  'Sheave / Snatch Block': ['Hung'],
  'Safety Net': ['Hung'],
  'Handrail and Gate': ['Welded', 'Bolted'],
  'Grating Panel': ['Clamped'],
  'Fixed Ladder': ['Welded', 'Bolted'],
  'Structural Member': ['Welded', 'Bolted'],
  Padeye: ['Welded'],
  'Chain Hoist': ['Hung'],
};

/** Share of the questions that is answered: the required ones and those shown in lists, or more. */
export type Thoroughness = 'required' | 'usual';

/** Answers to a thing's own questions, as known on a day in milliseconds UTC. */
export function ownAnswers(thing: Equipment, today: number, thoroughness: Thoroughness): Answer[] {
  const answers = [
    identification('Tag number', thing.key),
    identification('Weight (kg)', thing.weight),
    identification('Height above deck (m)', thing.height),
  ];
  const usual = thoroughness === 'usual';
  if (EXAMINED_TYPES.includes(thing.type)) answers.push(...lifting(thing, today, usual));
  if (EX_TYPES.includes(thing.type)) answers.push(...hazardous(thing, usual));
  if (!usual || isLoose(thing.type)) return answers;
  if (roll(`${thing.key} maker`) < 0.25) answers.push(...make(thing));
  return [...answers, identification('Photo ID', `P${between(`${thing.key} photo`, [1000, 9999])}`), ...held(thing)];
}

function isLoose(type: EquipmentType): boolean {
  return type === 'Shackle' || type === 'Wire Rope Sling' || type === 'Pedestal Crane';
}

function make({ key, type }: Equipment): Answer[] {
  const manufacturer = oneOf(`${key} manufacturer`, MANUFACTURERS);
  return [
    identification('Manufacturer', manufacturer),
    identification(
      'Model',
      `${manufacturer.slice(0, 2).toUpperCase()}-${type.replace(/[^A-Z]/g, '')}${between(`${key} model`, [10, 99])}`,
    ),
    identification('Year of manufacture', between(`${key} year`, [2006, 2024])),
  ];
}

function held(thing: Equipment): Answer[] {
  const { key, type, height } = thing;
  const fixing = oneOf(`${key} fixing`, FIXINGS[type] ?? ['Bolted']);
  const answers: Answer[] = [securing('Primary fixing', fixing), ...fixingDetail(thing, fixing)];
  if (fixing === 'Bolted' || fixing === 'Clamped') {
    const retention = oneOf(`${key} retention`, [['Split pin'], ['Lock wire'], ['Locking tab', 'Thread lock']]);
    if (roll(`${key} retained`) < 0.3) answers.push(securing('Secondary retention', retention));
  }
  if (height > 20 && fixing !== 'Welded' && roll(`${key} secured`) < 0.45) answers.push(...safetySecuring(thing));
  return answers;
}

function fixingDetail({ key }: Equipment, fixing: string): Answer[] {
  if (roll(`${key} detail`) > 0.4) return [];
  const under = `Securing / Primary fixing / ${fixing}`;
  const part = (question: string, given: Given): Answer => ({
    question: `Securing: ${fixing.toLowerCase()} / ${question}`,
    given,
    under,
  });
  switch (fixing) {
    case 'Bolted':
      return [
        part('Bolt size', oneOf(`${key} bolt`, ['M8', 'M10', 'M12', 'M16', 'M20'])),
        part('Nut locking', oneOf(`${key} nut`, ['Nyloc', 'Nyloc', 'Split pin', 'Lock wire', 'None'])),
      ];
    case 'Clamped':
      return [part('Clamp type', oneOf(`${key} clamp`, ['U-bolt', 'Beam clamp', 'Pipe clamp', 'Grating clip']))];
    case 'Welded':
      return [part('Weld appearance', oneOf(`${key} weld`, ['Sound', 'Sound', 'Sound', 'Corroded']))];
    default:
      return [part('Hook latch fitted', roll(`${key} latch`) < 0.9)];
  }
}

function safetySecuring({ key, type }: Equipment): Answer[] {
  const means =
    type === 'Safety Net' ? 'Chain' : oneOf(`${key} means`, ['Wire sling', 'Wire sling', 'Chain', 'Not fitted']);
  const under = `Securing / Safety securing / ${means}`;
  const part = (question: string, given: Given): Answer => ({
    question: `Securing: ${means.toLowerCase()} / ${question}`,
    given,
    under,
  });
  const first = securing('Safety securing', means);
  if (means === 'Chain') return [first, part('Size', oneOf(`${key} chain`, ['6 mm', '8 mm', '10 mm']))];
  if (means === 'Not fitted')
    return [first, part('Required', false), part('Reason', 'Held by two independent fixings')];
  return [
    first,
    part('Sling capacity (kg)', oneOf(`${key} sling`, [50, 100, 150, 250])),
    part('Anchor independent', roll(`${key} anchor`) < 0.85),
  ];
}

function liftsPersons({ name }: Equipment): boolean {
  return name.startsWith('Man-rider');
}

/** Accessories and what lifts persons are examined twice a year (LOLER, regulation 9). */
function examinationMonths(thing: Equipment): 6 | 12 {
  const isMachine = thing.type === 'Pedestal Crane' || thing.type === 'Air Winch (Tugger)';
  return isMachine && !liftsPersons(thing) ? 12 : 6;
}

/** Days from one thorough examination of lifting equipment to the latest day of the next. */
export function examinationDays(thing: Equipment): number {
  return Math.round(examinationMonths(thing) * 30.5);
}

function lifting(thing: Equipment, today: number, usual: boolean): Answer[] {
  const { key, type } = thing;
  const last = today - between(`${key} examined`, [20, 170]) * DAY_MS;
  const answer = (name: string, given: Given): Answer => ({ question: `Lifting data / ${name}`, given });
  const answers = [
    answer('SWL (t)', safeLoad(thing)),
    answer(
      'Certificate number',
      `${type === 'Pedestal Crane' ? 'CR' : 'LG'}-${between(`${key} certificate`, [1200, 4900])}`,
    ),
    answer('Last thorough examination', last),
    answer('Next examination due', last + examinationDays(thing) * DAY_MS),
    answer('Type of examination', `${examinationMonths(thing)} months`),
    identification('Serial number', `${between(`${key} serial`, [100_000, 999_999])}`),
  ];
  if (!usual) return answers;
  if (roll(`${key} colour`) < 0.4) answers.push(answer('Colour code', oneOf(`${key} code`, ['Blue', 'Blue', 'Green'])));
  if (type === 'Air Winch (Tugger)' || type === 'Pedestal Crane')
    answers.push(
      answer('Lifts persons', liftsPersons(thing)),
      answer(
        'WLL configuration',
        type === 'Pedestal Crane' ? 'Main hoist 4 falls; whip line single fall' : 'Single fall',
      ),
    );
  return answers;
}

/** In tonnes; equal to the load in the name of gear that has one. */
function safeLoad({ key, type, name }: Equipment): number {
  if (type === 'Pedestal Crane') return 45;
  if (type === 'Air Winch (Tugger)') return name.startsWith('Man-rider') ? 0.15 : oneOf(`${key} load`, [2, 3, 5]);
  const named = /(?<![\d.])([\d.]+) t\b/.exec(name);
  return named === null ? oneOf(`${key} load`, [3.25, 4.75, 6.5, 8.5, 12]) : Number(named[1]);
}

function hazardous({ key, type }: Equipment, usual: boolean): Answer[] {
  const protection = type === 'Gas Detector' ? 'Ex d' : oneOf(`${key} protection`, ['Ex d', 'Ex e', 'Ex e', 'Ex i']);
  const answer = (name: string, given: Given): Answer => ({ question: `Ex data / ${name}`, given });
  const answers = [
    answer('Protection', protection),
    answer('Zone', oneOf(`${key} zone`, ['1', '1', '2'])),
    answer(
      'Certificate no.',
      `HFX ${between(`${key} ex year`, [8, 23]).toString().padStart(2, '0')} ATEX ${between(`${key} ex`, [1000, 9999])}X`,
    ),
  ];
  if (!usual || roll(`${key} ex detail`) > 0.3) return answers;
  const under = `Ex data / Protection / ${protection}`;
  const details: Record<string, Answer> = {
    'Ex d': { question: 'Ex data: Ex d / Flamepath', given: 'Clean and greased', under },
    'Ex e': { question: 'Ex data: Ex e / Terminals tight', given: true, under },
    'Ex i': { question: 'Ex data: Ex i / Loop document', given: `LD-${between(`${key} loop`, [100, 999])}`, under },
  };
  return [
    ...answers,
    details[protection]!,
    answer('Gas group', oneOf(`${key} group`, ['IIB', 'IIC'])),
    answer('T class', oneOf(`${key} class`, ['T4', 'T5', 'T6'])),
    answer('IP rating', oneOf(`${key} ip`, ['IP55', 'IP66', 'IP67'])),
  ];
}

function identification(name: string, given: Given): Answer {
  return { question: `Identification / ${name}`, given };
}

function securing(name: string, given: Given): Answer {
  return { question: `Securing / ${name}`, given };
}
