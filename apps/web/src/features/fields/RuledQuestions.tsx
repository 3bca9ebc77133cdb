/** Questions of a template with rules; loaded with the expression engine when a form has rules. */
import type { EvidenceRule, Field, FieldsTemplate } from '@holdfast/contract';
import { compileRules } from '@holdfast/contract/rules';
import { compileFormula } from '@holdfast/frx/expressions';
import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconCalculator, IconCamera, IconFile, IconNote } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { dayAnswer, momentAnswer } from '../../lib/display/dates.ts';
import { dayNow, momentNow } from '../../lib/display/zonedNow.ts';
import { savesOf, useSaves } from '../../lib/outbox/index.ts';
import { queryOf } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/rules.ts';
import { type Answer, answerTo, choiceAnswer, numberAnswer, yesNoAnswer } from './answers.ts';
import { type Answering, useAnswering } from './owner.tsx';
import type { RuledQuestion } from './ruledQuestion.ts';
import classes from './RuledQuestions.module.css';

/** The questions that are visible or answered, with calculated answers, proposals, warnings and missing evidence. */
export default function RuledQuestions({
  template,
  parentFieldOptionId,
  render,
}: {
  template: FieldsTemplate;
  parentFieldOptionId: string | null;
  /** Renders a question. */
  render(question: RuledQuestion): ReactNode;
}) {
  const answering = useAnswering();
  const { liveAnswer, readOnly, condition = '' } = answering;
  const rules = useMemo(() => compileRules(template, compileFormula), [template]);
  // Compared with dates: the time at which the form was opened is exact enough.
  const [now] = useState(Date.now);
  const circumstances = {
    answerTo: (fieldId: string) => liveAnswer(fieldId, parentFieldOptionId).answer,
    condition,
    now,
  };
  const asked = rules.asked(circumstances);
  const calculated = rules.calculated(circumstances);
  const shown = template.fields.filter(
    ({ id }) => asked.has(id) || liveAnswer(id, parentFieldOptionId).answer.value !== '',
  );
  const proposals = readOnly
    ? []
    : shown.flatMap((field) => {
        const live = liveAnswer(field.id, parentFieldOptionId);
        const answer =
          asked.has(field.id) && live.answer.value === '' ? proposalOf(field, answering, parentFieldOptionId) : null;
        return answer === null ? [] : [{ id: field.id, answer, use: () => live.give(answer, field.name) }];
      });
  return (
    <>
      <EvidenceNotice needed={rules.evidence(circumstances)} />
      {proposals.length > 1 && (
        <div className={classes['wide']}>
          <Button variant="default" onClick={() => proposals.forEach(({ use }) => use())}>
            {t('rules.useAll', { count: proposals.length })}
          </Button>
        </div>
      )}
      {shown.map((field) => {
        const { answer, version } = liveAnswer(field.id, parentFieldOptionId);
        const fresh = calculated.get(field.id);
        // An answer that an earlier version calculated stays as recorded until one of its inputs is changed.
        const isRecorded = readOnly || (version !== null && version < template.version && answer.value !== '');
        const proposal = proposals.find(({ id }) => id === field.id);
        return render({
          field,
          parentFieldOptionId,
          calculated: fresh === undefined ? undefined : isRecorded ? answer : fresh,
          below: (
            <Below field={field} value={(fresh ?? answer).value} isAsked={asked.has(field.id)}>
              {/* The current day or moment has a button of its own beside the field. */}
              {proposal !== undefined && field.rules?.default !== 'now' && (
                <Button variant="subtle" size="compact-md" onClick={proposal.use}>
                  {t('rules.use', { answer: proposal.answer.displayValue })}
                </Button>
              )}
            </Below>
          ),
        });
      })}
    </>
  );
}

function Below({
  field: { rules },
  value,
  isAsked,
  children,
}: {
  field: Field;
  value: string;
  isAsked: boolean;
  children: ReactNode;
}) {
  const warning = rangeWarning(rules, value);
  return (
    <div className={classes['below']}>
      {(rules?.calculation ?? '') !== '' && (
        <Text size="sm" c="dimmed">
          <IconCalculator size={15} aria-hidden /> {t('rules.calculated')}
        </Text>
      )}
      {warning !== null && (
        <Text size="sm" role="status" className={classes['warning'] ?? ''}>
          <IconAlertTriangle size={16} aria-hidden /> {warning}
        </Text>
      )}
      {!isAsked && (
        <Text size="sm" c="dimmed">
          {t('rules.notAsked')}
        </Text>
      )}
      {children}
    </div>
  );
}

function rangeWarning(rules: Field['rules'], value: string): string | null {
  if (rules === null || value === '') return null;
  const { minimum, maximum, unit } = rules;
  const number = Number(value);
  const words = (limit: number): string => `${limit}${unit === '' ? '' : ` ${unit}`}`;
  if (minimum !== null && number < minimum) return t('rules.below', { limit: words(minimum) });
  if (maximum !== null && number > maximum) return t('rules.above', { limit: words(maximum) });
  return null;
}

/** The answer that a question proposes; null for none. */
function proposalOf(
  { id, rules, fieldType, options }: Field,
  { timeZone, lastTime = [] }: Answering,
  parentFieldOptionId: string | null,
): Answer | null {
  if (rules === null || rules.calculation !== '') return null;
  switch (rules.default) {
    case 'now':
      return fieldType.name === 'Date' ? dayAnswer(dayNow(timeZone)) : momentAnswer(momentNow(timeZone), timeZone);
    case 'last': {
      const last = answerTo(lastTime, id, parentFieldOptionId);
      return last.value === '' ? null : last;
    }
    case 'fixed':
      return fixedAnswer(fieldType.name, rules.fixed, options);
    default:
      return null;
  }
}

function fixedAnswer(type: string, fixed: string, options: Field['options']): Answer | null {
  const answer =
    type === 'Number'
      ? numberAnswer(fixed)
      : type === 'Checkbox'
        ? yesNoAnswer(fixed === 'true')
        : options.length > 0
          ? choiceAnswer(options, fixed)
          : { value: fixed, displayValue: fixed };
  return answer.value === '' ? null : answer;
}

const NEEDS = {
  photo: { words: 'rules.needsPhoto', icon: IconCamera },
  note: { words: 'rules.needsNote', icon: IconNote },
  file: { words: 'rules.needsFile', icon: IconFile },
} as const;

/** Lists required evidence that is missing. */
function EvidenceNotice({ needed }: { needed: readonly EvidenceRule[] }) {
  const { itemId, installationInspectionId } = useAnswering();
  if (needed.length === 0 || itemId === undefined || installationInspectionId === undefined) return null;
  return <LackingEvidence needed={needed} item={{ itemId, installationInspectionId }} />;
}

function LackingEvidence({
  needed,
  item,
}: {
  needed: readonly EvidenceRule[];
  item: { itemId: string; installationInspectionId: string };
}) {
  const { itemId, installationInspectionId } = item;
  const saves = useSaves();
  const photos = useQuery(queryOf('getImagesForInstallationInspectionItem', item)).data;
  const notes = useQuery(queryOf('getNotesForInstallationInspectionItem', item)).data;
  const files = useQuery(queryOf('getFilesForItem', { itemId })).data;
  const waits = (operation: 'addImageToInstallationInspectionItem' | 'addNoteToInstallationInspectionItem'): boolean =>
    savesOf(saves, operation).some(
      ({ input }) => input.itemId === itemId && input.installationInspectionId === installationInspectionId,
    );
  const waitsForFile = savesOf(saves, 'addFileToItem').some(({ input }) => input.itemId === itemId);
  const isThere = {
    photo: photos === undefined || photos.length > 0 || waits('addImageToInstallationInspectionItem'),
    note: notes === undefined || notes.length > 0 || waits('addNoteToInstallationInspectionItem'),
    file: files === undefined || files.length > 0 || waitsForFile,
  };
  const lacking = needed.filter(({ needs }) => !isThere[needs]);
  return lacking.map(({ needs, reason }) => {
    const { words, icon: Icon } = NEEDS[needs];
    return (
      <Alert
        key={`${needs} ${reason}`}
        role="status"
        variant="default"
        className={classes['wide'] ?? ''}
        icon={<Icon aria-hidden />}
        title={t(words)}
      >
        {reason === '' ? t('rules.incomplete') : `${reason}. ${t('rules.incomplete')}`}
      </Alert>
    );
  });
}
