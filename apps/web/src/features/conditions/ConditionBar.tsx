import { t } from '../../lib/texts/index.ts';
import { type Choice, ChoiceBar } from '../../ui/inputs/ChoiceBar.tsx';
import { useCommands } from '../../ui/shortcuts/commands.tsx';
import { appearanceOf, notCheckedAppearance } from './appearance.ts';
import { useConditions } from './queries.ts';

/**
 * The four conditions and Not Checked as five large buttons, with the keys 1–4 and 0.
 * @param isComing true while the item is still being sent
 */
export function ConditionBar({
  itemName,
  value,
  isComing,
  disabled,
  onChoose,
}: {
  itemName: string;
  value: string | null;
  isComing: boolean;
  disabled: boolean;
  onChoose(conditionId: string | null): void;
}) {
  const conditions = useConditions();
  const choices: Choice<string | null>[] = [
    ...conditions.map((condition, index) => ({
      value: condition.id,
      appearance: appearanceOf(condition),
      keyHint: String(index + 1),
    })),
    { value: null, appearance: notCheckedAppearance(), keyHint: '0' },
  ];
  useCommands(
    disabled
      ? []
      : choices.map(({ value: choice, appearance, keyHint }) => ({
          id: `condition-${keyHint}`,
          group: t('shortcuts.item'),
          label: t('conditions.set', { condition: appearance.label }),
          keys: keyHint,
          run: () => onChoose(choice),
        })),
  );
  return (
    <ChoiceBar
      label={t('conditions.question', { item: itemName })}
      choices={choices}
      value={value}
      isBusy={isComing}
      disabled={disabled}
      onChoose={onChoose}
    />
  );
}
