import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { StatusDot } from '../../ui/indicators/StatusDot.tsx';
import { useConditionAppearance, useConditions } from './queries.ts';

/** Menu of all conditions and Not Checked, below or above its target. */
export function ConditionMenu({
  position,
  target,
  onChoose,
}: {
  position: 'top-end' | 'bottom-end';
  /** A button that accepts a ref. */
  target: ReactElement;
  onChoose(conditionId: string | null): void;
}) {
  const conditions = useConditions();
  const appearanceOf = useConditionAppearance();
  return (
    <Menu position={position} shadow="md" width={230}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {[...conditions.map(({ id }) => id), null].map((id) => (
          <Menu.Item
            key={id ?? ''}
            h={48}
            leftSection={<StatusDot appearance={appearanceOf(id)} size={20} hidden />}
            onClick={() => onChoose(id)}
          >
            {appearanceOf(id).label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
