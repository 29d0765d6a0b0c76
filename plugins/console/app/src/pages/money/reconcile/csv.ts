/** How a CSV file of a bank is read; the names are those of the API. */
export interface Mapping {
  delimiter: string;
  decimal: '.' | ',';
  dateFormat: string;
  encoding: string;
  skipLines: number;
  headerRows: number;
  footerRows: number;
  invertSign: boolean;
  /** Meaning of columns by their number from 0. */
  columns: Record<number, string>;
}

/** What a column can be. */
export const Meanings = [
  'bookingDate', 'valueDate', 'amount', 'debit', 'credit', 'direction', 'balance', 'remittance', 'counterpartyName', 'counterpartyIban',
  'bankReference', 'endToEndId', 'mandateId', 'fee', 'currency', 'account', 'status',
] as const;

export const Delimiters = [';', ',', '\t', '|'] as const;
export const DateFormats = ['DD/MM/YYYY', 'DD.MM.YYYY', 'DD-MM-YYYY', 'YYYY-MM-DD', 'MM/DD/YYYY', 'DD/MM/YY', 'DD.MM.YY', 'YYYYMMDD'] as const;
export const Encodings = ['UTF-8', 'windows-1252', 'ISO-8859-1', 'UTF-16', 'CP850'] as const;

/** Rows of a CSV text: quotes may hold delimiters and line ends. At most `most` rows. */
export function rowsOf(text: string, delimiter: string, most: number): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endRow = () => {
    row.push(cell);
    rows.push(row);
    row = [];
    cell = '';
  };
  for (let at = 0; at < text.length && rows.length < most; at += 1) {
    const character = text[at]!;
    if (quoted) {
      if (character !== '"') {
        cell += character;
      } else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else {
        quoted = false;
      }
    } else if (character === '"' && cell === '') {
      quoted = true;
    } else if (character === delimiter) {
      row.push(cell);
      cell = '';
    } else if (character === '\n') {
      endRow();
    } else if (character !== '\r') {
      cell += character;
    }
  }
  if (rows.length < most && (cell !== '' || row.length > 0)) {
    endRow();
  }
  return rows;
}

/** The delimiter that makes the most columns. */
export function delimiterOf(text: string): string {
  const width = (delimiter: string) => Math.max(0, ...rowsOf(text, delimiter, 20).map((row) => row.length));
  return [...Delimiters].reduce((best, one) => (width(one) > width(best) ? one : best));
}

const Dates: readonly [RegExp, string][] = [
  [/^\d{2}\/\d{2}\/\d{4}/, 'DD/MM/YYYY'],
  [/^\d{2}\.\d{2}\.\d{4}/, 'DD.MM.YYYY'],
  [/^\d{2}-\d{2}-\d{4}/, 'DD-MM-YYYY'],
  [/^\d{4}-\d{2}-\d{2}/, 'YYYY-MM-DD'],
  [/^\d{2}\/\d{2}\/\d{2}$/, 'DD/MM/YY'],
  [/^\d{2}\.\d{2}\.\d{2}$/, 'DD.MM.YY'],
  [/^\d{8}$/, 'YYYYMMDD'],
];
const Amount = /^[+-]?\d[\d .,'\u00a0\u202f]*$/;

function dateFormat(cell: string): string | undefined {
  return Dates.find(([pattern]) => pattern.test(cell.trim()))?.[1];
}

/** Where a person begins: the first date is the booking date, the first amount the amount, the longest text the remittance. */
export function guess(text: string): Mapping {
  const delimiter = delimiterOf(text);
  const rows = rowsOf(text, delimiter, 30);
  const first = Math.max(0, rows.findIndex((row) => row.some((cell) => dateFormat(cell) !== undefined)));
  const row = rows[first] ?? [];
  const columns: Record<number, string> = {};
  const date = row.findIndex((cell) => dateFormat(cell) !== undefined);
  if (date >= 0) {
    columns[date] = 'bookingDate';
  }
  const amount = row.findIndex((cell, index) => !(index in columns) && /[.,]\d{1,3}$/.test(cell.trim()) && Amount.test(cell.trim()));
  if (amount >= 0) {
    columns[amount] = 'amount';
  }
  const texts = row.map((cell, index) => ({ cell, index })).filter(({ index, cell }) => !(index in columns) && /[^\W\d]{3}/.test(cell));
  const longest = texts.sort((a, b) => b.cell.length - a.cell.length)[0];
  if (longest) {
    columns[longest.index] = 'remittance';
  }
  const sample = row[amount] ?? '';
  return {
    delimiter,
    decimal: sample.lastIndexOf(',') > sample.lastIndexOf('.') ? ',' : '.',
    dateFormat: dateFormat(row[date] ?? '') ?? 'DD/MM/YYYY',
    encoding: 'UTF-8',
    skipLines: Math.max(0, first - 1),
    headerRows: first > 0 ? 1 : 0,
    footerRows: 0,
    invertSign: false,
    columns,
  };
}

/** The mapping as the API takes it: columns by their meaning. */
export function mappingBody(mapping: Mapping): Record<string, unknown> {
  const columns = Object.fromEntries(Object.entries(mapping.columns).map(([index, meaning]) => [meaning, Number(index)]));
  return { ...mapping, columns };
}

/** Gives a column a meaning; no two columns have the same. */
export function withMeaning(mapping: Mapping, column: number, meaning: string): Mapping {
  const others = Object.entries(mapping.columns).filter(([index, other]) => Number(index) !== column && other !== meaning);
  return { ...mapping, columns: { ...Object.fromEntries(others), ...(meaning ? { [column]: meaning } : {}) } };
}

/** A file as base 64, without a text of the size of the file for each byte. */
export function base64(bytes: Uint8Array): string {
  const Piece = 0x8000;
  let binary = '';
  for (let at = 0; at < bytes.length; at += Piece) {
    binary += String.fromCharCode(...bytes.subarray(at, at + Piece));
  }
  return btoa(binary);
}
