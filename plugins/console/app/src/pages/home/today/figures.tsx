import type { ComponentChildren } from 'preact';
import type { Answer } from '../../../data/call';
import { placed } from '../../../data/place';
import { dateText } from '../../../i18n/dates';
import { language, texts } from '../../../i18n/texts';
import { Money } from '../../../parts/controls';
import { percent } from '../../../money/format';
import { change } from './days';

const t = texts({
  en: { sales: 'Sales', margin: 'Margin', receivables: 'Receivables', cash: 'Cash', overdue: '{amount} overdue', invoices: { one: '{n} open invoice', other: '{n} open invoices' }, count: { one: '{n} sale', other: '{n} sales' }, rate: '{rate} of net sales', against: '{change} against {from} – {to}', none: 'nothing in the earlier period' },
  fr: { sales: 'Ventes', margin: 'Marge', receivables: 'Créances clients', cash: 'Trésorerie', overdue: 'dont {amount} en retard', invoices: { one: '{n} facture ouverte', other: '{n} factures ouvertes' }, count: { one: '{n} vente', other: '{n} ventes' }, rate: '{rate} du chiffre d’affaires HT', against: '{change} par rapport au {from} – {to}', none: 'rien sur la période précédente' },
  de: { sales: 'Umsatz', margin: 'Rohertrag', receivables: 'Forderungen', cash: 'Geldbestand', overdue: 'davon {amount} überfällig', invoices: { one: '{n} offene Rechnung', other: '{n} offene Rechnungen' }, count: { one: '{n} Verkauf', other: '{n} Verkäufe' }, rate: '{rate} vom Nettoumsatz', against: '{change} gegenüber {from} – {to}', none: 'nichts im früheren Zeitraum' },
});

type Summary = Answer<'readSummary'>;

function Change({ now, before, period }: { now: number; before: number; period: { from: string; to: string } }) {
  const tenths = change(now, before);
  if (tenths === null) {
    return <p class="small">{t('none')}</p>;
  }
  const format = new Intl.NumberFormat(language.value, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  const text = `${tenths > 0 ? '▲' : tenths < 0 ? '▼' : ''} ${format.format(tenths / 1000)}`;
  return (
    <p class={`small ${tenths > 0 ? 'up' : tenths < 0 ? 'down' : ''}`}>
      {t('against', { change: text, from: dateText(period.from), to: dateText(period.to) })}
    </p>
  );
}

function Figure({ title, href, value, children }: { title: string; href: string; value: ComponentChildren; children: ComponentChildren }) {
  return (
    <section class="figure">
      <h2>{title}</h2>
      <a class="value" href={href}>
        {value}
      </a>
      {children}
    </section>
  );
}

/** Sales, margin, receivables and cash; each opens the rows behind it. */
export function Figures({ summary }: { summary: Summary }) {
  const { sales, margin, receivables, currency, previous, period } = summary;
  const rows = placed(`/sales?from=${period.from}&to=${period.to}`);
  return (
    <div class="figures">
      <Figure title={t('sales')} href={rows} value={<Money minor={sales.total} currency={currency} />}>
        <p class="small">{t('count', { n: sales.count })}</p>
        {previous && <Change now={sales.total} before={previous.sales.total} period={previous.period} />}
      </Figure>
      <Figure title={t('margin')} href={rows} value={<Money minor={margin.amount} currency={currency} />}>
        <p class="small">{t('rate', { rate: percent(Math.round(margin.rate * 1000) / 10) })}</p>
        {previous && <Change now={margin.amount} before={previous.margin.amount} period={previous.period} />}
      </Figure>
      <Figure title={t('receivables')} href={placed('/reports/receivables')} value={<Money minor={receivables.total} currency={currency} />}>
        <p class="small">{t('invoices', { n: receivables.count })}</p>
        {receivables.overdue > 0 && (
          <a class="late" href={placed('/sales?overdue=true')}>
            <Overdue minor={receivables.overdue} currency={currency} />
          </a>
        )}
      </Figure>
      <section class="figure">
        <h2>{t('cash')}</h2>
        <ul>
          {summary.wallets.map((wallet) => (
            <li key={wallet.walletId}>
              <a href={placed(`/wallets/${wallet.walletId}`)}>{wallet.name}</a>
              <Money minor={wallet.balance} currency={wallet.currency} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Overdue({ minor, currency }: { minor: number; currency: string }) {
  const [before, after] = t('overdue').split('{amount}');
  return (
    <>
      {before}
      <Money minor={minor} currency={currency} />
      {after}
    </>
  );
}
