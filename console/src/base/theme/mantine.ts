import { createTheme, type MantineColorsTuple } from '@mantine/core';

// Only the parts of Mantine that pages use, in the order Mantine asks for (a part may build on
// those above it). Add a line when a page takes a further part. In a cascade layer, so that our
// own style sheets win whatever chunk they come in.
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import '@mantine/core/styles/Tooltip.layer.css';
import './mantine-tokens.css';
import './mantine-parts.css';

const indigo: MantineColorsTuple = [
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
  colors: { indigo },
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
    Select: { defaultProps: { size: 'sm', allowDeselect: false, checkIconPosition: 'right' } },
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
