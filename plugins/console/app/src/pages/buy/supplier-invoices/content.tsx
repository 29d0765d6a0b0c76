import { placed } from '../../../data/place';
import { fieldName } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { percent, quantity } from '../../../money/format';
import { Badge, Money, Section } from '../../../parts/controls';
import type { Invoice } from './panel';

const t = texts({
  en: { lines: 'Lines', taxes: 'Taxes', findings: 'What the check of the file has found', clean: 'The check of the file has found nothing.' },
  fr: { lines: 'Lignes', taxes: 'TVA', findings: 'Ce que le contrôle du fichier a trouvé', clean: 'Le contrôle du fichier n’a rien trouvé.' },
  de: { lines: 'Positionen', taxes: 'Steuern', findings: 'Was die Prüfung der Datei gefunden hat', clean: 'Die Prüfung der Datei hat nichts gefunden.' },
});

/** What is wrong with the file by the rules of e-invoices; the worst first. */
export function Findings({ invoice }: { invoice: Invoice }) {
  if (invoice.findings.length === 0) {
    return <p class="small">✓ {t('clean')}</p>;
  }
  const sorted = [...invoice.findings].sort((a, b) => a.severity.localeCompare(b.severity));
  return (
    <Section title={t('findings')}>
      <ul class="fields">
        {sorted.map((one) => (
          <li key={`${one.rule} ${one.message}`}>
            <Badge value={one.severity} tone={one.severity === 'error' ? 'bad' : 'warn'} /> <code>{one.rule}</code> {one.message}
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Lines({ invoice }: { invoice: Invoice }) {
  const amount = (minor: number) => <Money minor={minor} currency={invoice.currency} />;
  return (
    <>
      <Section title={t('lines')}>
        <div class="scroll" tabIndex={0} role="region" aria-label={t('lines')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{fieldName('label')}</th>
                <th scope="col" class="right">{fieldName('quantity')}</th>
                <th scope="col" class="right">{fieldName('unitPrice')}</th>
                <th scope="col" class="right">{fieldName('taxRate')}</th>
                <th scope="col" class="right">{fieldName('net')}</th>
              </tr>
            </thead>
            <tbody>
              {invoice.lines.map((line, index) => (
                <tr key={index}>
                  <td>{line.itemId ? <a href={placed(`/items/${line.itemId}`)}>{line.label}</a> : line.label}</td>
                  <td class="right">{quantity(line.quantity)}</td>
                  <td class="right">{amount(line.unitPrice)}</td>
                  <td class="right">
                    {line.taxCategory} {percent(line.taxRate)}
                  </td>
                  <td class="right">{amount(line.net)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Section>
      <Section title={t('taxes')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{fieldName('taxCategory')}</th>
              <th scope="col" class="right">{fieldName('net')}</th>
              <th scope="col" class="right">{fieldName('tax')}</th>
            </tr>
          </thead>
          <tbody>
            {invoice.taxes.map((tax) => (
              <tr key={`${tax.taxCategory} ${tax.taxRate}`}>
                <td>
                  {tax.taxCategory} {percent(tax.taxRate)}
                </td>
                <td class="right">{amount(tax.net)}</td>
                <td class="right">{amount(tax.tax)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
    </>
  );
}
