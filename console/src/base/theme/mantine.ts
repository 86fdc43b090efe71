import { createTheme, type MantineColorsTuple } from '@mantine/core';

// The parts of Mantine bring their style sheets themselves (vite-mantine-styles.ts).
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import './mantine-tokens.css';
import './mantine-parts.css';

const INDIGO: MantineColorsTuple = [
  '#eef1ff',
  '#dde2ff',
  '#bcc5ff',
  '#98a4ff',
  '#7f8cff',
  '#6573f5',
  '#4f5fe8',
  '#3e4bd0',
  '#323db0',
  '#272f8a',
];

/** Defaults of Mantine's parts; the colours themselves live in tokens.css. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 6 },
  colors: { indigo: INDIGO },
  fontFamily: 'var(--k-font)',
  defaultRadius: 8,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm', loaderProps: { size: 16 } } },
    ActionIcon: { defaultProps: { size: 'lg', variant: 'subtle', color: 'gray' } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm' } },
    Menu: {
      defaultProps: {
        radius: 10,
        shadow: 'md',
        offset: 6,
        // An empty focusable child is no child a menu may have (ARIA 1.2, menu).
        withInitialFocusPlaceholder: false,
        transitionProps: { duration: 100, transition: 'fade' },
      },
    },
    Tooltip: {
      defaultProps: {
        openDelay: 300,
        radius: 6,
        transitionProps: { duration: 100, transition: 'fade' },
        events: { hover: true, focus: true, touch: false },
      },
    },
  },
});
