import type { InspectionOfItem } from '@holdfast/contract';
import { Accordion, Box, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useDeferredValue } from 'react';
import { reasonOf } from '../../lib/calls/failures.ts';
import { formatDayRange } from '../../lib/display/formats.ts';
import { queryOf } from '../../lib/calls/queries.ts';
import { useStateOf } from '../../lib/drafts/stateOf.ts';
import { t } from '../../lib/texts/index.ts';
import { StatusDot } from '../../ui/indicators/StatusDot.tsx';
import { Failed } from '../../ui/states.tsx';
import {
  ConditionRefusal,
  ConditionSelect,
  useConditionAppearance,
  usePendingConditions,
  useSetCondition,
} from '../conditions/index.ts';
import { InspectionFields } from '../fields/index.ts';
import classes from './ItemInspections.module.css';
import { DeferredPart, type DeferredParts } from './DeferredParts.tsx';
import { useLastTime } from './useLastTime.ts';

interface ItemInspectionsProps {
  /** The inspection the item was opened from. */
  installationInspectionId: string;
  itemId: string;
  name: string;
  /** True when the item is in the inspection from which it was opened. */
  isMember: boolean;
  /** Its condition in that inspection. */
  conditionId: string | null;
  readOnly: boolean;
  timeZone: string;
}

/**
 * Every inspection that contains an item, with its condition and answers: the current one first and expanded, then the others, newest
 * first.
 */
export function ItemInspections({
  deferred,
  isAwaited,
  ...props
}: ItemInspectionsProps & {
  deferred: DeferredParts | null;
  /** True while the other inspections are not shown yet. */
  isAwaited: boolean;
}) {
  const { installationInspectionId, itemId, isMember } = props;
  const { data, error, refetch } = useQuery(queryOf('getInspectionsForItem', { itemId }));
  const { data: present } = useQuery(queryOf('getInstallationInspection', { installationInspectionId }));
  const [open, setOpen] = useStateOf(itemId, PRESENT);
  const { lastTime, isSettled } = useLastTime({ installationInspectionId, itemId }, isMember);
  const inspection = data?.find((other) => other.installationInspectionId === installationInspectionId);
  // The current inspection is shown before the others are loaded, so that the layout does not shift when they arrive.
  const first: ListedInspection | undefined =
    inspection ?? (present && isMember ? { ...present, installationInspectionId } : undefined);
  return (
    <section aria-labelledby="item-inspections">
      <Title order={2} id="item-inspections" fz="md" mb="xs" className={classes['title'] ?? ''}>
        {t('items.inspections')}
      </Title>
      {first !== undefined && (
        <Sections open={open} onOpen={setOpen}>
          <Section
            value="present"
            inspection={first}
            isPresent
            isOpen={open.length > 0}
            lastTime={isSettled ? (lastTime?.fieldResponses ?? NOTHING) : null}
            {...props}
          />
        </Sections>
      )}
      {deferred !== null && (
        <DeferredPart isAwaited={isAwaited}>
          <OtherInspections {...deferred} />
        </DeferredPart>
      )}
      {error !== null && data === undefined && (
        <Box mt="sm">
          <Failed what={t('items.inspectionsFailed')} reason={reasonOf(error)} onRetry={() => void refetch()} />
        </Box>
      )}
    </section>
  );
}

const PRESENT = ['present'];
const NOTHING: [] = [];

/** The other inspections that contain an item. */
const OtherInspections = memo(function OtherInspections(item: DeferredParts) {
  const { data = NOTHING } = useQuery(queryOf('getInspectionsForItem', { itemId: item.itemId }));
  const [open, setOpen] = useStateOf<string[]>(item.itemId, NOTHING);
  const others = data.filter((other) => other.installationInspectionId !== item.installationInspectionId);
  if (others.length === 0) return null;
  return (
    <Sections isBelow open={open} onOpen={setOpen}>
      {others.map((other) => (
        <Section
          key={other.installationInspectionId}
          value={other.installationInspectionId}
          inspection={other}
          isPresent={false}
          isOpen={open.includes(other.installationInspectionId)}
          lastTime={NOTHING}
          {...item}
          conditionId={other.conditionId}
        />
      ))}
    </Sections>
  );
});

function Sections({
  open,
  isBelow = false,
  onOpen,
  children,
}: {
  open: string[];
  /** True when other inspections are shown above. */
  isBelow?: boolean;
  onOpen(open: string[]): void;
  children: ReactNode;
}) {
  return (
    <Accordion
      multiple
      variant="separated"
      radius="lg"
      order={3}
      mt={isBelow ? 'md' : 0}
      value={open}
      onChange={onOpen}
    >
      {children}
    </Accordion>
  );
}

/** Renders its children after the rest of the screen. Until then the children of the previous item are shown, inert. */
function Late({ itemId, children }: { itemId: string; children: ReactNode }) {
  const drawn = useDeferredValue({ itemId, children });
  return <DeferredPart isAwaited={drawn.itemId !== itemId}>{drawn.children}</DeferredPart>;
}

/** An inspection that contains an item; of the current one, before its row is loaded. */
type ListedInspection = Pick<
  InspectionOfItem,
  'installationInspectionId' | 'inspectionName' | 'startDate' | 'expectedEndDate'
> &
  Partial<InspectionOfItem>;

function Section({
  value,
  inspection,
  isPresent,
  isOpen,
  lastTime,
  itemId,
  name,
  conditionId: present,
  readOnly,
  timeZone,
}: Omit<ItemInspectionsProps, 'isMember'> & {
  value: string;
  inspection: ListedInspection;
  isPresent: boolean;
  isOpen: boolean;
  lastTime: Parameters<typeof InspectionFields>[0]['lastTime'];
}) {
  const { installationInspectionId, inspectionName, startDate, expectedEndDate } = inspection;
  const inspected = { installationInspectionId, itemId };
  const appearanceOf = useConditionAppearance();
  const setCondition = useSetCondition();
  const pending = usePendingConditions(installationInspectionId).get(itemId);
  const elsewhere = pending === undefined ? (inspection.conditionId ?? null) : pending;
  const conditionId = isPresent ? present : elsewhere;
  const appearance = appearanceOf(conditionId);
  const dates = formatDayRange(startDate, expectedEndDate);
  const row = inspection.installationInspectionItemId;
  const select = (
    <ConditionSelect
      label={t('conditions.within', { inspection: inspectionName, dates })}
      value={conditionId}
      readOnly={readOnly || row === undefined}
      onChoose={(chosen) =>
        setCondition({ ...inspected, name, row: row ?? itemId, clock: inspection.clock ?? null }, chosen)
      }
    />
  );
  return (
    <Accordion.Item value={value} data-present={isPresent || undefined}>
      <Accordion.Control>
        <span className={classes['head']}>
          <StatusDot appearance={appearance} size={22} />
          <span className={classes['name']}>{inspectionName}</span>
          <span className={classes['dates']} data-present={isPresent || undefined}>
            {dates}
          </span>
          {isPresent && <span className={classes['present']}>{t('inspections.current')}</span>}
        </span>
      </Accordion.Control>
      <Accordion.Panel>
        {isOpen && (
          <Stack gap="md">
            {!isPresent && select}
            {!isPresent && <ConditionRefusal {...inspected} />}
            <InspectionFields
              {...inspected}
              condition={conditionId === null ? '' : appearance.label}
              readOnly={readOnly}
              timeZone={timeZone}
              lastTime={lastTime}
              // The bar of the screen sets the same condition and is always visible, so the questions come first.
              below={isPresent && <Late itemId={itemId}>{select}</Late>}
            />
          </Stack>
        )}
      </Accordion.Panel>
    </Accordion.Item>
  );
}
