import type { FieldOption, FieldsTemplate } from '@holdfast/contract';
import { ActionIcon, Button, Text, TextInput, Title } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { callAdmin, useAdminWrites } from '../../../lib/adminCalls.ts';
import { newId } from '../../../lib/ids.ts';
import { t } from '../../../lib/texts/administration.ts';
import { usageText } from './usageText.ts';
import { LongSelect } from '../../../ui/admin/LongSelect.tsx';
import { moved, SortableList } from '../../../ui/admin/SortableList.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { optionProblem } from './fieldEdits.ts';
import classes from './TemplateEditor.module.css';

/** Stands for no further template in the list of choices. */
const NOTHING = 'none';

/** The options of a question: added, renamed, removed, moved; where its type allows it, each opens a further template or nothing. */
export function OptionsEditor({
  options,
  savedIds,
  opens,
  onChange,
}: {
  options: readonly FieldOption[];
  /** Ids of options known to the server: answers may refer to them. */
  savedIds: readonly string[];
  /** Templates that an option can open; null where it cannot open any. */
  opens: readonly FieldsTemplate[] | null;
  onChange(options: FieldOption[]): void;
}) {
  const { attempt } = useAdminWrites();
  const confirm = useConfirm();
  // A new option is named next.
  const [added, setAdded] = useState<string | null>(null);
  const problemOf = (index: number): string | null => {
    const problem = optionProblem(options, index);
    return problem === null ? null : t(`admin.${problem}`);
  };
  const add = (): void => {
    const id = newId();
    setAdded(id);
    onChange([
      ...options,
      {
        id,
        name: t('adminFields.newOption', { place: options.length + 1 }),
        order: options.length,
        fieldsTemplateId: null,
        fieldsTemplate: null,
      },
    ]);
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
      {options.length === 0 && (
        <Text c="dimmed" py="xs">
          {t('adminFields.noOptions')}
        </Text>
      )}
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
      <Button variant="subtle" mt="xs" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
        {t('adminFields.addOption')}
      </Button>
    </section>
  );
}

/** Returns the templates that an option can open, and the one it opens already, of any type. */
function furtherTemplates(
  opens: readonly FieldsTemplate[],
  { fieldsTemplate }: FieldOption,
): readonly Pick<FieldsTemplate, 'id' | 'name'>[] {
  return fieldsTemplate === null || opens.some(({ id }) => id === fieldsTemplate.id)
    ? opens
    : [...opens, fieldsTemplate];
}
