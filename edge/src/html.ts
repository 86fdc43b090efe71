const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text and double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text.toWellFormed().replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** Renders attributes, each with a space before it. */
export function renderAttributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('');
}

/** Renders what a page loads of the player's files. */
export function renderEntry({ script, styles }: { script: string; styles: string[] }): string {
  const sheets = styles.map((file) => `<link rel="stylesheet" href="/player/${escapeHtml(file)}">`);
  return [...sheets, `<script type="module" src="/player/${escapeHtml(script)}"></script>`].join(
    '\n',
  );
}
