import { isNumeric, type GridColumn } from './columns';

/** Cells of a spreadsheet as they come over the clipboard: tabs between columns, quotes around texts with line breaks. */
export function tableOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const source = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at]!;
    if (quoted) {
      if (character === '"' && source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else if (character === '"') {
        quoted = false;
      } else {
        cell += character;
      }
    } else if (character === '"' && cell === '') {
      quoted = true;
    } else if (character === '\t' || character === '\n') {
      row.push(cell.trim());
      cell = '';
      if (character === '\n') {
        rows.push(row);
        row = [];
      }
    } else {
      cell += character;
    }
  }
  row.push(cell.trim());
  rows.push(row);
  return rows.filter((one) => one.some((content) => content !== ''));
}

/** Does a text hold rows of a spreadsheet, rather than one value? */
export function isTable(text: string): boolean {
  return /[\t\n]/.test(text.trimEnd());
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/[^\p{L}\p{N}%]/gu, '').toLowerCase();
}

function columnNamed(columns: readonly GridColumn[], head: string): GridColumn | undefined {
  const wanted = plain(head);
  return wanted === '' ? undefined : columns.find((one) => one.kind !== 'shown' && [one.id, one.label, ...(one.heads ?? [])].some((name) => plain(name) === wanted));
}

/** A number as a spreadsheet shows it, without its currency or percent sign. */
function bare(column: GridColumn, text: string): string {
  return isNumeric(column) ? text.replace(/[\p{Sc}%]|^[A-Z]{3}\s|\s[A-Z]{3}$/gu, '').trim() : text;
}

export interface Pasted {
  /** Texts by column, one for each row. */
  rows: Record<string, string>[];
  /** The rows make new lines, rather than filling cells of the lines below. */
  lines: boolean;
}

/**
 * Rows of a spreadsheet as cells of a grid. Columns are known by their heads when the first row has them, else they
 * are taken in the order shown, from the cell in which the paste was done.
 */
export function pasted(text: string, columns: readonly GridColumn[], from: string): Pasted {
  const table = tableOf(text);
  const heads = (table[0] ?? []).map((head) => columnNamed(columns, head));
  const headed = table.length > 1 && heads.some(Boolean) && !(table[0] ?? []).some((cell) => /^[\d.,\s]+$/.test(cell));
  const typed = columns.filter((one) => one.kind !== 'shown');
  const start = Math.max(0, typed.findIndex((one) => one.id === from));
  const order = headed ? heads : typed.slice(start);
  const rows = (headed ? table.slice(1) : table).map((row) => {
    const cells: Record<string, string> = {};
    row.forEach((cell, index) => {
      const column = order[index];
      if (column && cell !== '' && !cells[column.id]) {
        cells[column.id] = bare(column, cell);
      }
    });
    return cells;
  });
  return { rows: rows.filter((cells) => Object.keys(cells).length > 0), lines: headed || typed[start]?.kind === 'item' };
}
