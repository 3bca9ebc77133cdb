import type { RescueReport } from '@holdfast/contract';
import { Alert, Button, List, Text } from '@mantine/core';
import { IconDatabaseExclamation } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/api.ts';
import { linesText } from '../../lib/display/changeLines.ts';
import { formatMoment } from '../../lib/display/formats.ts';
import { put, queryOf } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/synchronisation.ts';

/** Number of rescued changes that are listed. */
const LISTED = 20;

/** Notice after a repair of this desktop's database, with the names of the rescued changes; empty otherwise. */
export function RescueNotice() {
  const cache = useQueryClient();
  const rescue = useQuery(queryOf('getRescue', {})).data?.rescue ?? null;
  const dismiss = useMutation({
    mutationFn: () => call('dismissRescue', {}),
    onSuccess: () => put(cache, 'getRescue', {}, { rescue: null }),
  });
  if (rescue === null) return null;
  return (
    <Alert
      color="yellow"
      role="alert"
      m="md"
      icon={<IconDatabaseExclamation aria-hidden />}
      title={t('desktop.rescueTitle', { at: formatMoment(rescue.at) })}
    >
      <Summary rescue={rescue} />
      <Button mt="sm" variant="default" loading={dismiss.isPending} onClick={() => dismiss.mutate()}>
        {t('desktop.rescueRead')}
      </Button>
    </Alert>
  );
}

function Summary({ rescue: { changes, others, contents, complete, folder } }: { rescue: RescueReport }) {
  return (
    <>
      <Text>{changes.length === 0 ? t('desktop.rescueNothing') : t('desktop.rescued', { count: changes.length })}</Text>
      <List>
        {changes.slice(0, LISTED).map(({ place, what, lines, at }, index) => (
          <List.Item key={index}>
            {[place, what, ...linesText(what, lines)].filter((part) => part !== '').join(' · ')}
            <Text span c="dimmed" size="sm">
              {` ${formatMoment(at)}`}
            </Text>
          </List.Item>
        ))}
      </List>
      {changes.length > LISTED && <Text>{t('desktop.rescuedMore', { count: changes.length - LISTED })}</Text>}
      {others > 0 && <Text>{t('desktop.rescuedOthers', { count: others })}</Text>}
      {contents > 0 && <Text>{t('desktop.rescuedContents', { count: contents })}</Text>}
      {!complete && <Text fw={550}>{t('desktop.rescueIncomplete')}</Text>}
      <Text c="dimmed" size="sm">
        {t('desktop.rescueFolder', { folder })}
      </Text>
    </>
  );
}
