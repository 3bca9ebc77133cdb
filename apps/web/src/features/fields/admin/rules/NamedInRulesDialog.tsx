import type { NamingRule } from '@holdfast/contract';
import { Button, List, Text } from '@mantine/core';
import { t } from '../../../../lib/texts/administration.ts';
import { Dialog } from '../../../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../../../ui/dialogs/DialogActions.tsx';

/** The dialog shown when the user tries to delete a question that rules read. */
export function KeptByRules({
  kept,
  onForget,
  onOpen,
}: {
  kept: { name: string; rules: readonly NamingRule[] } | null;
  onForget(): void;
  /** Opens the question of a rule. */
  onOpen(fieldId: string): void;
}) {
  if (kept === null) return null;
  const open = (fieldId: string): void => {
    onForget();
    onOpen(fieldId);
  };
  return <NamedInRulesDialog {...kept} onOpen={open} onClose={onForget} />;
}

/** Explains why a question cannot be deleted: lists the rules that read its answer, each with a link to its question. */
function NamedInRulesDialog({
  name,
  rules,
  onOpen,
  onClose,
}: {
  /** Name of the question that the user tried to delete. */
  name: string;
  rules: readonly NamingRule[];
  /** Opens the question of a rule. */
  onOpen(fieldId: string): void;
  onClose(): void;
}) {
  return (
    <Dialog opened onClose={onClose} title={t('adminRules.namedTitle', { name })}>
      <Text mb="sm">{t('adminRules.namedText')}</Text>
      <List mb="lg" spacing="xs">
        {rules.map(({ fieldId, name: named, rule }, place) => (
          <List.Item key={`${fieldId} ${rule} ${place}`}>
            {fieldId === null ? (
              t('adminRules.namedEvidence', { when: named })
            ) : (
              <Button variant="subtle" size="compact-md" onClick={() => onOpen(fieldId)}>
                {t('adminRules.namedBy', { name: named, rule: t(`adminRules.rule.${rule}`) })}
              </Button>
            )}
          </List.Item>
        ))}
      </List>
      <DialogActions>
        <Button onClick={onClose}>{t('actions.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
