import type { Field, FieldResponse, FieldsTemplate } from '@holdfast/contract';
import { Text, Title } from '@mantine/core';
import { memo, useDeferredValue, useMemo } from 'react';
import { t } from '../../../lib/texts/index.ts';
import { Questions } from '../FieldsFormView.tsx';
import { AnsweringContext, useGatheredAnswers } from '../owner.tsx';
import { previewOf } from './fieldEdits.ts';
import classes from './TemplateEditor.module.css';

/** Answers of an empty form. */
const NO_ANSWERS: readonly FieldResponse[] = [];

/** A form up to this many questions is drawn at once. */
const SHORT_FORM = 20;

/** Fields drawn at first: the list of fields is drawn before its preview. */
const NO_FIELDS: readonly Field[] = [];

/** The form as inspectors will see it, to be tried out; nothing entered here is saved. */
export function Preview({
  template,
  fields,
  templates,
}: {
  template: FieldsTemplate;
  /** In the chosen order, with the changes that are not saved yet. */
  fields: readonly Field[];
  templates: readonly FieldsTemplate[];
}) {
  const shown = useDeferredValue(fields, NO_FIELDS);
  return (
    <section className={classes['preview']} aria-label={t('adminFields.preview')}>
      <Title order={2}>{t('adminFields.preview')}</Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(fields.length === 0 ? 'adminFields.previewEmpty' : 'adminFields.previewHint')}
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
  const look = useGatheredAnswers(NO_ANSWERS);
  const answering = useMemo(() => ({ look, readOnly: false, timeZone: 'UTC', delayMs: 0 }), [look]);
  return (
    <AnsweringContext value={answering}>
      <Questions template={previewOf(template, fields, templates)} drawsWhole={fields.length <= SHORT_FORM} />
    </AnsweringContext>
  );
});
