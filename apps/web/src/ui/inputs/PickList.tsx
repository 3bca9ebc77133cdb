import { Radio, Tooltip } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { holdsAll, plain, searchWords } from '../../lib/search.ts';
import { t } from '../../lib/texts/index.ts';
import classes from './PickList.module.css';
import { SearchInput } from './SearchInput.tsx';

/** One entry of a tree to pick from. */
export interface Pick {
  /** Unique in the list; the same id may occur in it more than once. */
  key: string;
  id: string;
  label: string;
  depth: number;
  /** Reason why it cannot be picked; undefined when it can. */
  taken?: string;
}

const ROW_PX = 48;
/** Most entries of a list that is only as high as they are; a longer one keeps its height while it is searched. */
export const FEW_PICKS = 5;

/** A searchable tree of any length from which one entry is picked. */
export function PickList({
  label,
  picks,
  indentPx,
  value,
  onPick,
}: {
  label: string;
  picks: readonly Pick[];
  /** Indent of one level. */
  indentPx: number;
  value: string | null;
  onPick(id: string): void;
}) {
  const [search, setSearch] = useState('');
  // An id that occurs in the list several times is marked only where it was picked.
  const [pickedKey, setPickedKey] = useState<string | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const words = searchWords(search);
  const found = words.length === 0 ? picks : picks.filter((pick) => holdsAll(plain(pick.label), words));
  const isOnce = picks.filter(({ id }) => id === value).length < 2;
  const virtualizer = useVirtualizer({
    count: found.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 6,
  });
  return (
    <div>
      <SearchInput mb="xs" label={t('pick.search')} value={search} onChange={setSearch} />
      <div
        ref={scroller}
        className={classes['list']}
        data-few={picks.length <= FEW_PICKS || undefined}
        role="radiogroup"
        aria-label={label}
      >
        <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const { key, id, label: name, depth, taken } = found[index]!;
            return (
              <Tooltip
                key={key}
                label={taken}
                disabled={taken === undefined}
                openDelay={100}
                events={{ hover: true, focus: false, touch: true }}
              >
                <div
                  // Long names wrap to a second or third line.
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className={classes['row']}
                  data-taken={taken !== undefined || undefined}
                  style={{ transform: `translateY(${start}px)`, minHeight: ROW_PX, paddingLeft: 8 + depth * indentPx }}
                >
                  <Radio
                    label={name}
                    name={label}
                    size="md"
                    disabled={taken !== undefined}
                    checked={value === id && (isOnce || pickedKey === key)}
                    onChange={() => {
                      setPickedKey(key);
                      onPick(id);
                    }}
                    classNames={{ body: classes['body'] ?? '', labelWrapper: classes['label'] ?? '' }}
                  />
                </div>
              </Tooltip>
            );
          })}
        </div>
        {found.length === 0 && <p className={classes['none']}>{t('dropdown.noOptions')}</p>}
      </div>
    </div>
  );
}
