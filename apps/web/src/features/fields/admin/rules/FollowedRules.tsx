import type { NamingRule } from '@holdfast/contract';
import type { FollowedRule } from '@holdfast/contract/rules';
import { Alert, Code, List } from '@mantine/core';
import { t } from '../../../../lib/texts/administration.ts';

/** Lists the rules that a save changes because of renamed questions, and the rules that prevent the removal of options. */
export function FollowedRules({
  followed,
  broken,
}: {
  followed: readonly FollowedRule[];
  /** Rules that compare with removed options. */
  broken: readonly NamingRule[];
}) {
  return (
    <>
      {followed.length > 0 && (
        <Alert variant="default" role="status" title={t('adminRules.followTitle', { count: followed.length })}>
          <List size="sm" spacing={4}>
            {followed.map(({ fieldId, name, rule, was, is }, place) => (
              <List.Item key={place}>
                {fieldId === null
                  ? t('adminRules.rule.evidence')
                  : t('adminRules.namedBy', { name, rule: t(`adminRules.rule.${rule}`) })}
                {': '}
                <Code>{was}</Code> → <Code>{is}</Code>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {broken.length > 0 && (
        <Alert color="red" role="alert" title={t('adminRules.brokenTitle')}>
          {t('adminRules.brokenText')}
          <List size="sm" spacing={4}>
            {broken.map(({ fieldId, name, rule }, place) => (
              <List.Item key={place}>
                {fieldId === null
                  ? t('adminRules.namedEvidence', { when: name })
                  : t('adminRules.namedBy', { name, rule: t(`adminRules.rule.${rule}`) })}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
}
