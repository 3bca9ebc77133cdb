/** Results of inspections: answers to the result questions. */
import type { Answer, Given } from './answers.ts';
import { oneOf } from './chance.ts';
import type { InspectionCode } from './inspectionTypes.ts';
import { examinationDays } from './ownAnswers.ts';
import type { Phrase } from './remarks.ts';
import type { Equipment } from './rig.ts';
import { DAY_MS } from './story.ts';
import type { Found } from './survey.ts';

/** Gravitational acceleration in metres per second squared. */
const GRAVITY = 9.81;

/**
 * Returns the answers to the result questions of a thing with a condition.
 * @param remark the text of the finding
 * @param moment milliseconds UTC
 */
export function resultsOf(
  code: InspectionCode,
  thing: Equipment,
  found: Found,
  remark: Phrase | null,
  moment: number,
): Answer[] {
  if (found === null) return [];
  switch (code) {
    case 'DROPS':
      return drops(thing, found, remark, moment);
    case 'LOLER':
      return loler(thing, found, remark, moment);
    case 'EX':
      return ex(found);
    case 'DCAT3':
      return dcat3(thing, found, remark);
    default:
      return access(found);
  }
}

/** Returns the indicative class of a fall, by mass and height. */
function potentialConsequence({ weight, height }: Pick<Equipment, 'weight' | 'height'>): string {
  const joules = weight * GRAVITY * height;
  if (joules < 40) return 'Slight';
  if (joules < 250) return 'Minor';
  return joules < 1_000 ? 'Major' : 'Fatality';
}

function drops(thing: Equipment, found: Found, remark: Phrase | null, moment: number): Answer[] {
  const answer = asked('DROPS result');
  const access =
    thing.height > 14
      ? oneOf(`${thing.key} access`, ['Rope access', 'Rope access', 'Ladder'])
      : oneOf(`${thing.key} access`, ['MEWP', 'Deck level', 'Ladder']);
  const answers = [answer('Inspected at', moment)];
  if (found === 'fitForPurpose') return answers;
  if (found === 'notApplicable') return [...answers, answer('Access method', 'Not accessible')];
  const isCorrected = remark?.corrected === true;
  return [
    ...answers,
    answer('Access method', access),
    answer('Findings', [remark?.finding ?? 'No finding']),
    answer('Potential consequence', potentialConsequence(thing)),
    ...(found === 'defective'
      ? [
          answer(
            'Recommendation',
            isCorrected ? 'Look at it again within 30 days' : 'Repair before work below resumes',
          ),
          answer('Corrected on site', isCorrected),
        ]
      : []),
  ];
}

function loler(thing: Equipment, found: Found, remark: Phrase | null, moment: number): Answer[] {
  const answer = asked('LOLER result');
  const defect = remark?.defect ?? '';
  const next = answer(
    'Latest date of next examination',
    (Math.floor(moment / DAY_MS) + examinationDays(thing)) * DAY_MS,
  );
  if (found === 'defective') {
    const under = 'LOLER result / Defect / Is a danger';
    return [
      answer('Defect', 'Is a danger'),
      { question: 'Defect: is a danger / Description', given: defect, under },
      {
        question: 'Defect: is a danger / Repair required',
        given: remark?.remedy ?? 'Replace before further use',
        under,
      },
      { question: 'Defect: is a danger / Taken out of service', given: true, under },
      answer('Safe to operate', false),
      next,
    ];
  }
  if (found === 'needsAttention') {
    const under = 'LOLER result / Defect / Could become a danger';
    return [
      answer('Defect', 'Could become a danger'),
      {
        question: 'Defect: could become a danger / Description',
        given: defect,
        under,
      },
      {
        question: 'Defect: could become a danger / By date',
        given: Math.floor(moment / DAY_MS) * DAY_MS + 60 * DAY_MS,
        under,
      },
      { question: 'Defect: could become a danger / Remedy', given: remark?.remedy ?? 'Re-examine', under },
      answer('Safe to operate', true),
      next,
    ];
  }
  const examined = [answer('Defect', 'None'), answer('Safe to operate', true), next];
  return thing.type === 'Air Winch (Tugger)'
    ? [...examined, answer('Test particulars', 'Brake held at 125 % SWL')]
    : examined;
}

function ex(found: Found): Answer[] {
  const answer = asked('EX result');
  const answers = [answer('Grade', 'Close')];
  if (found === 'defective')
    return [...answers, answer('Bolts and glands', 'Not satisfactory'), answer('Fault class', 'A: immediate')];
  if (found === 'needsAttention')
    return [...answers, answer('Cable and earthing', 'Not satisfactory'), answer('Fault class', 'C: observation')];
  return answers;
}

function dcat3(thing: Equipment, found: Found, remark: Phrase | null): Answer[] {
  const answer = asked('DCAT3 result');
  const sound = found === 'fitForPurpose' || found === 'notApplicable';
  const answers = [answer('Connections and fasteners', sound ? 'Satisfactory' : 'Not satisfactory')];
  if (sound) return answers;
  return [
    ...answers,
    answer('Damage class', remark?.damage ?? 'Minor'),
    answer('NDT method', [oneOf(`${thing.key} ndt`, ['MPI', 'Dye penetrant', 'Ultrasonic'])]),
  ];
}

function access(found: Found): Answer[] {
  const answer = asked('ACCESS result');
  const sound = found === 'fitForPurpose' || found === 'notApplicable';
  const answers = [
    answer('Fixings and clips', found === 'notApplicable' ? 'N/A' : sound ? 'Satisfactory' : 'Not satisfactory'),
  ];
  if (sound) return answers;
  return [...answers, answer('Fault class', found === 'defective' ? 'A: immediate' : 'C: observation')];
}

function asked(template: string): (name: string, given: Given) => Answer {
  return (name, given) => ({ question: `${template} / ${name}`, given });
}
