import { exact } from '../../../data/json';
import { texts } from '../../../i18n/texts';
import { parseAmount } from '../../../money/parse';

const t = texts({
  en: { number: 'This is not a number, or could be read in two ways.' },
  fr: { number: 'Ce n’est pas un nombre, ou il pourrait être lu de deux façons.' },
  de: { number: 'Das ist keine Zahl oder könnte auf zwei Arten gelesen werden.' },
});

/** What has not come of a line. Quantities have few digits, so that the rest is rounded to the six that they can have. */
export function leftOf(line: { quantity: number; quantityReceived: number }): number {
  return Number((line.quantity - line.quantityReceived).toFixed(6));
}

interface TypedLine {
  cells: Record<string, string>;
}

/** The lines of a receipt out of the grid: those of the order with a quantity; and sentences for texts that are no numbers, by path. */
export function receiptBodies(lines: readonly TypedLine[]): { bodies: Record<string, unknown>[]; wrong: Record<string, string> } {
  const wrong: Record<string, string> = {};
  const bodies: Record<string, unknown>[] = [];
  lines.forEach(({ cells }, index) => {
    const typed = (cells['quantity'] ?? '').trim();
    const digits = typed === '' ? '0' : parseAmount(typed);
    if (digits === null) {
      wrong[`lines[${index}].quantity`] = t('number');
    }
    if (!cells['lineId'] || !digits || Number(digits) === 0) {
      return;
    }
    const body: Record<string, unknown> = { lineId: cells['lineId'], quantity: exact(digits) };
    const cost = (cells['unitCost'] ?? '').trim();
    const price = cost === '' ? undefined : parseAmount(cost);
    if (price === null) {
      wrong[`lines[${index}].unitCost`] = t('number');
    } else if (price !== undefined) {
      body['unitCost'] = exact(price);
    }
    for (const name of ['lotNumber', 'expiresOn']) {
      if (cells[name]?.trim()) {
        body[name] = cells[name].trim();
      }
    }
    bodies.push(body);
  });
  return { bodies, wrong };
}
