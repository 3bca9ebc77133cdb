import type { Field, FieldRules, RuleFault } from '@holdfast/contract';
import { Box, Stack, Text, TextInput, Title } from '@mantine/core';
import { t } from '../../../../lib/texts/administration.ts';
import { LateSelect } from '../../../../ui/inputs/LateSelect.tsx';
import { NumberField } from '../../../../ui/inputs/NumberField.tsx';
import { numberIn, type NumberTyping } from '../../../../lib/display/numbers.ts';
import { memo, useState } from 'react';
import { ExpressionInput } from './ExpressionInput.tsx';
import classes from '../TemplateEditor.module.css';

/** Field types whose answer can be calculated. */
const CALCULATED: ReadonlySet<string> = new Set(['Text', 'Number', 'Checkbox', 'Date']);

/** The rules of a question without rules. */
const NO_RULES: FieldRules = {
  showWhen: '',
  calculation: '',
  unit: '',
  minimum: null,
  maximum: null,
  default: 'none',
  fixed: '',
};

/** Returns true when all rules of a question are empty. */
function hasNoRules(rules: FieldRules): boolean {
  return wordsOfRules(rules) === '';
}

/** The rules of a question: its visibility, a calculated or proposed answer, unit and expected range. */
export const RulesEditor = memo(function RulesEditor({
  field,
  fields,
  faults,
  onChange,
}: {
  /** The question with unsaved changes applied. */
  field: Field;
  fields: readonly Field[];
  faults: readonly RuleFault[];
  onChange(rules: FieldRules | null): void;
}) {
  const { fieldType, options } = field;
  const rules = field.rules ?? NO_RULES;
  const change = (part: Partial<FieldRules>): void => {
    const next = { ...rules, ...part };
    onChange(hasNoRules(next) ? null : next);
  };
  const faultOf = (rule: RuleFault['rule']): RuleFault | undefined => faults.find((fault) => fault.rule === rule);
  const isNumber = fieldType.name === 'Number';
  const isDated = fieldType.name === 'Date' || fieldType.name === 'Datetime';
  const others = fields.filter(({ id }) => id !== field.id);
  return (
    <Box component="section" aria-label={t('adminRules.title')}>
      <Stack gap="sm">
        <div>
          <Title order={3} fz="sm">
            {t('adminRules.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('adminRules.hint')}
          </Text>
        </div>
        <ExpressionInput
          label={t('adminRules.showWhen')}
          description={t('adminRules.showWhenHint')}
          value={rules.showWhen}
          fields={others}
          withCondition
          buildsConditions
          fault={faultOf('showWhen')}
          onChange={(showWhen) => change({ showWhen })}
        />
        {(CALCULATED.has(fieldType.name) || rules.calculation !== '') && (
          <ExpressionInput
            label={t('adminRules.calculation')}
            description={t('adminRules.calculationHint')}
            value={rules.calculation}
            fields={others}
            fault={faultOf('calculation')}
            onChange={(calculation) => change({ calculation })}
          />
        )}
        {(isNumber || faultOf('range') !== undefined) && (
          <div className={classes['pair']}>
            <TextInput
              size="md"
              label={t('adminRules.unit')}
              maxLength={30}
              value={rules.unit}
              error={faultOf('range')?.message}
              onChange={(event) => change({ unit: event.currentTarget.value })}
            />
            <Limit label={t('adminRules.minimum')} value={rules.minimum} onChange={(minimum) => change({ minimum })} />
            <Limit label={t('adminRules.maximum')} value={rules.maximum} onChange={(maximum) => change({ maximum })} />
          </div>
        )}
        {rules.calculation === '' && (
          <div className={classes['pair']}>
            <LateSelect
              label={t('adminRules.default')}
              description={t('adminRules.defaultHint')}
              allowDeselect={false}
              data={[
                { value: 'none', label: t('adminRules.defaultNone') },
                ...(isDated ? [{ value: 'now', label: t('adminRules.defaultNow') }] : []),
                { value: 'last', label: t('adminRules.defaultLast') },
                ...(isDated || fieldType.name === 'Multi-select'
                  ? []
                  : [{ value: 'fixed', label: t('adminRules.defaultFixed') }]),
              ]}
              value={rules.default}
              error={rules.default === 'fixed' ? null : faultOf('default')?.message}
              onChange={(to) => change({ default: to as FieldRules['default'], fixed: '' })}
            />
            {rules.default === 'fixed' && (
              <FixedInput
                type={fieldType.name}
                options={options}
                value={rules.fixed}
                error={faultOf('default')?.message}
                onChange={(fixed) => change({ fixed })}
              />
            )}
          </div>
        )}
      </Stack>
    </Box>
  );
});

function Limit({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number | null;
  onChange(value: number | null): void;
}) {
  const [typing, setTyping] = useState<NumberTyping>({ text: value === null ? '' : String(value), refused: '' });
  return (
    <NumberField
      label={label}
      typing={typing}
      onTyping={(next) => {
        setTyping(next);
        const number = numberIn(next.text);
        if (next.text === '') onChange(null);
        else if (number !== null && next.refused === '') onChange(Number(number));
      }}
    />
  );
}

function FixedInput({
  type,
  options,
  value,
  error,
  onChange,
}: {
  type: string;
  options: Field['options'];
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}) {
  const label = t('adminRules.fixed');
  if (type === 'Checkbox' || options.length > 0)
    return (
      <LateSelect
        label={label}
        description={t('adminRules.fixedHint')}
        data={
          type === 'Checkbox'
            ? [
                { value: 'true', label: t('fields.yes') },
                { value: 'false', label: t('fields.no') },
              ]
            : options.map(({ id, name }) => ({ value: id, label: name }))
        }
        value={value === '' ? null : value}
        error={error}
        onChange={(to) => onChange(to ?? '')}
      />
    );
  return (
    <TextInput
      size="md"
      label={label}
      description={t('adminRules.fixedHint')}
      maxLength={300}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Returns the rules of a question as a text, for comparisons. */
export function wordsOfRules(rules: FieldRules | null): string {
  if (rules === null) return '';
  const { showWhen, calculation, unit, minimum, maximum, default: origin, fixed } = rules;
  const range = minimum === null && maximum === null ? '' : `${minimum ?? ''} – ${maximum ?? ''}`;
  return [showWhen, calculation, unit, range, origin === 'none' ? '' : origin, fixed].filter(Boolean).join(' · ');
}
