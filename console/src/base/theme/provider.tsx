import { MantineContext, MantineThemeContext, useProviderColorScheme } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { theme } from './mantine.ts';
import { schemeManager } from './scheme.ts';

const getRootElement = () => document.documentElement;

/**
 * Gives Mantine's parts their theme. MantineProvider would bring what writes its variables and
 * classes into a `<style>`, which the content security policy forbids; ours are style sheets.
 */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const scheme = useProviderColorScheme({
    defaultColorScheme: 'auto',
    forceColorScheme: undefined,
    manager: schemeManager,
    getRootElement,
  });
  useEffect(() => getRootElement().setAttribute('data-respect-reduced-motion', 'true'), []);
  return (
    <MantineContext
      value={{
        ...scheme,
        getRootElement,
        classNamesPrefix: 'mantine',
        cssVariablesSelector: ':root',
        withStaticClasses: true,
      }}
    >
      <MantineThemeContext value={theme}>{children}</MantineThemeContext>
    </MantineContext>
  );
}
