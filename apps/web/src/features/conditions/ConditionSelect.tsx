import { Group, Select } from '@mantine/core';
import { t } from '../../lib/texts/index.ts';
import { useLateList } from '../../ui/hooks/useLateList.ts';
import { StatusDot, type StatusAppearance } from '../../ui/indicators/StatusDot.tsx';
import { notCheckedAppearance } from './appearance.ts';
import classes from './ConditionSelect.module.css';
import { useConditionAppearance, useConditions } from './queries.ts';

/** Value of Not Checked among the options, which must be strings. */
const NONE = 'notChecked';

/** The four conditions and Not Checked as a drop-down, for places without space for the large buttons. */
export function ConditionSelect({
  label,
  value,
  readOnly,
  onChoose,
}: {
  label: string;
  value: string | null;
  readOnly: boolean;
  onChoose(conditionId: string | null): void;
}) {
  const conditions = useConditions();
  const appearanceOf = useConditionAppearance();
  const appearances = new Map<string, StatusAppearance>([
    ...conditions.map(({ id }): [string, StatusAppearance] => [id, appearanceOf(id)]),
    [NONE, notCheckedAppearance()],
  ]);
  const chosen = appearances.get(value ?? NONE) ?? notCheckedAppearance();
  return (
    <Select
      {...useLateList()}
      size="md"
      maw={360}
      label={t('conditions.title')}
      aria-label={label}
      allowDeselect={false}
      readOnly={readOnly}
      {...(readOnly && { classNames: { input: classes['fixed'] ?? '' }, rightSection: null })}
      leftSection={<StatusDot appearance={chosen} size={22} hidden />}
      data={[...appearances].map(([id, appearance]) => ({ value: id, label: appearance.label }))}
      renderOption={({ option }) => (
        <Group gap="sm" wrap="nowrap">
          <StatusDot appearance={appearances.get(option.value) ?? notCheckedAppearance()} size={20} hidden />
          {option.label}
        </Group>
      )}
      value={value ?? NONE}
      onChange={(id) => onChoose(id === NONE ? null : id)}
    />
  );
}
