import type { Field, FieldsTemplate, FieldType, RuleFault } from '@holdfast/contract';
import { Alert, Button, Group, Switch, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconAlertCircle, IconChevronDown, IconChevronRight, IconPointFilled, IconTrash } from '@tabler/icons-react';
import { startTransition, useDeferredValue, useMemo, useOptimistic, useState } from 'react';
import { reasonOf } from '../../../lib/calls/failures.ts';
import { useConflictAuthor } from '../../users/people.ts';
import { optionListOf } from '../templateTypes.ts';
import { t } from '../../../lib/texts/administration.ts';
import { ConflictNotice } from '../../../ui/admin/ConflictNotice.tsx';
import { differencesOf } from '../../../ui/admin/differences.ts';
import { useStableHandlers } from '../../../ui/hooks/useStableHandlers.ts';
import { GrowingText } from '../../../ui/inputs/GrowingText.tsx';
import { LateSelect } from '../../../ui/inputs/LateSelect.tsx';
import { type FieldEdit, fieldValuesOf, type FieldValues, isNewField, proposedShortName } from './fieldEdits.ts';
import { FieldImages } from './FieldImages.tsx';
import { OptionsEditor } from './OptionsEditor.tsx';
import { RulesEditor, wordsOfRules } from './rules/RulesEditor.tsx';
import classes from './TemplateEditor.module.css';

const NO_IDS: readonly string[] = [];

/** The head of a question in the list; a press opens its panel. */
export function FieldHead({
  id,
  name,
  type,
  isRequired,
  isOpen,
  isChanged,
  isFaulty,
  onToggle,
}: {
  id: string;
  name: string;
  /** Name of the type of the question. */
  type: string;
  isRequired: boolean;
  isOpen: boolean;
  isChanged: boolean;
  /** True when a rule of the question has an error. */
  isFaulty: boolean;
  /** Must be the same function in every render: there may be hundreds of questions. */
  onToggle(id: string): void;
}) {
  return (
    <UnstyledButton className={classes['head']} aria-expanded={isOpen} onClick={() => onToggle(id)}>
      {isOpen ? (
        <IconChevronDown size={18} className={classes['chevron']} aria-hidden />
      ) : (
        <IconChevronRight size={18} className={classes['chevron']} aria-hidden />
      )}
      <span className={classes['name']}>
        {name}
        {isRequired && ' *'}
      </span>
      {isFaulty && (
        <IconAlertCircle size={18} color="var(--mantine-color-error)" role="img" aria-label={t('adminRules.faulty')} />
      )}
      {isChanged && (
        <IconPointFilled size={18} color="var(--holdfast-ring)" role="img" aria-label={t('adminFields.notSaved')} />
      )}
      <span className={classes['type']}>{type}</span>
    </UnstyledButton>
  );
}

/** Form for the properties of a question. Changes are kept until the template is saved. */
export function FieldPanel({
  field,
  isNew,
  isDraft = false,
  fields,
  faults,
  edit,
  types,
  templates,
  onChange,
  onSaveOnTop,
  onTakeTheirs,
  onDelete,
}: {
  /** The saved state of the question. */
  field: Field;
  /** True for a question that was just added: the focus is on its name. */
  isNew: boolean;
  /** True when the question belongs to a draft: changes have no effect before it is published, and the pictures are those in use. */
  isDraft?: boolean;
  /** All questions of the template, which rules can refer to. */
  fields: readonly Field[];
  /** Errors in the rules of the template. */
  faults: readonly RuleFault[];
  edit: FieldEdit | undefined;
  types: readonly FieldType[];
  /** Templates that options can open. */
  templates: readonly FieldsTemplate[];
  onChange(part: Partial<FieldValues>): void;
  onSaveOnTop(): void;
  onTakeTheirs(): void;
  onDelete(): void;
}) {
  const known = { ...fieldValuesOf(field), ...edit?.values };
  // Typed text is shown at once; the list and the preview are updated when there is time.
  const [ahead, setAhead] = useState<{ over: FieldEdit | undefined; part: Partial<FieldValues> } | null>(null);
  const values = { ...known, ...(ahead?.over === edit ? ahead?.part : {}) };
  const changeLater = (part: Partial<FieldValues>): void => startTransition(() => onChange(part));
  const change = (part: Partial<FieldValues>): void => {
    setAhead({ over: edit, part: { ...(ahead?.over === edit ? ahead?.part : {}), ...part } });
    changeLater(part);
  };
  const { name, shortName, description, fieldTypeId, required, showInList, options } = values;
  const ruled = useMemo(() => {
    const part = ahead?.over === edit ? ahead?.part : {};
    const changed = { ...field, ...edit?.values, ...part };
    return { ...changed, fieldType: types.find(({ id }) => id === changed.fieldTypeId) ?? field.fieldType };
  }, [field, edit, ahead, types]);
  const ownFaults = useMemo(() => faults.filter(({ fieldId }) => fieldId === field.id), [faults, field.id]);
  const { setRules } = useStableHandlers({ setRules: (rules: FieldValues['rules']) => change({ rules }) });
  const optionList = optionListOf(fieldTypeId);
  // The name is shown with the press that opens the panel, and takes the next key; the rest of the form is rendered after it.
  const isWhole = useDeferredValue(true, false);
  // The short name of a question that has no name of its own yet is derived from its name until the user types one.
  const isUnnamed = isNew || field.name === t('adminFields.newField');
  const renamed = (to: string): Partial<FieldValues> =>
    isUnnamed && (shortName === '' || shortName === proposedShortName(name))
      ? { name: to, shortName: proposedShortName(to) }
      : { name: to };
  return (
    <div className={classes['panel']}>
      {edit?.conflict != null && (
        <Conflict edit={edit} yours={known} types={types} onSaveOnTop={onSaveOnTop} onTakeTheirs={onTakeTheirs} />
      )}
      {edit?.failure instanceof Error && (
        <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />} title={edit.failure.message}>
          {reasonOf(edit.failure)}
        </Alert>
      )}
      <div className={classes['pair']}>
        <PromptText
          label={t('admin.name')}
          isNeeded
          autoFocus={isNew}
          isSelected={name === t('adminFields.newField')}
          value={name}
          onChange={(to) => changeLater(renamed(to))}
        />
        {isWhole && (
          <LateSelect
            label={t('adminFields.type')}
            allowDeselect={false}
            data={types.map((type) => ({ value: type.id, label: type.name }))}
            value={fieldTypeId}
            onChange={(to) => {
              if (to !== null) change({ fieldTypeId: to });
            }}
          />
        )}
      </div>
      {isWhole && (
        <>
          {optionList === undefined && options.length > 0 && (
            <Text size="sm" role="status">
              {t('adminFields.typeLosesOptions', { count: options.length })}
            </Text>
          )}
          {optionList !== undefined && (
            <OptionsEditor
              options={options}
              savedIds={isDraft ? NO_IDS : field.options.map(({ id }) => id)}
              opens={optionList.subfields ? templates.filter(({ id }) => id !== field.fieldsTemplateId) : null}
              onChange={(to) => change({ options: to })}
            />
          )}
          <GrowingText
            label={t('adminFields.description')}
            description={t('adminFields.descriptionHint')}
            maxRows={6}
            maxLength={20_000}
            value={description}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
          <PromptText
            label={t('admin.shortName')}
            description={t('adminFields.shortNameHint')}
            value={shortName}
            onChange={(to) => changeLater({ shortName: to })}
          />
          <Group gap="xl">
            <Switch
              size="md"
              label={t('adminFields.required')}
              checked={required}
              onChange={(event) => change({ required: event.currentTarget.checked })}
            />
            <Switch
              size="md"
              label={t('adminFields.showInList')}
              checked={showInList}
              onChange={(event) => change({ showInList: event.currentTarget.checked })}
            />
          </Group>
          <RulesEditor field={ruled} fields={fields} faults={ownFaults} onChange={setRules} />
          {!isDraft && !isNewField(field) && <FieldImages field={field} />}
          <Group justify="flex-end">
            <Button
              variant="default"
              c="var(--mantine-color-error)"
              leftSection={<IconTrash size={18} aria-hidden />}
              onClick={onDelete}
            >
              {t('adminFields.delete')}
            </Button>
          </Group>
        </>
      )}
    </div>
  );
}

/**
 * A line of text that shows what is typed at once: a key renders this field alone, and the form, the list and the preview when there is
 * time.
 */
function PromptText({
  label,
  description,
  value,
  isNeeded = false,
  isSelected = false,
  autoFocus = false,
  onChange,
}: {
  label: string;
  description?: string;
  value: string;
  /** True when it must not be blank. */
  isNeeded?: boolean;
  /** True when the text is selected on focus, so that typing replaces it. */
  isSelected?: boolean;
  autoFocus?: boolean;
  onChange(value: string): void;
}) {
  const [shown, show] = useOptimistic(value);
  return (
    <TextInput
      size="md"
      label={label}
      description={description}
      required={isNeeded}
      maxLength={300}
      value={shown}
      error={isNeeded && shown.trim() === '' ? t('admin.nameNeeded') : null}
      autoFocus={autoFocus}
      onFocus={(event) => isSelected && event.currentTarget.select()}
      onChange={({ currentTarget: { value: typed } }) =>
        startTransition(() => {
          show(typed);
          onChange(typed);
        })
      }
    />
  );
}

function Conflict({
  edit,
  yours,
  types,
  onSaveOnTop,
  onTakeTheirs,
}: {
  edit: FieldEdit;
  yours: FieldValues;
  types: readonly FieldType[];
  onSaveOnTop(): void;
  onTakeTheirs(): void;
}) {
  const who = useConflictAuthor(edit.conflict?.by ?? null);
  if (edit.conflict === null) return null;
  return (
    <ConflictNotice
      who={who}
      at={edit.conflict.at}
      differences={differencesOf(yours, edit.conflict.theirs, {
        name: { name: t('admin.name') },
        shortName: { name: t('admin.shortName') },
        description: { name: t('adminFields.description') },
        fieldTypeId: { name: t('adminFields.type'), text: (id) => types.find((type) => type.id === id)?.name ?? '' },
        required: { name: t('adminFields.required') },
        showInList: { name: t('adminFields.showInList') },
        rules: { name: t('adminRules.title'), text: (rules) => wordsOfRules(rules) },
        options: { name: t('adminFields.options'), text: (list) => list.map((option) => option.name).join(', ') },
      })}
      isSaving={false}
      onSaveOnTop={onSaveOnTop}
      onTakeTheirs={onTakeTheirs}
    />
  );
}
