import type { InspectionRow } from '@holdfast/contract';
import { useLocalStorage } from '@mantine/hooks';
import { useRef } from 'react';
import { t } from '../../../lib/texts/index.ts';
import { useListColumns } from './columns.ts';
import { ItemTree } from './ItemTree.tsx';
import classes from './SideList.module.css';
import { useListMemory } from './listMemory.ts';
import { useListing } from '../queries.ts';

/** Widths in px. */
const WIDTH = { least: 260, usual: 360, most: 640 };
/** Distance in px by which an arrow key moves the edge. */
const STEP = 20;

/** The list of the inspection beside an item, with its filters and order: a click on a row opens its item. Its width is stored. */
export function SideList({
  installationInspectionId,
  rows,
  itemId,
  onOpen,
}: {
  installationInspectionId: string;
  rows: readonly InspectionRow[] | undefined;
  itemId: string;
  onOpen(itemId: string): void;
}) {
  const memory = useListMemory(installationInspectionId);
  const { columns, searchable, isSettled } = useListColumns(installationInspectionId);
  const listing = useListing(installationInspectionId, isSettled ? rows : undefined, searchable);
  const [width, setWidth] = useLocalStorage({
    key: 'holdfast:list-width',
    defaultValue: WIDTH.usual,
    getInitialValueInEffect: false,
  });
  const edge = useRef<HTMLElement>(null);
  const resize = (to: number): void => setWidth(Math.round(Math.min(WIDTH.most, Math.max(WIDTH.least, to))));
  return (
    <aside ref={edge} className={classes['beside']} style={{ width }} aria-label={t('items.listBeside')}>
      {listing !== undefined && (
        <ItemTree
          isBeside
          rows={listing.rows}
          columns={columns}
          order={memory.order}
          onArrange={memory.arrange}
          startAt={itemId}
          selection={null}
          onOpen={onOpen}
          onToggle={memory.toggle}
          onLocation={(locationId) => memory.narrow({ locationId })}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that can be moved is a widget (ARIA 1.2) */}
      <div
        role="separator"
        className={classes['edge']}
        aria-orientation="vertical"
        aria-label={t('items.listWidth')}
        aria-valuemin={WIDTH.least}
        aria-valuemax={WIDTH.most}
        aria-valuenow={width}
        tabIndex={0}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
          event.preventDefault();
          resize(width + (event.key === 'ArrowLeft' ? -STEP : STEP));
        }}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => {
          if (event.buttons === 1) resize(event.clientX - (edge.current?.getBoundingClientRect().left ?? 0));
        }}
      />
    </aside>
  );
}
