import type { InspectionDefaultItem } from '@holdfast/contract';
import { ActionIcon, Badge, Button, Group, Paper, Text, Title } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminQuery, useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { t } from '../../../lib/texts/administration.ts';
import { Unread } from '../../../ui/admin/ListPage.tsx';
import { useConfirm } from '../../../ui/dialogs/confirm.tsx';
import { Empty } from '../../../ui/states.tsx';
import { DefaultItemDialog } from './DefaultItemDialog.tsx';
import { type PlacedDefault, rowsOf, swapped } from './defaultItems.ts';
import classes from './DefaultItems.module.css';

/** Indent of one level in px, as in the tree of inspectors (CNST-05). */
const INDENT_PX = 20;

/** Default items of an inspection type, as a tree in their order. */
export function DefaultItemsTab({ inspectionId }: { inspectionId: string }) {
  const { isBusy, write, attempt } = useAdminWrites();
  const confirm = useConfirm();
  const [edited, edit] = useState<InspectionDefaultItem | 'new' | null>(null);
  const read = useQuery(adminQuery('load the default items', 'getInspectionDefaultItems', { id: inspectionId }));
  const types = useQuery(adminQuery('load the item types', 'getItemTypes', {}));
  const typeNames = new Map(types.data?.map(({ id, name }) => [id, name]));
  if (read.data === undefined) return <Unread read={read} rows={5} />;
  const tree = read.data;
  const rows = rowsOf(tree);

  const move = (id: string, by: -1 | 1): void => {
    const items = swapped(tree, id, by);
    if (items === null) return;
    void attempt(() => write('sort the default items', 'sortInspectionDefaultItems', { id: inspectionId, items }));
  };
  const remove = async ({ id, name, children }: InspectionDefaultItem): Promise<void> => {
    const below = rowsOf(children).length;
    const sure = await confirm({
      title: t('adminInspections.defaultDeleteTitle', { name }),
      text:
        below === 0
          ? t('adminInspections.defaultDeleteText')
          : t('adminInspections.defaultDeleteTextBelow', { count: below }),
      confirm: t('actions.delete'),
      danger: true,
    });
    if (sure) await attempt(() => write('delete the default item', 'deleteInspectionDefaultItem', { id }));
  };

  return (
    <Paper component="section" p="lg" aria-label={t('adminInspections.defaults')}>
      <Group justify="space-between" align="flex-start" mb="xs">
        <div>
          <Title order={2}>{t('adminInspections.defaults')}</Title>
          <Text c="dimmed" size="sm">
            {t('adminInspections.defaultsHint')}
          </Text>
        </div>
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => edit('new')}>
          {t('adminInspections.addDefault')}
        </Button>
      </Group>
      {rows.length === 0 ? (
        <Empty title={t('adminInspections.defaultsNone')} hint={t('adminInspections.defaultsNoneHint')} />
      ) : (
        <ul className={classes['list']} aria-label={t('adminInspections.defaults')}>
          {rows.map((row) => (
            <DefaultRow
              key={row.item.id}
              row={row}
              typeName={typeNames.get(row.item.itemTypeId) ?? ''}
              isBusy={isBusy}
              onMove={(by) => move(row.item.id, by)}
              onEdit={() => edit(row.item)}
              onDelete={() => void remove(row.item)}
            />
          ))}
        </ul>
      )}
      {edited !== null && (
        <DefaultItemDialog
          key={edited === 'new' ? 'new' : edited.id}
          inspectionId={inspectionId}
          item={edited === 'new' ? null : edited}
          tree={tree}
          onClose={() => edit(null)}
        />
      )}
    </Paper>
  );
}

function DefaultRow({
  row: { item, depth, isFirst, isLast },
  typeName,
  isBusy,
  onMove,
  onEdit,
  onDelete,
}: {
  row: PlacedDefault;
  /** Empty while the item types are being read. */
  typeName: string;
  isBusy: boolean;
  onMove(by: -1 | 1): void;
  onEdit(): void;
  onDelete(): void;
}) {
  const { name, type } = item;
  return (
    <li className={classes['row']} data-depth={depth}>
      <span className={classes['name']} style={{ paddingLeft: depth * INDENT_PX }}>
        {name}
        {type === 'Question' && (
          <Badge variant="default" tt="none" ml={8}>
            {t('adminInspections.defaultQuestion')}
          </Badge>
        )}
        <span className={classes['type']}>{typeName}</span>
      </span>
      <ActionIcon
        size={44}
        aria-label={t('admin.moveUp', { name })}
        disabled={isFirst || isBusy}
        onClick={() => onMove(-1)}
      >
        <IconArrowUp size={18} />
      </ActionIcon>
      <ActionIcon
        size={44}
        aria-label={t('admin.moveDown', { name })}
        disabled={isLast || isBusy}
        onClick={() => onMove(1)}
      >
        <IconArrowDown size={18} />
      </ActionIcon>
      <ActionIcon size={44} aria-label={t('adminInspections.defaultEdit', { name })} onClick={onEdit}>
        <IconPencil size={18} />
      </ActionIcon>
      <ActionIcon size={44} aria-label={t('adminInspections.defaultDelete', { name })} onClick={onDelete}>
        <IconTrash size={18} />
      </ActionIcon>
    </li>
  );
}
