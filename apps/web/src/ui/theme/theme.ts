/** The theme of Holdfast: slate grey, one accent colour, controls large enough for gloves. Condition colours are defined separately. */
import {
  ActionIcon,
  Alert,
  Button,
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  Menu,
  Notification,
  Paper,
  Skeleton,
  Tabs,
  Tooltip,
} from '@mantine/core';
import { t } from '../../lib/texts/index.ts';
import { pageThrough } from '../pageThrough.ts';

const accent: MantineColorsTuple = [
  '#f0fdfa',
  '#ccfbf1',
  '#99f6e4',
  '#5eead4',
  '#2dd4bf',
  '#14b8a6',
  '#0d9488',
  '#0f766e',
  '#115e59',
  '#134e4a',
];

const slate: MantineColorsTuple = [
  '#f8fafc',
  '#f1f5f9',
  '#e2e8f0',
  '#cbd5e1',
  '#94a3b8',
  '#64748b',
  '#475569',
  '#334155',
  '#1e293b',
  '#0f172a',
];

/** Ordered from text to background, as Mantine orders dark shades. */
const night: MantineColorsTuple = [
  '#e2e8f0',
  '#cbd5e1',
  '#a3b1c4',
  '#64748b',
  '#3b4a61',
  '#2c3a50',
  '#1b2638',
  '#111a29',
  '#0c1320',
  '#070c15',
];

/** Height of controls that are pressed with a gloved finger. */
const TARGET_PX = 48;

const clearButton = { clearButtonProps: { 'aria-label': t('actions.clear') } };

/** Days at the weekend have the colour of all days: red is that of Defective, and has too little contrast here. */
const week = { weekendDays: [] };

/** Maximum height of the choices in an open drop-down in px: 300 with its border (CNST-11). */
const CHOICES_MAX_PX = 290;
const dropdown = { maxDropdownHeight: CHOICES_MAX_PX, onKeyDown: pageThrough };

/** The theme of the component library: colours, sizes and defaults of components. */
export const theme = createTheme({
  colors: { accent, gray: slate, dark: night },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 7 },
  black: '#0f172a',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  headings: {
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Set by name: components that are not on the first screen are not loaded with it.
    ...Object.fromEntries([
      ...['DateInput', 'DateTimePicker'].map((name) => [name, { defaultProps: { ...clearButton, ...week } }]),
      ...['Select', 'MultiSelect'].map((name) => [name, { defaultProps: { ...clearButton, ...dropdown } }]),
    ]),
    ActionIcon: ActionIcon.extend({ defaultProps: { size: TARGET_PX, variant: 'subtle', color: 'gray' } }),
    // Of the smallest size of text, 13 px.
    Badge: { defaultProps: { size: 'lg' } },
    Alert: Alert.extend({ defaultProps: { radius: 'md' } }),
    Button: Button.extend({ defaultProps: { size: 'md', h: TARGET_PX } }),
    // Rendered inside the landmark of its button, and without a focusable placeholder that is no menu item: as axe requires.
    Menu: Menu.extend({ defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': t('actions.close') } } }),
    Paper: Paper.extend({ defaultProps: { withBorder: true, radius: 'lg' } }),
    Skeleton: Skeleton.extend({ defaultProps: { radius: 'md' } }),
    Tabs: Tabs.extend({ defaultProps: { keepMounted: false } }),
    Tooltip: Tooltip.extend({ defaultProps: { withArrow: true, openDelay: 400 } }),
  },
});

/** Replaces colours of Mantine that have too little contrast outdoors. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f4f6f9',
    '--mantine-color-dimmed': '#475569',
    '--mantine-color-placeholder': '#64748b',
    '--mantine-color-error': '#b42318',
    '--mantine-color-default-border': '#cbd5e1',
    '--mantine-color-accent-light': '#e3f4f1',
    '--mantine-color-accent-light-hover': '#d3ece8',
    '--mantine-color-accent-light-color': '#0f5f59',
    '--mantine-color-yellow-light': '#fdf3d7',
    '--mantine-color-yellow-light-color': '#7a4d00',
    '--holdfast-surface': '#ffffff',
    '--holdfast-raised': '#f8fafc',
    '--holdfast-line': '#dde3eb',
    '--holdfast-strong': '#0f172a',
    '--holdfast-ring': '#0f766e',
    '--holdfast-accent-text': '#0f766e',
    '--holdfast-accent-soft': '#e3f4f1',
  },
  dark: {
    '--mantine-color-body': '#0c1320',
    '--mantine-color-text': '#dbe3ee',
    '--mantine-color-dimmed': '#a3b1c4',
    '--mantine-color-placeholder': '#8596ac',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-default': '#1b2638',
    '--mantine-color-default-hover': '#243147',
    '--mantine-color-default-border': '#3b4a61',
    '--mantine-color-anchor': '#5eead4',
    '--mantine-color-accent-light': '#17423e',
    '--mantine-color-accent-light-hover': '#1d524d',
    '--mantine-color-accent-light-color': '#c5f4ec',
    '--mantine-color-red-light': '#391a21',
    '--mantine-color-red-light-hover': '#47212a',
    '--mantine-color-red-light-color': '#ffb4ab',
    '--mantine-color-yellow-light': '#2e2717',
    '--mantine-color-yellow-light-color': '#ffd98a',
    '--mantine-color-gray-light': '#1b2638',
    '--mantine-color-gray-light-hover': '#243147',
    '--mantine-color-gray-light-color': '#dbe3ee',
    '--holdfast-surface': '#131d2d',
    '--holdfast-raised': '#1b2638',
    '--holdfast-line': '#28354a',
    '--holdfast-strong': '#f1f5f9',
    '--holdfast-ring': '#2dd4bf',
    '--holdfast-accent-text': '#5eead4',
    '--holdfast-accent-soft': '#12312f',
  },
});
