import type { FieldResponse, FieldsForm, FieldsTemplate } from '@holdfast/contract';
import { Paper, Stack, Title } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { t } from '../../lib/texts/index.ts';
import classes from './FieldsFormView.module.css';
import { type AnswerOwner, ownerKey } from './mutations.ts';
import { type Answering, AnsweringContext, useSavedAnswers } from './owner.tsx';
import { QuestionList, RemovedQuestions } from './Question.tsx';
import { sharedTemplate } from './sharedTemplates.ts';

type Around = Pick<Answering, 'readOnly' | 'timeZone' | 'delayMs' | 'condition'>;

/** A form: its templates one below another; answers are saved automatically. */
export function FieldsFormView({
  form,
  owner,
  lastTime,
  isFlat = false,
  readOnly,
  timeZone,
  delayMs,
  condition = '',
}: {
  form: FieldsForm;
  owner: AnswerOwner;
  /** Answers of the previous inspection, shown beside the current ones. */
  lastTime: readonly FieldResponse[];
  /** Omits the border around each template, for forms that already have one around all of them. */
  isFlat?: boolean;
} & Around) {
  const responses = form.fieldResponses;
  const liveAnswer = useSavedAnswers(owner, responses);
  const answering = useMemo(
    () => ({
      liveAnswer,
      readOnly,
      timeZone,
      delayMs,
      lastTime,
      condition,
      about: ownerKey(owner),
      itemId: owner.itemId,
      ...inspectionOf(owner),
    }),
    [liveAnswer, readOnly, timeZone, delayMs, lastTime, condition, owner],
  );
  const Frame = isFlat ? FlatSection : FramedSection;
  const removed = form.removedFields.filter(({ id }) =>
    responses.some(({ fieldId, value }) => fieldId === id && value !== ''),
  );
  return (
    <AnsweringContext value={answering}>
      <Stack gap="md">
        {form.fieldsTemplates
          .filter(({ fields }) => fields.length > 0)
          .map((template) => (
            <Frame key={template.id} title={template.name}>
              <Questions template={sharedTemplate(template)} />
            </Frame>
          ))}
        {removed.length > 0 && (
          <Frame title={t('fields.removed')}>
            <RemovedQuestions fields={removed} responses={responses} />
          </Frame>
        )}
      </Stack>
    </AnsweringContext>
  );
}

function inspectionOf(owner: AnswerOwner): { installationInspectionId?: string } {
  return owner.kind === 'item' ? {} : { installationInspectionId: owner.installationInspectionId };
}

function FramedSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper component="section" p="lg" aria-label={title}>
      <Title order={2} fz="md" mb="md">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

function FlatSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={title}>
      <Title order={4} fz="md" mb="sm">
        {title}
      </Title>
      {children}
    </div>
  );
}

/** Questions of a template, in as many columns as fit. Must be inside an `AnsweringContext`. */
export function Questions({ template, drawsWhole = true }: { template: FieldsTemplate; drawsWhole?: boolean }) {
  return (
    <div className={classes['questions']}>
      <QuestionList template={template} awaited={drawsWhole ? undefined : classes['awaited']} />
    </div>
  );
}
