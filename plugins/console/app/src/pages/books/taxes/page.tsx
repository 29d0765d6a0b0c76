import { useAddress } from '../../../data/address';
import { placed } from '../../../data/place';
import { useAnswer } from '../../../data/query';
import { dateText, instantText, today } from '../../../i18n/dates';
import { texts } from '../../../i18n/texts';
import { percent } from '../../../money/format';
import { Money, Section } from '../../../parts/controls';
import { Shown } from '../../../parts/states';
import { Page } from '../../../shell/page';
import './page.css';

const t = texts({
  en: {
    title: 'Taxes', from: 'From', to: 'To', collected: 'Collected on sales', deductible: 'Deductible on purchases and expenses', category: 'Category', rate: 'Rate', net: 'Net', tax: 'Tax', total: 'Total', due: 'To be paid', back: 'To be refunded', none: 'Nothing in this period.', sales: 'Sales of the period', purchases: 'Purchases of the period', taken: '{from} – {to}, as of {when}',
    S: 'Standard or reduced rate', Z: 'Zero rate', E: 'Exempt', AE: 'Reverse charge', K: 'Supply within the European Union', G: 'Export', O: 'Outside the scope of tax',
  },
  fr: {
    title: 'Taxes', from: 'Du', to: 'Au', collected: 'Collectée sur les ventes', deductible: 'Déductible sur achats et dépenses', category: 'Catégorie', rate: 'Taux', net: 'Base HT', tax: 'Taxe', total: 'Total', due: 'À payer', back: 'À récupérer', none: 'Rien sur cette période.', sales: 'Ventes de la période', purchases: 'Achats de la période', taken: 'Du {from} au {to}, état du {when}',
    S: 'Taux normal ou réduit', Z: 'Taux zéro', E: 'Exonéré', AE: 'Autoliquidation', K: 'Livraison intracommunautaire', G: 'Exportation', O: 'Hors champ de la taxe',
  },
  de: {
    title: 'Steuern', from: 'Von', to: 'Bis', collected: 'Umsatzsteuer aus Verkäufen', deductible: 'Vorsteuer aus Einkäufen und Ausgaben', category: 'Kategorie', rate: 'Satz', net: 'Netto', tax: 'Steuer', total: 'Summe', due: 'Zu zahlen', back: 'Zu erstatten', none: 'Nichts in diesem Zeitraum.', sales: 'Verkäufe des Zeitraums', purchases: 'Einkäufe des Zeitraums', taken: '{from} – {to}, Stand {when}',
    S: 'Regelsatz oder ermäßigt', Z: 'Nullsatz', E: 'Steuerfrei', AE: 'Steuerschuldumkehr', K: 'Innergemeinschaftliche Lieferung', G: 'Ausfuhr', O: 'Nicht steuerbar',
  },
});

const Categories = new Set(['S', 'Z', 'E', 'AE', 'K', 'G', 'O']);

interface TaxRow {
  taxCategory: string;
  taxRate: number;
  net: number;
  tax: number;
}

export default function Taxes() {
  const { query, set } = useAddress();
  const from = query['from'] ?? `${today().slice(0, 4)}-01-01`;
  const to = query['to'] ?? today();
  const read = useAnswer('readTaxes', { query: { from, to } });
  const period = `from=${from}&to=${to}`;
  const tools = (
    <div class="tax-tools">
      <label>
        {t('from')}
        <input type="date" value={from} max={to} onChange={(event) => set({ from: event.currentTarget.value || undefined })} />
      </label>
      <label>
        {t('to')}
        <input type="date" value={to} min={from} onChange={(event) => set({ to: event.currentTarget.value || undefined })} />
      </label>
    </div>
  );
  return (
    <Page title={t('title')} acts={tools}>
      <Shown read={read} rows={6}>
        {(taxes) => (
          <>
            <p class="small">{t('taken', { from: dateText(taxes.from), to: dateText(taxes.to), when: instantText(taxes.takenAt) })}</p>
            <p>
              {t(taxes.due < 0 ? 'back' : 'due')}
              <br />
              <strong class="tax-due">
                <Money minor={Math.abs(taxes.due)} currency={taxes.currency} />
              </strong>
            </p>
            <Rows title={t('collected')} rows={taxes.collected} total={taxes.collectedTotal} currency={taxes.currency} link={[placed(`/sales?${period}`), t('sales')]} />
            <Rows title={t('deductible')} rows={taxes.deductible} total={taxes.deductibleTotal} currency={taxes.currency} link={[placed(`/purchases?${period}`), t('purchases')]} />
          </>
        )}
      </Shown>
    </Page>
  );
}

function Rows({ title, rows, total, currency, link }: { title: string; rows: readonly TaxRow[]; total: number; currency: string; link: [string, string] }) {
  return (
    <Section title={title} acts={<a href={link[0]}>{link[1]}</a>}>
      {rows.length === 0 && <p class="small">{t('none')}</p>}
      {rows.length > 0 && (
        <div class="scroll" tabIndex={0} role="region" aria-label={title}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('category')}</th>
                <th scope="col" class="right">{t('rate')}</th>
                <th scope="col" class="right">{t('net')}</th>
                <th scope="col" class="right">{t('tax')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.taxCategory} ${row.taxRate}`}>
                  <td>{Categories.has(row.taxCategory) ? `${row.taxCategory} · ${t(row.taxCategory as 'S')}` : row.taxCategory}</td>
                  <td class="right">{percent(row.taxRate)}</td>
                  <td class="right"><Money minor={row.net} currency={currency} /></td>
                  <td class="right"><Money minor={row.tax} currency={currency} /></td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={3}>{t('total')}</th>
                <td class="right"><strong><Money minor={total} currency={currency} /></strong></td>
              </tr>
            </tfoot>
          </table>
        </div>
      )}
    </Section>
  );
}
