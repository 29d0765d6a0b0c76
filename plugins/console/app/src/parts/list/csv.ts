import type { ReadyColumn } from './columns';

/** Rows of an export that is made in the browser; larger ones are made by the service. */
export const MostRows = 10_000;

/** A negative amount, with or without its currency. */
const Negative = /^-[\p{Sc}A-Z\s]{0,8}\d[\d.,\s]*[\p{Sc}A-Z%\s]{0,8}$/u;

function cell(shown: string): string {
  // Spreadsheets know the minus of the keyboard only.
  const text = shown.replace(/^\u2212/, '-');
  // A text that a spreadsheet would take for a formula is kept as a text.
  const safe = /^[=+@\t\r]/.test(text) || (text.startsWith('-') && !Negative.test(text)) ? `'${text}` : text;
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
