import type { InspectionRow } from '@holdfast/contract';
import { Paper, Stack, Tabs } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { t } from '../../lib/texts/index.ts';
import { ItemFields } from '../fields/index.ts';
import { HistoryTimeline } from '../history/index.ts';
import { FilesPanel } from '../media/index.ts';
import { ItemReports } from '../reports/index.ts';
import { ItemName } from './ItemName.tsx';
import classes from './DeferredParts.module.css';
import { LocationPicker } from './LocationPicker.tsx';

/** The data of an item beside its condition, photos, notes and answers in the inspection. */
export interface DeferredParts {
  installationId: string;
  installationInspectionId: string;
  itemId: string;
  name: string;
  /** Its ancestors, outermost first. */
  path: readonly InspectionRow[];
  isQuestion: boolean;
  /** True when it is in the inspection from which it was opened. */
  isMember: boolean;
  /** Its id in that inspection; undefined until it is loaded. */
  memberId: string | undefined;
  readOnly: boolean;
  timeZone: string;
}

/**
 * A part of an item that is rendered after the parts that an inspector looks at first. Until then the part of the previous item is there,
 * invisible and inert, so that the layout does not shift. Its components stay mounted for the next item, except those with a draft of
 * their own.
 */
export function DeferredPart({ isAwaited, children }: { isAwaited: boolean; children: ReactNode }) {
  return (
    <div className={classes['part']} inert={isAwaited} data-awaited={isAwaited || undefined}>
      {children}
    </div>
  );
}

/** Facts about an item that hold in every inspection: name, location, own questions. */
export const ItemFacts = memo(function ItemFacts({
  installationId,
  itemId,
  name,
  path,
  isQuestion,
  readOnly,
  timeZone,
}: DeferredParts) {
  return (
    <Stack gap="md">
      <Paper component="section" p="lg" aria-label={t('items.nameField')}>
        <ItemName key={itemId} itemId={itemId} name={name} readOnly={readOnly} />
        {!isQuestion && (
          <LocationPicker
            key={`${itemId}:location`}
            installationId={installationId}
            itemId={itemId}
            name={name}
            path={path}
            readOnly={readOnly}
          />
        )}
      </Paper>
      <ItemFields itemId={itemId} readOnly={readOnly} timeZone={timeZone} />
    </Stack>
  );
});

/** Files, reports and history of an item. */
export const ItemRecords = memo(function ItemRecords({
  installationInspectionId,
  itemId,
  isMember,
  memberId,
  readOnly,
}: DeferredParts) {
  const inspected = { installationInspectionId, itemId };
  return (
    <Stack gap="md">
      <FilesPanel item={inspected} inInspection={isMember} readOnly={readOnly} />
      {isMember && (
        <Paper component="section" px="lg" pb="xs">
          <Tabs defaultValue="history">
            <Tabs.List>
              <Tabs.Tab value="reports" h={48}>
                {t('reports.title')}
              </Tabs.Tab>
              <Tabs.Tab value="history" h={48}>
                {t('history.title')}
              </Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="reports" mx="calc(var(--mantine-spacing-lg) * -1)">
              <ItemReports
                key={itemId}
                installationInspectionId={installationInspectionId}
                installationInspectionItemId={memberId}
              />
            </Tabs.Panel>
            <Tabs.Panel value="history">
              <HistoryTimeline {...inspected} />
            </Tabs.Panel>
          </Tabs>
        </Paper>
      )}
    </Stack>
  );
});
