import type { ReadyColumn } from './columns';

/** Rows of an export that is made in the browser; larger ones are made by the service. */
export const MostRows = 10_000;

function cell(text: string): string {
  // A text that a spreadsheet would take for a formula is kept as a text.
  const safe = /^[=+@\t\r]|^-(?![\d.,\s]*$)/.test(text) ? `'${text}` : text;
  return /[",\n\r;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The shown columns of rows as CSV, with the texts that the person sees. */
export function csvOf<R>(columns: readonly ReadyColumn<R>[], rows: readonly R[]): string {
  const lines = [columns.map((column) => cell(column.label)).join(',')];
  for (const row of rows.slice(0, MostRows)) {
    lines.push(columns.map((column) => cell(column.text(row))).join(','));
  }
  return `\ufeff${lines.join('\r\n')}\r\n`;
}
