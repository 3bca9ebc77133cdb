import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { t } from '../../lib/texts/index.ts';
import { BY_PLACE, type ListOrder } from '../items/index.ts';

/** Changes the order of the list: as a tree of locations, in groups, or sorted by a column. */
export function SortMenu({
  order,
  columns,
  onArrange,
}: {
  order: ListOrder;
  columns: readonly string[];
  onArrange(order: ListOrder): void;
}) {
  const choices: { by: ListOrder['by']; label: string }[] = [
    { by: 'place', label: t('order.place') },
    { by: 'condition', label: t('order.condition') },
    { by: 'type', label: t('order.type') },
    { by: 'name', label: t('items.name') },
    ...columns.map((column) => ({ by: `value:${column}` as const, label: column })),
  ];
  const isOn = order.by !== 'place';
  return (
    <Menu position="bottom-end" shadow="md" width={270}>
      <Menu.Target>
        <ActionIcon variant={isOn ? 'light' : 'subtle'} aria-label={t('order.title')} title={t('order.title')}>
          <IconArrowsSort size={22} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={order.by}
          onChange={(by) => {
            const chosen = choices.find((choice) => choice.by === by);
            if (chosen !== undefined) onArrange(by === 'place' ? BY_PLACE : { ...order, by: chosen.by });
          }}
        >
          {choices.map(({ by, label }) => (
            <Menu.RadioItem key={by} value={by} mih={44} closeMenuOnClick>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {isOn && (
          <>
            <Menu.Divider />
            <Menu.CheckboxItem
              mih={44}
              closeMenuOnClick
              checked={order.down}
              onChange={(down) => onArrange({ ...order, down })}
            >
              {t('order.down')}
            </Menu.CheckboxItem>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
