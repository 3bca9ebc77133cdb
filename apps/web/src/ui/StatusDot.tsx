import {
  IconAlertOctagonFilled,
  IconAlertTriangleFilled,
  IconCircle,
  IconCircleCheckFilled,
  IconSquareRoundedMinusFilled,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';

/** Shapes that tell states apart without their colour. */
export type StatusShape = 'check' | 'triangle' | 'octagon' | 'dash' | 'ring';

/** How one state looks: always a shape and a word beside the colour. */
export interface StatusLook {
  shape: StatusShape;
  /** Any CSS colour. */
  color: string;
  /** The word for it. */
  label: string;
}

const icons: Record<StatusShape, ComponentType<{ size?: number; color?: string; stroke?: number }>> = {
  check: IconCircleCheckFilled,
  triangle: IconAlertTriangleFilled,
  octagon: IconAlertOctagonFilled,
  dash: IconSquareRoundedMinusFilled,
  ring: IconCircle,
};

/** A coloured shape. Where the word stands beside it, `hidden` keeps it from being said twice. */
export function StatusDot({ look, size = 20, hidden = false }: { look: StatusLook; size?: number; hidden?: boolean }) {
  const Icon = icons[look.shape];
  return (
    <span
      role={hidden ? undefined : 'img'}
      aria-label={hidden ? undefined : look.label}
      aria-hidden={hidden}
      title={hidden ? undefined : look.label}
      data-status-color={look.color}
      style={{ display: 'inline-flex', flexShrink: 0 }}
    >
      <Icon size={size} color={look.color} stroke={2.5} />
    </span>
  );
}
