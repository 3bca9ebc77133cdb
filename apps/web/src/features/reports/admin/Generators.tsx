import { Group, Paper, SegmentedControl, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconDatabaseExport } from '@tabler/icons-react';
import { useState } from 'react';
import { REPORT_TYPE_IDS, type ReportTypeName } from '../reportTypes.ts';
import { download } from '../../../lib/calls/downloads.ts';
import { t } from '../../../lib/texts/administration.ts';
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx';
import classes from './ReportsScreen.module.css';
import { type Chosen, databaseAddress, NOTHING } from './scopes.ts';
import { ScopeFields } from './ScopeFields.tsx';

const TYPES = Object.keys(REPORT_TYPE_IDS) as ReportTypeName[];
const FORMATS = [
  { value: 'xml', label: 'XML' },
  { value: 'sqlite', label: 'SQLite' },
  { value: 'json', label: 'JSON' },
];

/** Downloads of the data with which templates are designed, for each of the five report types. */
export function Generators() {
  const [format, setFormat] = useState('xml');
  return (
    <div className={classes['generators']}>
      <Group justify="space-between" align="flex-end">
        <Text c="dimmed" maw={720}>
          {t('adminReports.databasesHint')}
        </Text>
        <SegmentedControl aria-label={t('adminReports.format')} data={FORMATS} value={format} onChange={setFormat} />
      </Group>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        {TYPES.map((type) => (
          <Generator key={type} type={type} format={format} />
        ))}
      </SimpleGrid>
    </div>
  );
}

function Generator({ type, format }: { type: ReportTypeName; format: string }) {
  const [chosen, setChosen] = useState<Chosen>(NOTHING);
  const address = databaseAddress(type, chosen, format);
  const id = `generator-${type}`;
  return (
    <Paper component="section" p="lg" aria-labelledby={id}>
      <Stack gap="md">
        <Title order={2} id={id}>
          {t(`adminReports.type.${type}`)}
        </Title>
        <ScopeFields type={type} chosen={chosen} onChoose={setChosen} />
        <Group justify="flex-end">
          <ReasonedButton
            isInToolbar
            leftSection={<IconDatabaseExport size={20} aria-hidden />}
            reason={address === null ? t('adminReports.scopeFirst') : null}
            onClick={() => address !== null && download(address)}
          >
            {t('adminReports.download')}
          </ReasonedButton>
        </Group>
      </Stack>
    </Paper>
  );
}
