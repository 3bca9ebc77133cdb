import type { ReportVersion } from '@holdfast/contract';
import { ActionIcon, Badge, Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { adminQuery, useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { formatMoment } from '../../../lib/display/formats.ts';
import { t } from '../../../lib/texts/administration.ts';
import { Unread } from '../../../ui/admin/ListPage.tsx';
import { useConfirm } from '../../../ui/dialogs/confirm.tsx';

/** The earlier templates of a report, newest first, each of which can be restored. */
export function Versions({ reportId, onDownload }: { reportId: string; onDownload(version: number): void }) {
  const read = useQuery(adminQuery('load the versions', 'getReportVersions', { id: reportId }));
  const { isBusy, write, attempt } = useAdminWrites();
  const ask = useConfirm();
  const restore = async ({ number }: ReportVersion): Promise<void> => {
    const question = {
      title: t('adminReports.restoreTitle'),
      text: t('adminReports.restoreQuestion', { version: number }),
      confirm: t('adminReports.restore'),
    };
    if (!(await ask(question))) return;
    await attempt(() => write('restore the version', 'restoreReportVersion', { id: reportId, version: number }));
  };
  return (
    <Stack component="section" gap="sm" aria-labelledby="report-versions">
      <Title order={3} id="report-versions">
        {t('adminReports.versions')}
      </Title>
      {read.data === undefined ? (
        <Unread read={read} rows={2} />
      ) : (
        <Table aria-labelledby="report-versions" verticalSpacing={6}>
          <Table.Tbody>
            {read.data.map((version, place) => (
              <Table.Tr key={version.number}>
                <Table.Td fw={600}>{t('adminReports.version', { version: version.number })}</Table.Td>
                <Table.Td>
                  {formatMoment(version.createdAt)}
                  <Text size="sm" c="dimmed">
                    {version.userName}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Group gap="xs" justify="flex-end" wrap="nowrap">
                    {place === 0 ? (
                      <Badge variant="default" tt="none" style={{ flex: 'none' }}>
                        {t('adminReports.inUse')}
                      </Badge>
                    ) : (
                      <Button variant="default" h={44} disabled={isBusy} onClick={() => void restore(version)}>
                        {t('adminReports.restore')}
                      </Button>
                    )}
                    <ActionIcon
                      size={44}
                      aria-label={t('adminReports.downloadVersion', { version: version.number })}
                      onClick={() => onDownload(version.number)}
                    >
                      <IconDownload size={20} />
                    </ActionIcon>
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}
