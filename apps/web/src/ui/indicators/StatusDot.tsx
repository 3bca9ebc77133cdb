import {
  IconAlertOctagonFilled,
  IconAlertTriangleFilled,
  IconCircle,
  IconCircleCheckFilled,
  IconSquareRoundedMinusFilled,
} from '@tabler/icons-react';
import { type ComponentType, memo } from 'react';

/** Shapes that distinguish states without their colour. */
export type StatusShape = 'check' | 'triangle' | 'octagon' | 'dash' | 'ring';

/** Appearance of a state: always a shape and a label beside the colour. */
export interface StatusAppearance {
  shape: StatusShape;
  /** Any CSS colour. */
  color: string;
  /** The label of the state. */
  label: string;
  /** A shorter label, for a button as narrow as a finger. */
  short?: string;
}

const icons: Record<StatusShape, ComponentType<{ size?: number; color?: string; stroke?: number }>> = {
  check: IconCircleCheckFilled,
  triangle: IconAlertTriangleFilled,
  octagon: IconAlertOctagonFilled,
  dash: IconSquareRoundedMinusFilled,
  ring: IconCircle,
};

/** A coloured shape. Where its label is shown beside it, `hidden` prevents a second announcement by screen readers. */
export const StatusDot = memo(function StatusDot({
  appearance,
  size = 20,
  hidden = false,
  className,
}: {
  appearance: StatusAppearance;
  size?: number;
  hidden?: boolean;
  className?: string | undefined;
}) {
  const Icon = icons[appearance.shape];
  return (
    <span
      role={hidden ? undefined : 'img'}
      aria-label={hidden ? undefined : appearance.label}
      aria-hidden={hidden}
      title={hidden ? undefined : appearance.label}
      data-status-color={appearance.color}
      data-shape={appearance.shape}
      className={className}
      style={{ display: 'inline-flex', flexShrink: 0 }}
    >
      <Icon size={size} color={appearance.color} stroke={2.5} />
    </span>
  );
});
