import { useAddress } from '../../../data/address';
import type { Answer } from '../../../data/call';
import { businessUnit } from '../../../data/company';
import { placed } from '../../../data/place';
import { useAnswer } from '../../../data/query';
import { dateText, shortDate, today } from '../../../i18n/dates';
import { texts } from '../../../i18n/texts';
import { money, quantity } from '../../../money/format';
import { Money, Section } from '../../../parts/controls';
import type { Series } from '../../../parts/plot/draw';
import { Plot } from '../../../parts/plot/plot';
import { Shown } from '../../../parts/states';
import { Slot } from '../../../parts/slot';
import { Page } from '../../../shell/page';
import { daysOf, filled } from './days';
import { Decisions } from './decisions';
import { Figures } from './figures';
import './page.css';

const t = texts({
  en: {
    title: 'Today', period: 'Period', compare: 'Compare with the period before', today: 'Today', yesterday: 'Yesterday', week: 'This week', month: 'This month',
    quarter: 'This quarter', year: 'This year', last30days: 'Last 30 days', byDay: 'Sales by day', day: 'Day', now: 'This period', before: 'Period before',
    summary: '{total} in all. Best day: {day} with {best}.', nothing: 'No sales in this period.', top: 'Top items', item: 'Item', quantity: 'Quantity', total: 'Total',
    stock: 'Stock', low: 'Low', out: 'Out of stock', value: 'Value', taken: 'Figures of {from} – {to}',
  },
  fr: {
    title: 'Aujourd’hui', period: 'Période', compare: 'Comparer à la période précédente', today: 'Aujourd’hui', yesterday: 'Hier', week: 'Cette semaine', month: 'Ce mois',
    quarter: 'Ce trimestre', year: 'Cette année', last30days: '30 derniers jours', byDay: 'Ventes par jour', day: 'Jour', now: 'Cette période', before: 'Période précédente',
    summary: '{total} au total. Meilleur jour : {day} avec {best}.', nothing: 'Aucune vente sur cette période.', top: 'Meilleurs articles', item: 'Article', quantity: 'Quantité', total: 'Total',
    stock: 'Stock', low: 'Stock bas', out: 'En rupture', value: 'Valeur', taken: 'Chiffres du {from} au {to}',
  },
  de: {
    title: 'Heute', period: 'Zeitraum', compare: 'Mit dem Zeitraum davor vergleichen', today: 'Heute', yesterday: 'Gestern', week: 'Diese Woche', month: 'Dieser Monat',
    quarter: 'Dieses Quartal', year: 'Dieses Jahr', last30days: 'Letzte 30 Tage', byDay: 'Umsatz nach Tagen', day: 'Tag', now: 'Dieser Zeitraum', before: 'Zeitraum davor',
    summary: '{total} insgesamt. Bester Tag: {day} mit {best}.', nothing: 'Keine Verkäufe in diesem Zeitraum.', top: 'Meistverkaufte Artikel', item: 'Artikel', quantity: 'Menge', total: 'Summe',
    stock: 'Lager', low: 'Niedrig', out: 'Nicht vorrätig', value: 'Wert', taken: 'Zahlen vom {from} – {to}',
  },
});

const Periods = ['today', 'yesterday', 'week', 'month', 'quarter', 'year', 'last30days'] as const;
type Summary = Answer<'readSummary'>;

export default function Today() {
  const { query, set } = useAddress();
  const period = query['period'] ?? 'month';
  const compare = query['compare'] === 'none' ? undefined : 'previous';
  const unit = businessUnit.value || undefined;
  const read = useAnswer('readSummary', { query: { period, businessUnitId: unit, compare } });
  const tools = (
    <div class="today-tools">
      <label>
        {t('period')}
        <select value={period} onChange={(event) => set({ period: event.currentTarget.value })}>
          {Periods.map((one) => (
            <option key={one} value={one}>
              {t(one)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <input type="checkbox" checked={compare !== undefined} onChange={(event) => set({ compare: event.currentTarget.checked ? undefined : 'none' })} />
        {t('compare')}
      </label>
    </div>
  );
  return (
    <Page title={t('title')} acts={tools}>
      <Shown read={read} rows={8}>
        {(summary) => <Day summary={summary} unit={unit} />}
      </Shown>
    </Page>
  );
}

function Day({ summary, unit }: { summary: Summary; unit: string | undefined }) {
  return (
    <>
      <p class="small">{t('taken', { from: dateText(summary.period.from), to: dateText(summary.period.to) })}</p>
      <Figures summary={summary} />
      <Decisions out={summary.stock.out} />
      <Slot name="dashboard.main" />
      <div class="today-rows">
        <ByDay summary={summary} unit={unit} />
        <div class="section">
          <TopItems summary={summary} />
          <Stock summary={summary} />
        </div>
      </div>
    </>
  );
}

/** Sales of each day, with the days of the period before at the same place. */
function ByDay({ summary, unit }: { summary: Summary; unit: string | undefined }) {
  const { period, previous, currency } = summary;
  const earlier = useAnswer(
    'readSummary',
    previous ? { query: { period: `${previous.period.from}..${previous.period.to}`, businessUnitId: unit } } : null,
  );
  const days = daysOf(period.from, period.to, today());
  const values = filled(days, summary.byDay);
  const series: Series[] = [{ name: t('now'), values }];
  if (previous && earlier.data) {
    const before = daysOf(previous.period.from, previous.period.to, today());
    const totals = filled(before, earlier.data.byDay);
    series.push({ name: t('before'), values: days.map((_, index) => totals[index] ?? null) });
  }
  const best = values.reduce((found, value, index) => (value > values[found]! ? index : found), 0);
  const text =
    summary.sales.count === 0
      ? t('nothing')
      : t('summary', { total: money(summary.sales.total, currency), day: dateText(days[best]), best: money(values[best], currency) });
  return (
    <Plot
      title={t('byDay')}
      summary={text}
      head={t('day')}
      labels={days.map(shortDate)}
      series={series}
      show={(value) => money(Math.round(value), currency)}
      row={(index) => <a href={placed(`/sales?from=${days[index]}&to=${days[index]}`)}>{dateText(days[index])}</a>}
    />
  );
}

function TopItems({ summary }: { summary: Summary }) {
  return (
    <Section title={t('top')}>
      {summary.topItems.length === 0 && <p class="small">{t('nothing')}</p>}
      {summary.topItems.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('item')}</th>
              <th scope="col" class="right">{t('quantity')}</th>
              <th scope="col" class="right">{t('total')}</th>
            </tr>
          </thead>
          <tbody>
            {summary.topItems.map((item) => (
              <tr key={item.itemId ?? item.label}>
                <td>{item.itemId ? <a href={placed(`/items/${item.itemId}`)}>{item.label}</a> : item.label}</td>
                <td class="right">{quantity(item.quantity)}</td>
                <td class="right">
                  <Money minor={item.total} currency={summary.currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

function Stock({ summary: { stock, currency } }: { summary: Summary }) {
  return (
    <Section title={t('stock')}>
      <table>
        <tbody>
          <tr>
            <th scope="row">{t('low')}</th>
            <td class="right"><a href={placed('/stock?low=true')}>{stock.low}</a></td>
          </tr>
          <tr>
            <th scope="row">{t('out')}</th>
            <td class="right"><a href={placed('/stock?low=true')}>{stock.out}</a></td>
          </tr>
          <tr>
            <th scope="row">{t('value')}</th>
            <td class="right"><a href={placed('/stock')}><Money minor={stock.value} currency={currency} /></a></td>
          </tr>
        </tbody>
      </table>
    </Section>
  );
}
