import type { Field, RuleFault } from '@holdfast/contract';
import { Button, Group, Menu, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { GrowingText } from '../../../../ui/inputs/GrowingText.tsx';
import { LateSelect } from '../../../../ui/inputs/LateSelect.tsx';
import { t } from '../../../../lib/texts/administration.ts';
import { useConditions } from '../../../conditions/index.ts';

/** Longest expression, in characters. */
const LONGEST = 2_000;
/** Name of the item's condition in expressions. */
const CONDITION = 'Condition';

/** The properties of a question that expressions use. */
type Named = Pick<Field, 'id' | 'name' | 'shortName' | 'fieldType' | 'options'>;

/** An input for an expression, with a list of the names it can use and a form for simple comparisons. */
export function ExpressionInput({
  label,
  description,
  value,
  fields,
  withCondition = false,
  buildsConditions = false,
  isNew = false,
  fault,
  onChange,
}: {
  label: string;
  description: string;
  value: string;
  /** Questions that the expression can use. */
  fields: readonly Named[];
  /** True when the expression can use the condition of the item. */
  withCondition?: boolean;
  /** True for an expression that answers yes or no: while it is empty, a comparison can be chosen from lists. */
  buildsConditions?: boolean;
  /** True for an expression that was just added: it has the focus, and typing replaces it. */
  isNew?: boolean;
  fault: RuleFault | undefined;
  onChange(value: string): void;
}) {
  const input = useRef<HTMLTextAreaElement>(null);
  const isUntouched = useRef(true);
  const names = [...fields.map(nameOf), ...(withCondition ? [CONDITION] : [])].filter((name) => name !== '');
  const insert = (name: string): void => {
    const at = input.current?.selectionStart ?? value.length;
    const until = input.current?.selectionEnd ?? at;
    onChange(`${value.slice(0, at)}[${name}]${value.slice(until)}`);
    input.current?.focus();
  };
  return (
    <div>
      <GrowingText
        ref={input}
        label={label}
        description={description}
        isCode
        maxRows={6}
        maxLength={LONGEST}
        spellCheck={false}
        autoFocus={isNew}
        onFocus={(event) => {
          if (isNew && isUntouched.current) event.currentTarget.select();
          isUntouched.current = false;
        }}
        value={value}
        error={fault === undefined ? null : faultText(fault, value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group gap="xs" mt={4}>
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <Button
              variant="subtle"
              size="compact-md"
              leftSection={<IconPlus size={16} aria-hidden />}
              disabled={names.length === 0}
            >
              {t('adminRules.insert')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
            {names.map((name) => (
              <Menu.Item key={name} onClick={() => insert(name)}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
      {buildsConditions && value === '' && (
        <Comparison fields={fields} withCondition={withCondition} onWrite={onChange} />
      )}
    </div>
  );
}

function faultText({ message, position }: RuleFault, value: string): string {
  if (position === null || position === 0 || position >= value.length) return message;
  return t('adminRules.faultAt', { message, near: value.slice(position, position + 20) });
}

/** Returns the name of a question in expressions. */
function nameOf({ shortName, name }: Named): string {
  return shortName === '' ? name : shortName;
}

const OPERATORS = ['==', '!=', '>', '<'] as const;

/** A form for a comparison: a question, "is" or "is not", and a value. */
function Comparison({
  fields,
  withCondition,
  onWrite,
}: {
  fields: readonly Named[];
  withCondition: boolean;
  onWrite(expression: string): void;
}) {
  const conditions = useConditions();
  const [name, setName] = useState<string | null>(null);
  const [operator, setOperator] = useState<string>('==');
  const [compared, setCompared] = useState('');
  const field = fields.find((one) => nameOf(one) === name);
  const isNumber = field?.fieldType.name === 'Number';
  const isYesNo = field?.fieldType.name === 'Checkbox';
  const choices =
    name === CONDITION && field === undefined
      ? conditions.map((condition) => condition.name)
      : isYesNo
        ? ['true', 'false']
        : (field?.options.map((option) => option.name) ?? []);
  const offered = [...new Set([...fields.filter(isComparable).map(nameOf), ...(withCondition ? [CONDITION] : [])])];
  const write = (value: string): void => {
    if (name === null || value.trim() === '') return;
    const written = isNumber || isYesNo ? value.trim().replace(',', '.') : JSON.stringify(value);
    const isMulti = field?.fieldType.name === 'Multi-select';
    onWrite(
      isMulti ? `${operator === '!=' ? '!' : ''}[${name}].Contains(${written})` : `[${name}] ${operator} ${written}`,
    );
  };
  if (offered.length === 0) return null;
  return (
    <Group gap="xs" mt={4} align="flex-end" role="group" aria-label={t('adminRules.compare')}>
      <LateSelect
        size="sm"
        flex="2 1 130px"
        aria-label={t('adminRules.compareField')}
        placeholder={t('adminRules.compareField')}
        data={offered}
        value={name}
        searchable
        onChange={(to) => {
          setName(to);
          setCompared('');
        }}
      />
      <LateSelect
        size="sm"
        flex="0 1 112px"
        aria-label={t('adminRules.compareHow')}
        allowDeselect={false}
        data={OPERATORS.filter((one) => isNumber || one === '==' || one === '!=').map((one) => ({
          value: one,
          label: t(`adminRules.compare.${OPERATOR_TEXTS[one]}`),
        }))}
        value={operator}
        onChange={(to) => setOperator(to ?? '==')}
      />
      {choices.length > 0 ? (
        <LateSelect
          size="sm"
          flex="1 1 96px"
          aria-label={t('adminRules.compareValue')}
          placeholder={t('adminRules.compareValue')}
          data={choices.map((choice) => ({
            value: choice,
            label: isYesNo ? t(choice === 'true' ? 'fields.yes' : 'fields.no') : choice,
          }))}
          value={compared === '' ? null : compared}
          onChange={(to) => write(to ?? '')}
        />
      ) : (
        <TextInput
          size="sm"
          flex="1 1 96px"
          aria-label={t('adminRules.compareValue')}
          placeholder={t('adminRules.compareValue')}
          disabled={name === null}
          value={compared}
          onChange={(event) => setCompared(event.currentTarget.value)}
          onBlur={() => write(compared)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') write(compared);
          }}
        />
      )}
    </Group>
  );
}

const OPERATOR_TEXTS = { '==': 'is', '!=': 'isNot', '>': 'above', '<': 'below' } as const;

function isComparable({ fieldType }: Named): boolean {
  return fieldType.name !== 'Date' && fieldType.name !== 'Datetime';
}
