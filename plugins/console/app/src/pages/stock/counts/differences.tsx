import type { Row } from '../../../data/call';
import { company } from '../../../data/company';
import { fieldName } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { quantity } from '../../../money/format';
import { Money } from '../../../parts/controls';
import { ItemLink } from '../../../parts/record-names';
import { sumOf } from './lines';

const t = texts({
  en: { lines: 'What was counted', item: 'Item', lot: 'Lot', expected: 'Expected', counted: 'Counted', difference: 'Difference', sum: { one: '{n} line differs', other: '{n} lines differ' } },
  fr: { lines: 'Ce qui a été compté', item: 'Article', lot: 'Lot', expected: 'Attendu', counted: 'Compté', difference: 'Écart', sum: { one: '{n} ligne diffère', other: '{n} lignes diffèrent' } },
  de: { lines: 'Was gezählt wurde', item: 'Artikel', lot: 'Charge', expected: 'Erwartet', counted: 'Gezählt', difference: 'Abweichung', sum: { one: '{n} Position weicht ab', other: '{n} Positionen weichen ab' } },
});

export type Count = Row<'listStockCounts'>;

/** What was counted against what was expected, and what the differences are worth. */
export function Differences({ lines }: { lines: NonNullable<Count['lines']> }) {
  const currency = company.value?.currency ?? 'EUR';
  const sum = sumOf(lines);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t('lines')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('item')}</th>
            <th scope="col">{t('lot')}</th>
            <th scope="col" class="right">{t('expected')}</th>
            <th scope="col" class="right">{t('counted')}</th>
            <th scope="col" class="right">{t('difference')}</th>
            <th scope="col" class="right">{fieldName('value')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.itemId} ${line.lotNumber}`}>
              <td>
                <ItemLink id={line.itemId} />
              </td>
              <td>{line.lotNumber}</td>
              <td class="right">{quantity(line.expected)}</td>
              <td class="right">{quantity(line.counted)}</td>
              <td class="right">{line.difference ? <strong>{quantity(line.difference)}</strong> : quantity(line.difference)}</td>
              <td class="right">
                <Money minor={line.value} currency={currency} dash />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={5}>
              {t('sum', { n: sum.differing })}
            </th>
            <td class="right">
              <strong>
                <Money minor={sum.value} currency={currency} />
              </strong>
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
