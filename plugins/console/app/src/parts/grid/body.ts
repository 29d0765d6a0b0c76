import { exact } from '../../data/json';
import { parseAmount } from '../../money/parse';
import { Refusal } from '../form/draft';
import { isNumeric, isOpen, itemColumn, type GridColumn, type Line } from './columns';
import type { Lines } from './lines';
import { t } from './texts';

function valueOf(column: GridColumn, typed: string, wrong: (sentence: string) => void): unknown {
  if (!isNumeric(column)) {
    return typed;
  }
  const digits = parseAmount(typed);
  if (digits === null) {
    wrong(t('number'));
    return undefined;
  }
  return exact(digits);
}

function bodyOfLine(columns: readonly GridColumn[], line: Line, wrong: (field: string, sentence: string) => void): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const item = itemColumn(columns);
  if (line.item) {
    body['itemId'] = line.item.id;
  } else if (item?.free === false) {
    wrong('itemId', t('item'));
  }
  for (const column of columns) {
    const typed = (line.cells[column.id] ?? '').trim();
    if (isOpen(column, line) && typed !== '' && !(column === item && line.item)) {
      body[column.id] = valueOf(column, typed, (sentence) => wrong(column.id, sentence));
    }
  }
  return body;
}

/**
 * The lines as a body has them: `itemId` or the label, and what was typed by the ids of the columns, numbers exact.
 * Throws a Refusal that names the cells (`lines[0].quantity`) whose text is no number or no item.
 */
export function lineBodies(lines: Lines, path = 'lines'): Record<string, unknown>[] {
  const wrong: Record<string, string> = {};
  const bodies = lines.filled.map((line, index) =>
    bodyOfLine(lines.columns, line, (field, sentence) => {
      wrong[`${path}[${index}].${field}`] = sentence;
    }),
  );
  if (Object.keys(wrong).length > 0) {
    throw new Refusal(wrong);
  }
  return bodies;
}
