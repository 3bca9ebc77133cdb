import type { Field, FieldsTemplate } from '@holdfast/contract';
import { Button, Collapse } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { t } from '../../lib/texts/index.ts';
import { useAnswering } from './owner.tsx';
import classes from './Subfields.module.css';

/** Duration of opening and closing in ms (CNST-11). */
const COLLAPSE_MS = 260;

/** The questions under a chosen option, as a form or as a short summary (docs/acceptance.md, SUBF). */
export function Subfields({
  field,
  chosenId,
  children,
}: {
  field: Field;
  chosenId: string;
  /** Renders the questions of an option. */
  children(template: FieldsTemplate, optionId: string): ReactNode;
}) {
  const { liveAnswer, readOnly } = useAnswering();
  const option = field.options.find(({ id }) => id === chosenId);
  const questions = option?.fieldsTemplate?.fields ?? [];
  const [openFor, setOpenFor] = useState<string | null>(null);
  const [knownChoice, setKnownChoice] = useState(chosenId);
  // A new choice opens its questions; an earlier choice shows the summary first.
  if (knownChoice !== chosenId) {
    setKnownChoice(chosenId);
    setOpenFor(chosenId);
  }
  if (option === undefined || option.fieldsTemplate === null || questions.length === 0) return null;
  const answered = questions
    .map(({ id, name }) => ({ id, name, answer: liveAnswer(id, option.id).answer.displayValue }))
    .filter(({ answer }) => answer !== '');
  const isOpen = !readOnly && (openFor === option.id || answered.length === 0);
  return (
    <div className={classes['subfields']} role="group" aria-label={t('fields.under', { option: option.name })}>
      {/* With `keepMounted`, the content would be built twice for users who prefer reduced motion, and text typed meanwhile would be
          lost. */}
      <Collapse expanded={isOpen} keepMounted={false} transitionDuration={COLLAPSE_MS}>
        <div className={classes['questions']}>{children(option.fieldsTemplate, option.id)}</div>
      </Collapse>
      {!isOpen && (
        <dl className={classes['summary']}>
          {answered.map(({ id, name, answer }) => (
            <div key={id}>
              <dt>{name}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      )}
      {!readOnly && answered.length > 0 && (
        <Button
          variant="subtle"
          leftSection={isOpen ? null : <IconPencil size={18} aria-hidden />}
          onClick={() => setOpenFor(isOpen ? null : option.id)}
        >
          {t(isOpen ? 'fields.showSummary' : 'fields.editSubfields')}
        </Button>
      )}
    </div>
  );
}
