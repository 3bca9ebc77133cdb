import type { FieldOption, FieldsTemplate } from '@holdfast/contract';
import { ActionIcon, Button, Text, TextInput, Title } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { callAdmin, useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { newId } from '../../../lib/ids.ts';
import { t } from '../../../lib/texts/administration.ts';
import { usageText } from './usageText.ts';
import { LongSelect } from '../../../ui/admin/LongSelect.tsx';
import { moved, SortableList } from '../../../ui/admin/SortableList.tsx';
import { useConfirm } from '../../../ui/dialogs/confirm.tsx';
import { optionProblem } from './fieldEdits.ts';
import classes from './TemplateEditor.module.css';

/** Value of "no further template" in the list of templates. */
const NOTHING = 'none';

/** The options of a question: they can be added, renamed, removed and moved; in some field types, each can open a further template. */
export function OptionsEditor({
  options,
  savedIds,
  opens,
  onChange,
}: {
  options: readonly FieldOption[];
  /** Ids of options that are stored on the server: answers may refer to them. */
  savedIds: readonly string[];
  /** Templates that an option can open; null when options of this type cannot open any. */
  opens: readonly FieldsTemplate[] | null;
  onChange(options: FieldOption[]): void;
}) {
  const { attempt } = useAdminWrites();
  const confirm = useConfirm();
  // The focus is on the name of a new option.
  const [added, setAdded] = useState<string | null>(null);
  const problemOf = (index: number): string | null => {
    const problem = optionProblem(options, index);
    return problem === null ? null : t(`admin.${problem}`);
  };
  const add = (place: number): void => {
    const option = optionCalled(t('adminFields.newOption', { place: options.length + 1 }));
    setAdded(option.id);
    onChange(options.toSpliced(place, 0, option));
  };
  /** Inserts a copied list, one option per line. @returns false when the text is no list */
  const paste = (index: number, text: string): boolean => {
    const names = text
      .split(/[\r\n]+/)
      .map((name) => name.trim())
      .filter((name) => name !== '');
    if (names.length < 2) return false;
    // The first line fills an option without a name.
    const { id, name } = options[index]!;
    const isNamed = name.trim() !== '' && id !== added;
    const [first, ...rest] = names as [string, ...string[]];
    const made = (isNamed ? names : rest).map((one) => optionCalled(one));
    setAdded(null);
    onChange(
      (isNamed ? options : options.with(index, { ...options[index]!, name: first })).toSpliced(index + 1, 0, ...made),
    );
    return true;
  };
  const change = (index: number, part: Partial<FieldOption>): void =>
    onChange(options.with(index, { ...options[index]!, ...part }));
  const remove = async ({ id, name }: FieldOption): Promise<void> => {
    if (savedIds.includes(id)) {
      const usage = await callAdmin('load the usage', 'getFieldOptionUsage', { id });
      const question = {
        title: t('adminFields.optionRemoveTitle', { name }),
        text: usageText(usage),
        confirm: t('admin.remove'),
        danger: true,
      };
      if (!(await confirm(question))) return;
    }
    onChange(options.filter((option) => option.id !== id));
  };
  return (
    <section className={classes['options']} aria-label={t('adminFields.options')}>
      <Title order={3}>{t('adminFields.options')}</Title>
      <Text size="sm" c="dimmed" py={4}>
        {t(options.length === 0 ? 'adminFields.noOptions' : 'adminFields.optionsHint')}
      </Text>
      <SortableList
        label={t('adminFields.options')}
        entries={options}
        onMove={(from, to) => onChange(moved(options, from, to))}
        renderHead={(option, index) => (
          <div className={classes['option']}>
            <TextInput
              size="md"
              className={classes['optionName'] ?? ''}
              aria-label={t('adminFields.option', { place: index + 1 })}
              maxLength={300}
              value={option.name}
              error={problemOf(index)}
              autoFocus={option.id === added}
              onFocus={(event) => {
                if (option.id === added) event.currentTarget.select();
              }}
              onChange={(event) => change(index, { name: event.currentTarget.value })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                event.preventDefault();
                add(index + 1);
              }}
              onPaste={(event) => {
                if (paste(index, event.clipboardData.getData('text/plain'))) event.preventDefault();
              }}
            />
            {opens !== null && (
              <LongSelect
                className={classes['optionOpens'] ?? ''}
                aria-label={t('adminFields.furtherQuestions', { name: option.name })}
                allowDeselect={false}
                nothingFoundMessage={t('dropdown.noOptions')}
                data={[
                  { value: NOTHING, label: t('adminFields.noFurtherQuestions') },
                  ...furtherTemplates(opens, option).map(({ id, name }) => ({ value: id, label: name })),
                ]}
                value={option.fieldsTemplateId ?? NOTHING}
                onChange={(to) => change(index, { fieldsTemplateId: to === NOTHING ? null : to })}
              />
            )}
            <ActionIcon
              size={44}
              aria-label={t('adminFields.optionRemove', { name: option.name })}
              onClick={() => void attempt(() => remove(option))}
            >
              <IconX size={18} />
            </ActionIcon>
          </div>
        )}
      />
      <Button
        variant="subtle"
        mt="xs"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => add(options.length)}
      >
        {t('adminFields.addOption')}
      </Button>
    </section>
  );
}

function optionCalled(name: string): FieldOption {
  return { id: newId(), name, order: 0, fieldsTemplateId: null, fieldsTemplate: null };
}

/** Returns the templates that an option can open, including the one it already opens, of any type. */
function furtherTemplates(
  opens: readonly FieldsTemplate[],
  { fieldsTemplate }: FieldOption,
): readonly Pick<FieldsTemplate, 'id' | 'name'>[] {
  return fieldsTemplate === null || opens.some(({ id }) => id === fieldsTemplate.id)
    ? opens
    : [...opens, fieldsTemplate];
}
