import { createTheme, type MantineColorsTuple } from '@mantine/core';
import { texts } from './texts/texts';

/** The blue of the documentation and the public pages. */
const accent: MantineColorsTuple = [
  '#eff4ff',
  '#dbe6fe',
  '#bfd3fe',
  '#93b4fd',
  '#6090fa',
  '#3b72f6',
  '#2459eb',
  '#1d4ed8',
  '#1e41af',
  '#1e398a',
];

/** Marks everything in test mode. */
const test: MantineColorsTuple = [
  '#fff8eb',
  '#feedc7',
  '#fdd98a',
  '#fcbf4d',
  '#fba724',
  '#f5840b',
  '#c2530a',
  '#a84208',
  '#92370e',
  '#782e0f',
];

/** Surfaces and lines of the dark scheme, with the tint of the documentation's. */
const dark: MantineColorsTuple = [
  '#e4e7ee',
  '#b9bfcb',
  '#8f97a7',
  '#6d7586',
  '#434b5a',
  '#343b49',
  '#1a1f29',
  '#12151c',
  '#0e1117',
  '#0a0c11',
];

/** In the order of the series, not of the alphabet. */
const chart = { defaultProps: { legendProps: { itemSorter: null } } };

/** Mantine's icon has no name. */
const closeButtonProps = { 'aria-label': texts.common.close };

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  // Mantine's yellow is too light for the text of an alert.
  colors: { accent, test, yellow: test, dark },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.75rem' },
      h2: { fontSize: '1rem', lineHeight: '1.5rem' },
      h3: { fontSize: '0.875rem', lineHeight: '1.25rem' },
    },
  },
  components: {
    AreaChart: chart,
    BarChart: chart,
    LineChart: chart,
    Button: { defaultProps: { size: 'xs', fw: 500 } },
    Table: { defaultProps: { borderColor: 'var(--line)' }, classNames: { th: 'table-head' } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    FileInput: { defaultProps: { clearButtonProps: { 'aria-label': texts.common.clear } } },
    Select: { defaultProps: { size: 'sm', allowDeselect: false } },
    Modal: { defaultProps: { centered: true, radius: 'lg', closeButtonProps } },
    Drawer: { defaultProps: { closeButtonProps } },
    Notification: { defaultProps: { closeButtonProps } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
  },
});
