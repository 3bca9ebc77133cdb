import type { Field, FieldResponse, FieldsTemplate } from '@holdfast/contract';
import { Group, SegmentedControl, Select, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import { adminQuery } from '../../../lib/calls/adminCalls.ts';
import { t } from '../../../lib/texts/administration.ts';
import { Questions } from '../FieldsFormView.tsx';
import { AnsweringContext, useGatheredAnswers } from '../owner.tsx';
import { previewOf } from './fieldEdits.ts';
import classes from './TemplateEditor.module.css';

/** Answers of an empty form. */
const NO_ANSWERS: readonly FieldResponse[] = [];

/** Maximum number of questions of a form that is rendered at once. */
const SHORT_FORM = 20;

/** Questions in the first render: the list of fields is rendered before its preview. */
const NO_FIELDS: readonly Field[] = [];

/** Value of an empty form in the list of recorded answers. */
const EMPTY = 'empty';

/** The form as inspectors will see it, empty or with recorded answers, for trying it out; entered answers are not saved. */
export const Preview = memo(function Preview({
  template,
  fields,
  templates,
}: {
  template: FieldsTemplate;
  /** In the chosen order, with unsaved changes applied. */
  fields: readonly Field[];
  templates: readonly FieldsTemplate[];
}) {
  const shown = useDeferredValue(fields, NO_FIELDS);
  const trials = useQuery(adminQuery('load the recorded answers', 'getFieldsTemplateTrials', { id: template.id })).data;
  const [chosen, choose] = useState(EMPTY);
  const [width, setWidth] = useState<'phone' | 'tablet'>('tablet');
  const trial = trials?.find(({ ownerId }) => ownerId === chosen);
  return (
    <section className={classes['preview']} aria-label={t('adminFields.preview')}>
      <Group justify="space-between" mb={4}>
        <Title order={2}>{t('adminFields.preview')}</Title>
        <SegmentedControl
          aria-label={t('adminFields.previewSize')}
          data={[
            { value: 'phone', label: t('adminFields.previewPhone') },
            { value: 'tablet', label: t('adminFields.previewTablet') },
          ]}
          value={width}
          onChange={(to) => setWidth(to === 'phone' ? 'phone' : 'tablet')}
        />
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {t(fields.length === 0 ? 'adminFields.previewEmpty' : 'adminFields.previewHint')}
      </Text>
      {trials !== undefined && trials.length > 0 && (
        <Select
          size="md"
          mb="md"
          label={t('adminFields.tryOn')}
          allowDeselect={false}
          data={[
            { value: EMPTY, label: t('adminFields.tryEmpty') },
            ...trials.map(({ ownerId, name, within }) => ({
              value: ownerId,
              label: within === '' ? name : `${name} – ${within}`,
            })),
          ]}
          value={chosen}
          onChange={(to) => choose(to ?? EMPTY)}
        />
      )}
      <div className={classes['screen']} data-width={width}>
        <Form
          key={chosen}
          template={template}
          fields={shown}
          templates={templates}
          answers={trial?.fieldResponses ?? NO_ANSWERS}
        />
      </div>
    </section>
  );
});

const Form = memo(function Form({
  template,
  fields,
  templates,
  answers,
}: {
  template: FieldsTemplate;
  fields: readonly Field[];
  templates: readonly FieldsTemplate[];
  answers: readonly FieldResponse[];
}) {
  const liveAnswer = useGatheredAnswers(answers);
  const answering = useMemo(() => ({ liveAnswer, readOnly: false, timeZone: 'UTC', delayMs: 0 }), [liveAnswer]);
  return (
    <AnsweringContext value={answering}>
      <Questions template={previewOf(template, fields, templates)} drawsWhole={fields.length <= SHORT_FORM} />
    </AnsweringContext>
  );
});
