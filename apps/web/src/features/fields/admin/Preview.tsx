import type { Field, FieldResponse, FieldsForm, FieldsTemplate } from '@holdfast/contract';
import { Text, Title } from '@mantine/core';
import { memo, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { t } from '../../../lib/texts/index.ts';
import { FieldsFormView } from '../FieldsFormView.tsx';
import type { AnswerOwner, GivenAnswer } from '../mutations.ts';
import { previewOf } from './fieldEdits.ts';
import classes from './TemplateEditor.module.css';

/** The form as inspectors will see it, to be tried out; nothing entered here is saved. */
export function Preview({
  template,
  fields,
  templates,
}: {
  template: FieldsTemplate;
  /** In the order wanted, with the changes that are not saved yet. */
  fields: readonly Field[];
  templates: readonly FieldsTemplate[];
}) {
  const shown = useDeferredValue(fields);
  return (
    <section className={classes['preview']} aria-label={t('adminFields.preview')}>
      <Title order={2}>{t('adminFields.preview')}</Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(shown.length === 0 ? 'adminFields.previewEmpty' : 'adminFields.previewHint')}
      </Text>
      <Form template={template} fields={shown} templates={templates} />
    </section>
  );
}

const Form = memo(function Form({
  template,
  fields,
  templates,
}: {
  template: FieldsTemplate;
  fields: readonly Field[];
  templates: readonly FieldsTemplate[];
}) {
  const [answers, setAnswers] = useState<readonly GivenAnswer[]>([]);
  const keep = useCallback(
    (answer: GivenAnswer) =>
      setAnswers((before) => [...before.filter((other) => !isSameQuestion(other, answer)), answer]),
    [],
  );
  const owner = useMemo<AnswerOwner>(
    () => ({ kind: 'form', formId: `preview:${template.id}`, keep }),
    [template.id, keep],
  );
  const form = useMemo<FieldsForm>(
    () => ({
      fieldsTemplates: [previewOf(template, fields, templates)],
      fieldResponses: answers.map(responseOf),
      removedFields: [],
    }),
    [template, fields, templates, answers],
  );
  return <FieldsFormView form={form} owner={owner} readOnly={false} timeZone="UTC" delayMs={0} />;
});

function isSameQuestion(a: GivenAnswer, b: GivenAnswer): boolean {
  return a.fieldId === b.fieldId && a.parentFieldOptionId === b.parentFieldOptionId;
}

/** An answer nobody stored, in the shape of one that is. */
function responseOf(answer: GivenAnswer): FieldResponse {
  return {
    ...answer,
    id: `${answer.fieldId}:${answer.parentFieldOptionId ?? ''}`,
    itemId: null,
    recordedDate: '',
    createdAt: '',
    updatedAt: '',
    createdByUserID: '',
    updatedByUserID: '',
    deletedAt: null,
    clock: '',
  };
}
