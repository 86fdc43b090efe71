/** A spreadsheet would calculate these; an apostrophe makes them text (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;

/** A line of CSV (RFC 4180), with its end. */
export function toCsvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(value: string | null): string {
  if (value === null) return '';
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
