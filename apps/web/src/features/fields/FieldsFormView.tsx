import type { FieldsForm } from '@holdfast/contract';
import { Paper, Stack, Title } from '@mantine/core';
import { useMemo } from 'react';
import { t } from '../../lib/texts/index.ts';
import classes from './FieldsFormView.module.css';
import type { AnswerOwner } from './mutations.ts';
import { type Answering, AnsweringContext } from './owner.tsx';
import { Question, RemovedQuestions } from './Question.tsx';

/** A form: its sets of questions one below the other, answers saved by themselves. */
export function FieldsFormView({
  form,
  owner,
  readOnly,
  timeZone,
  delayMs,
}: { form: FieldsForm; owner: AnswerOwner } & Pick<Answering, 'readOnly' | 'timeZone' | 'delayMs'>) {
  const responses = form.fieldResponses;
  const answering = useMemo(
    () => ({ owner, responses, readOnly, timeZone, delayMs }),
    [owner, responses, readOnly, timeZone, delayMs],
  );
  const removed = form.removedFields.filter(({ id }) =>
    responses.some(({ fieldId, value }) => fieldId === id && value !== ''),
  );
  return (
    <AnsweringContext value={answering}>
      <Stack gap="md">
        {form.fieldsTemplates
          .filter(({ fields }) => fields.length > 0)
          .map(({ id, name, fields }) => (
            <Paper key={id} component="section" p="lg" aria-label={name}>
              <Title order={3} mb="md">
                {name}
              </Title>
              <div className={classes['questions']}>
                {fields.map((field) => (
                  <Question key={field.id} field={field} />
                ))}
              </div>
            </Paper>
          ))}
        {removed.length > 0 && (
          <Paper component="section" p="lg" aria-label={t('fields.removed')}>
            <Title order={3} mb="md">
              {t('fields.removed')}
            </Title>
            <RemovedQuestions fields={removed} />
          </Paper>
        )}
      </Stack>
    </AnsweringContext>
  );
}
