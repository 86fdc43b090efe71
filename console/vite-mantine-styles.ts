import type { Plugin } from 'vite';

/**
 * Each part of Mantine brings its style sheet along, so that the console has those of the parts that it
 * uses, in the order in which the parts build on one another. They lie in a cascade layer: our own
 * styles win, wherever they stand. The development server serves them all at once.
 */
export function mantineStyles(): Plugin[] {
  const part = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/;
  return [
    {
      name: 'kinora-mantine-styles',
      apply: 'build',
      transform: {
        filter: { id: part },
        handler: (code, id) => ({
          code: `import '@mantine/core/styles/${part.exec(id)?.[1]}.layer.css';\n${code}`,
          map: null,
        }),
      },
    },
    {
      name: 'kinora-mantine-styles-served',
      apply: 'serve',
      transform: {
        filter: { id: /\/base\/theme\/mantine\.ts$/ },
        handler: (code) => ({
          code: `import '@mantine/core/styles.layer.css';\n${code}`,
          map: null,
        }),
      },
    },
  ];
}
