import { Button, Popover, Stack } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { t } from '../../lib/texts/administration.ts';
import { LongSelect } from './LongSelect.tsx';

/** A way to narrow a list: to the rows that have one of its values. */
export interface Filter<R> {
  /** Name of its parameter in the address. */
  id: string;
  label: string;
  /** Returns the value of a row, as it reads. */
  of(row: R): string;
}

const collator = new Intl.Collator('en-GB', { numeric: true });

/** One button with the number of filters in use, and the filters behind it. */
export function Filters<R>({
  filters,
  rows,
  chosen,
  onChange,
}: {
  filters: readonly Filter<R>[];
  rows: readonly R[];
  /** Chosen values by the filter's id. */
  chosen: ReadonlyMap<string, string>;
  onChange(chosen: ReadonlyMap<string, string>): void;
}) {
  const choose = (id: string, value: string | null): void => {
    const next = new Map(chosen);
    if (value === null) next.delete(id);
    else next.set(id, value);
    onChange(next);
  };
  return (
    <Popover width={280} position="bottom-end" trapFocus withinPortal={false}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconFilter size={18} aria-hidden />}>
          {chosen.size === 0 ? t('admin.filter') : t('admin.filterCount', { count: chosen.size })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          {filters.map(({ id, label, of }) => (
            <LongSelect
              key={id}
              label={label}
              placeholder={t('admin.filterAll')}
              clearable
              comboboxProps={{ withinPortal: false }}
              nothingFoundMessage={t('dropdown.noOptions')}
              data={[...new Set([...rows.map(of), ...(chosen.has(id) ? [chosen.get(id)!] : [])])].toSorted(
                collator.compare,
              )}
              value={chosen.get(id) ?? null}
              onChange={(value) => choose(id, value)}
            />
          ))}
          {chosen.size > 0 && (
            <Button variant="default" onClick={() => onChange(new Map())}>
              {t('admin.filterClear')}
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Returns the rows that have every chosen value. */
export function narrowed<R>(
  rows: readonly R[],
  filters: readonly Filter<R>[],
  chosen: ReadonlyMap<string, string>,
): readonly R[] {
  if (chosen.size === 0) return rows;
  return rows.filter((row) => filters.every(({ id, of }) => !chosen.has(id) || of(row) === chosen.get(id)));
}
