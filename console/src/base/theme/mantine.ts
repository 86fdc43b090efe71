import type { MantineTheme, VariantColorsResolver } from '@mantine/core';

// The parts of Mantine bring their style sheets themselves (vite-mantine-styles.ts).
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import './mantine-tokens.css';
import './mantine-parts.css';

/** The steps of a scale, each a variable of the style sheets. */
function stepsOf<Step extends string | number>(kind: string, steps: readonly Step[]) {
  const entries = steps.map((step) => [step, `var(--mantine-${kind}-${step})`]);
  return Object.fromEntries(entries) as Record<Step, string>;
}

const SIZES = ['xs', 'sm', 'md', 'lg', 'xl'] as const;
const SHADES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
const AS_TEXT = { fontSize: 'inherit', lineHeight: 'inherit' };
const COLORS = ['indigo', 'red', 'gray', 'dark'] as const;
const colors = COLORS.map((color) => [color, Object.values(stepsOf(`color-${color}`, SHADES))]);

/** Colours of a part in one of its variants: all of them are variables of the style sheets. */
const variantColorResolver: VariantColorsResolver = ({ color = '', variant }) => {
  const of = (name: string) => `var(--mantine-color-${name})`;
  const clear = { border: '1px solid transparent' };
  if (variant === 'default') {
    return {
      background: of('default'),
      hover: of('default-hover'),
      color: of('default-color'),
      border: `1px solid ${of('default-border')}`,
    };
  }
  if (variant === 'filled') {
    const hover = of(`${color}-filled-hover`);
    return { ...clear, background: of(`${color}-filled`), hover, color: of('white') };
  }
  const background = variant === 'light' ? of(`${color}-light`) : 'transparent';
  const hover = variant === 'transparent' ? 'transparent' : of(`${color}-light-hover`);
  return { ...clear, background, hover, color: of(`${color}-light-color`) };
};

/**
 * The values that Mantine's parts read; the colours themselves are in tokens.css. It is written in full, as
 * Mantine's own theme, on which others are built, would add palettes and colour computations.
 */
export const theme: MantineTheme = {
  scale: 1,
  fontSmoothing: true,
  focusRing: 'auto',
  white: '#fff',
  black: '#000',
  colors: Object.fromEntries(colors) as MantineTheme['colors'],
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 6 },
  variantColorResolver,
  autoContrast: false,
  luminanceThreshold: 0.3,
  fontFamily: 'var(--k-font)',
  fontFamilyMonospace: 'var(--k-mono)',
  headings: {
    fontFamily: 'var(--k-font)',
    fontWeight: '600',
    textWrap: 'wrap',
    sizes: { h1: AS_TEXT, h2: AS_TEXT, h3: AS_TEXT, h4: AS_TEXT, h5: AS_TEXT, h6: AS_TEXT },
  },
  defaultRadius: 8,
  cursorType: 'pointer',
  respectReducedMotion: true,
  defaultGradient: { from: 'indigo', to: 'indigo' },
  activeClassName: 'mantine-active',
  focusClassName: '',
  fontSizes: stepsOf('font-size', SIZES),
  lineHeights: stepsOf('line-height', SIZES),
  fontWeights: stepsOf('font-weight', ['regular', 'medium', 'bold']),
  radius: stepsOf('radius', SIZES),
  spacing: stepsOf('spacing', SIZES),
  shadows: stepsOf('shadow', SIZES),
  breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '75em', xl: '88em' },
  other: {},
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
};
