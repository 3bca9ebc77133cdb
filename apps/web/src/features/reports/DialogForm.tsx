import type { DialogValue, ReportDialog } from '@holdfast/contract';
import { Button, Checkbox, NumberInput, Radio, Select, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { type FormEvent, Suspense, useState } from 'react';
import { part } from '../../lib/parts.ts';
import { t } from '../../lib/texts/reports.ts';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import classes from './DialogForm.module.css';
import { Choices, FreeChoice, LISTED_OPTIONS, SHOWN_OPTIONS } from './dialogChoices.tsx';
import { type Answer, mergedValues, valuesOf } from './dialogAnswers.ts';

const DateField = part(() => import('./DialogDate.tsx'));

type Part = ReportDialog['parts'][number];
type Field = Exclude<Part, { kind: 'note' | 'heading' }>;
type Input = Exclude<Field, { kind: 'button' }>;

/**
 * The form of a dialog that a report shows before it is printed. A dialog that is asked again keeps what was entered, with what the script of the
 * report made of it.
 */
export default function DialogForm({
  dialog,
  isBusy = false,
  onAnswer,
  onCancel,
}: {
  dialog: ReportDialog;
  /** The answer that confirms the dialog is being processed. */
  isBusy?: boolean;
  onAnswer(answer: Answer): void;
  onCancel?(): void;
}) {
  const [form, setForm] = useState(() => {
    const values = valuesOf(dialog);
    return { dialog, values, sent: values };
  });
  if (form.dialog !== dialog) {
    const values = mergedValues(dialog, form);
    setForm({ dialog, values, sent: values });
  }
  const { values } = form;
  const answer = (sent: typeof values, more?: Partial<Answer>): void => {
    setForm({ dialog, values: sent, sent });
    onAnswer({ values: sent, ...more });
  };
  const change = (field: Input, value: DialogValue, isDone: boolean): void => {
    const next = { ...values, [field.name]: value };
    if (field.refreshes && isDone) answer(next, { isOpen: true });
    else setForm({ ...form, values: next });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // A form in a dialog of React is also inside the forms around that dialog.
    event.stopPropagation();
    if (!isBusy) answer(values);
  };
  return (
    <form onSubmit={submit} aria-label={dialog.title} aria-busy={isBusy} className={classes['form']}>
      <Stack gap="md">
        {dialog.title !== '' && (
          <Title order={3} size="h4">
            {dialog.title}
          </Title>
        )}
        {dialog.parts.map((part, index) => {
          if (part.kind === 'note')
            return (
              <Text key={index} className={classes['note'] ?? ''}>
                {part.text}
              </Text>
            );
          if (part.kind === 'heading')
            return (
              <Title key={index} order={4} size="h5">
                {part.text}
              </Title>
            );
          if (part.kind === 'button')
            return (
              <Button
                key={part.name}
                variant="default"
                disabled={!part.isEnabled || isBusy}
                className={classes['button'] ?? ''}
                onClick={() => answer(values, { isOpen: true, pressed: part.name })}
              >
                {part.label}
              </Button>
            );
          return (
            <DialogInput
              key={part.name}
              field={part}
              value={values[part.name] ?? null}
              onChange={(value, isDone) => change(part, value, isDone)}
            />
          );
        })}
        <DialogActions>
          {onCancel !== undefined && (
            <Button variant="default" onClick={onCancel}>
              {t('actions.cancel')}
            </Button>
          )}
          <Button type="submit" loading={isBusy}>
            {dialog.confirm}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}

function DialogInput({
  field,
  value,
  onChange,
}: {
  field: Input;
  value: DialogValue;
  /** @param isDone false while a text is being typed */
  onChange(value: DialogValue, isDone: boolean): void;
}) {
  const shared = { label: field.label, error: field.error, disabled: !field.isEnabled, size: 'md' } as const;
  switch (field.kind) {
    case 'text': {
      const text = {
        ...shared,
        value: String(value ?? ''),
        maxLength: 10_000,
        onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value, false),
        // The value is complete when the field is left.
        onBlur: () => value !== field.value && onChange(value, true),
      };
      return field.isMultiline ? <Textarea {...text} autosize minRows={3} maxRows={10} /> : <TextInput {...text} />;
    }
    case 'number':
      return (
        <NumberInput
          {...shared}
          value={typeof value === 'number' ? value : ''}
          decimalScale={field.decimals}
          description={t('reports.dialog.range', { minimum: field.minimum, maximum: field.maximum })}
          onChange={(next) => onChange(typeof next === 'number' ? next : null, false)}
          onBlur={() => value !== field.value && onChange(value, true)}
        />
      );
    case 'check':
      return (
        <Checkbox
          {...shared}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked, true)}
        />
      );
    case 'radio':
      return (
        <Radio.Group
          size="md"
          aria-label={t('reports.dialog.options')}
          error={field.error}
          value={typeof value === 'string' ? value : ''}
          onChange={(next) => onChange(next, true)}
        >
          <Stack gap="sm">
            {field.options.map(({ name, label }) => (
              <Radio key={name} value={name} label={label} size="md" disabled={!field.isEnabled} />
            ))}
          </Stack>
        </Radio.Group>
      );
    case 'date':
      return (
        <Suspense fallback={<TextInput {...shared} value="" readOnly />}>
          <DateField
            field={field}
            value={typeof value === 'string' ? value : null}
            onChange={(next) => onChange(next, true)}
          />
        </Suspense>
      );
    case 'choice':
      if (field.isFree) return <FreeChoice field={field} value={String(value ?? '')} onChange={onChange} />;
      return (
        <Select
          {...shared}
          clearable
          searchable={field.options.length > SHOWN_OPTIONS}
          nothingFoundMessage={t('dropdown.noOptions')}
          placeholder={t('reports.dialog.choose')}
          data={[...new Set(field.options)]}
          limit={LISTED_OPTIONS}
          value={value === '' || typeof value !== 'string' ? null : value}
          onChange={(next) => onChange(next ?? '', true)}
        />
      );
    default:
      return (
        <Choices field={field} value={Array.isArray(value) ? value : []} onChange={(next) => onChange(next, true)} />
      );
  }
}
