import type { StatusAppearance } from '../../ui/indicators/StatusDot.tsx';

/** Appearances of the conditions. */
export const APPEARANCES: readonly StatusAppearance[] = [
  { shape: 'check', color: '#2E7D32', label: 'Fit for purpose', short: 'Fit' },
  { shape: 'triangle', color: '#A35F00', label: 'Needs attention', short: 'Attention' },
  { shape: 'octagon', color: '#C62828', label: 'Defective', short: 'Defective' },
  { shape: 'dash', color: '#546E7A', label: 'Not applicable', short: 'N/A' },
  { shape: 'ring', color: '#9E9E9E', label: 'Not Checked', short: 'None' },
];
