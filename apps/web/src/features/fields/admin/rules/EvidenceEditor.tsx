import type { EvidenceRule, FieldsTemplate, RuleFault } from '@holdfast/contract';
import { Button, Group, List, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../../../lib/texts/administration.ts';
import { templateListOf } from '../../templateTypes.ts';
import { ExpressionInput } from './ExpressionInput.tsx';

/** Lists of templates about an item in an inspection, which can have photos and notes. */
const OF_ITEMS: ReadonlySet<string | undefined> = new Set(['inspection-templates', 'prompt-templates']);
const EVIDENCE: readonly EvidenceRule['needs'][] = ['photo', 'note', 'file'];

/** The evidence rules of the version in use, read-only; they are edited in a draft. */
export function EvidenceInUse({ template: { fieldsTemplateTypeId, evidence } }: { template: FieldsTemplate }) {
  if (!OF_ITEMS.has(templateListOf(fieldsTemplateTypeId)) && evidence.length === 0) return null;
  return (
    <Stack component="section" gap="xs" px={8} py="md" aria-label={t('adminRules.evidence')}>
      <Title order={2}>{t('adminRules.evidence')}</Title>
      {evidence.length > 0 && (
        <List size="sm">
          {evidence.map(({ when, needs, reason }, place) => (
            <List.Item key={place}>
              <code>{when}</code> · {t(`adminRules.needs.${needs}`)}
              {reason === '' ? '' : `: ${reason}`}
            </List.Item>
          ))}
        </List>
      )}
      <Text size="sm" c="dimmed">
        {t(evidence.length === 0 ? 'adminRules.evidenceNone' : 'adminRules.evidenceInUse')}
      </Text>
    </Stack>
  );
}

/** The evidence rules of a template: the photos, notes and files that its answers require. */
export function EvidenceEditor({
  template: { fieldsTemplateTypeId, fields },
  evidence,
  faults,
  onChange,
}: {
  template: FieldsTemplate;
  evidence: readonly EvidenceRule[];
  faults: readonly RuleFault[];
  onChange(evidence: EvidenceRule[]): void;
}) {
  // The focus is on the condition of a new rule.
  const [addedPlace, setAddedPlace] = useState<number | null>(null);
  if (!OF_ITEMS.has(templateListOf(fieldsTemplateTypeId)) && evidence.length === 0) return null;
  const add = (): void => {
    setAddedPlace(evidence.length);
    onChange([...evidence, { when: '[Condition] == "Defective"', needs: 'photo', reason: '' }]);
  };
  const change = (place: number, part: Partial<EvidenceRule>): void =>
    onChange(evidence.map((rule, at) => (at === place ? { ...rule, ...part } : rule)));
  return (
    <Stack component="section" gap="sm" px={8} py="md" aria-label={t('adminRules.evidence')}>
      <div>
        <Title order={2}>{t('adminRules.evidence')}</Title>
        <Text size="sm" c="dimmed">
          {t('adminRules.evidenceHint')}
        </Text>
      </div>
      {evidence.map((rule, place) => (
        <Paper
          key={place}
          withBorder
          p="sm"
          component="section"
          aria-label={t('adminRules.evidenceRule', { place: place + 1 })}
        >
          <Stack gap="sm">
            <ExpressionInput
              label={t('adminRules.when')}
              description={t('adminRules.whenHint')}
              value={rule.when}
              fields={fields}
              withCondition
              buildsConditions
              isNew={place === addedPlace}
              fault={faults.find((fault) => fault.fieldId === null && fault.place === place)}
              onChange={(when) => change(place, { when })}
            />
            <Group align="flex-end" wrap="wrap">
              <Select
                size="md"
                w={140}
                label={t('adminRules.needs')}
                allowDeselect={false}
                data={EVIDENCE.map((needs) => ({ value: needs, label: t(`adminRules.needs.${needs}`) }))}
                value={rule.needs}
                onChange={(to) => change(place, { needs: to ?? 'photo' })}
              />
              <TextInput
                size="md"
                flex={1}
                miw={200}
                label={t('adminRules.reason')}
                maxLength={300}
                value={rule.reason}
                onChange={(event) => change(place, { reason: event.currentTarget.value })}
              />
              <Button
                variant="default"
                c="var(--mantine-color-error)"
                leftSection={<IconTrash size={18} aria-hidden />}
                onClick={() => {
                  setAddedPlace(null);
                  onChange(evidence.filter((_, at) => at !== place));
                }}
              >
                {t('actions.remove')}
              </Button>
            </Group>
          </Stack>
        </Paper>
      ))}
      <Group>
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
          {t('adminRules.addEvidence')}
        </Button>
      </Group>
    </Stack>
  );
}
