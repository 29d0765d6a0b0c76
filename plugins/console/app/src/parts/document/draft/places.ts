import type { Problem } from '../../../data/problem';
import { sentence } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { quantity } from '../../../money/format';
import type { Line } from '../../grid/grid';

const t = texts({
  en: { short: 'Only {n} are available.' },
  fr: { short: 'Seulement {n} disponibles.' },
  de: { short: 'Nur {n} verfügbar.' },
});

/**
 * Where a refusal of a document belongs: the cell or field that its code names, or the quantity of the line whose
 * item is short in stock. Empty when it is about the whole document.
 */
export function placed(problem: Problem, filled: readonly Line[]): Record<string, string> {
  const { code } = problem;
  // A rule that makes documents has the document as its template.
  const detail = problem.detail.replace(/^template\./, '');
  if (code === 'insufficient-stock') {
    const [item, available] = detail.split(':');
    const index = filled.findIndex((line) => line.item?.id === item);
    return index < 0 ? {} : { [`lines[${index}].quantity`]: t('short', { n: quantity(Number(available)) }) };
  }
  if (code === 'item-not-found') {
    const index = filled.findIndex((line) => line.item?.id === detail);
    return index < 0 ? {} : { [`lines[${index}].itemId`]: sentence(problem) };
  }
  if (code === 'partner-not-found' || code === 'credit-limit') {
    return { partnerId: sentence(problem) };
  }
  return code.startsWith('field-') && detail ? { [detail]: sentence(problem) } : {};
}
