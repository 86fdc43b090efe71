/** A spreadsheet would calculate these; an apostrophe makes them text (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\u{ff1d}\u{ff0b}\u{ff0d}\u{ff20}]/u;

/** A line of CSV (RFC 4180), with its end. */
export function toCsvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(value: string | null): string {
  if (value === null) return '';
  const text = FORMULA.test(value) ? `'${value}` : value;
  // Some spreadsheets part cells by semicolons, but not within quotes.
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
