import type { RegisterMark, RegisterPreview, RegisterRow, RegisterVerdict } from '@holdfast/contract';
import { Group, SegmentedControl, Select, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, IconPlus } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useCallback, useMemo, useRef, useState } from 'react';
import { t } from '../../../../lib/texts/administration.ts';
import frame from '../../../../ui/admin/VirtualTable.module.css';
import { marksByColumn, reasonKey, wrongReasons } from './marks.ts';
import { CHOICES_IN_DIALOG } from '../../../../ui/dialogs/choices.ts';
import classes from './RegisterTable.module.css';

const ROW_PX = 86;
const VERDICTS = ['wrong', 'new', 'changed', 'unchanged'] as const satisfies readonly RegisterVerdict[];

/** The rows of a spreadsheet with the effect of each cell; only the visible rows are rendered. */
export function RegisterTable({ preview: { columns, rows, counts } }: { preview: RegisterPreview }) {
  const scroller = useRef<HTMLDivElement>(null);
  const [shown, show] = useState<string>(counts.wrong > 0 ? 'wrong' : 'all');
  const [reason, setReason] = useState<string | null>(null);
  const reasons = useMemo(() => wrongReasons(rows), [rows]);
  const found = useMemo(() => {
    if (shown === 'all') return rows;
    const isFor = (mark: RegisterMark): boolean => mark.verdict === 'wrong' && reasonKey(mark) === reason;
    return rows.filter(
      ({ verdict, marks }) =>
        verdict === shown && (shown !== 'wrong' || reason === null || marks.some((mark) => isFor(mark))),
    );
  }, [rows, shown, reason]);
  // Stable while the rows are the same: a new function would cause every row to be measured again.
  const getItemKey = useCallback((index: number) => found[index]!.row, [found]);
  const virtualizer = useVirtualizer({
    count: found.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey,
    overscan: 8,
  });
  const tracks = { gridTemplateColumns: `56px 130px ${columns.map(() => 'minmax(190px, 1fr)').join(' ')}` };
  const choices = [
    { value: 'all', label: t('adminRegister.all', { count: rows.length }) },
    // Results without rows would only take space, which a phone does not have.
    ...VERDICTS.filter((value) => counts[value] > 0 || value === shown).map((value) => ({
      value,
      label: t(`adminRegister.${value}`, { count: counts[value] }),
    })),
  ];
  return (
    <>
      <Group gap="sm">
        <SegmentedControl
          className={classes['filter'] ?? ''}
          aria-label={t('admin.show')}
          data={choices}
          value={shown}
          onChange={show}
        />
        {shown === 'wrong' && reasons.length > 1 && (
          <Select
            size="md"
            comboboxProps={CHOICES_IN_DIALOG}
            className={classes['reasons'] ?? ''}
            aria-label={t('adminRegister.reasons')}
            placeholder={t('adminRegister.reasons')}
            clearable
            data={reasons.map(({ key, column, reason: text, count }) => ({
              value: key,
              label: t('adminRegister.reason', {
                column: columns[column]?.name ?? '',
                reason: text,
                rows: t('adminRegister.rowCount', { count }),
              }),
            }))}
            value={reason}
            onChange={setReason}
          />
        )}
      </Group>
      {found.length === 0 ? (
        <Text c="dimmed">{t('adminRegister.none')}</Text>
      ) : (
        <div
          ref={scroller}
          className={frame['scroller']}
          style={{ height: 'calc(100dvh - 300px)' }}
          role="region"
          aria-label={t('adminRegister.rows')}
          // A list longer than its window is scrolled by keyboard.
          tabIndex={0}
        >
          <div
            role="table"
            aria-label={t('adminRegister.rows')}
            aria-rowcount={found.length + 1}
            className={classes['table']}
          >
            <div role="rowgroup" className={frame['head']}>
              <div role="row" aria-rowindex={1} className={frame['headRow']} style={tracks}>
                <span role="columnheader">{t('adminRegister.row')}</span>
                <span role="columnheader">{t('adminRegister.comesTo')}</span>
                {columns.map(({ name, isKnown }, i) => (
                  <span key={i} role="columnheader" className={isKnown ? undefined : classes['unknown']}>
                    {name}
                  </span>
                ))}
              </div>
            </div>
            <div role="rowgroup" className={frame['body']} style={{ height: virtualizer.getTotalSize() }}>
              {virtualizer.getVirtualItems().map(({ index, key, start }) => (
                <Row
                  key={key}
                  row={found[index]!}
                  index={index}
                  style={{ ...tracks, transform: `translateY(${start}px)`, height: ROW_PX }}
                />
              ))}
            </div>
          </div>
        </div>
      )}
    </>
  );
}

function Row({ row, index, style }: { row: RegisterRow; index: number; style: CSSProperties }) {
  const marks = marksByColumn(row.marks);
  return (
    <div role="row" aria-rowindex={index + 2} className={frame['row']} style={style} data-verdict={row.verdict}>
      <span role="cell" className={classes['number']}>
        {row.row}
      </span>
      <span role="cell">{t(`adminRegister.verdict.${row.verdict}`)}</span>
      {row.cells.map((text, column) => (
        <Cell key={column} text={text} mark={marks.get(column)} />
      ))}
    </div>
  );
}

function Cell({ text, mark }: { text: string; mark: RegisterMark | undefined }) {
  if (mark === undefined) {
    return (
      <span role="cell" className={frame['cell']} title={text}>
        {text}
      </span>
    );
  }
  const { verdict, was, reason } = mark;
  return (
    <span role="cell" className={`${frame['cell']} ${classes['marked']}`} data-mark={verdict} title={reason || text}>
      <span className={classes['value']}>
        {verdict === 'wrong' && <IconAlertTriangle size={15} aria-label={t('adminRegister.verdict.wrong')} />}
        {verdict === 'new' && <IconPlus size={15} aria-label={t('adminRegister.verdict.new')} />}
        {verdict === 'changed' && <IconArrowRight size={15} aria-label={t('adminRegister.verdict.changed')} />}
        <span className={classes['text']}>{text || t('admin.empty')}</span>
      </span>
      {reason !== '' && <span className={classes['reason']}>{reason}</span>}
      {verdict === 'changed' && (
        <span className={classes['was']}>{t('adminRegister.was', { was: was || t('admin.empty') })}</span>
      )}
    </span>
  );
}
