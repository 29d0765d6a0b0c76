import { today, dateText } from '../../../i18n/dates';
import { word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Badge } from '../../../parts/controls';
import { daysBetween } from '../../../parts/document/days';
import { stepOf, Way, type Quote } from './quote';
import './page.css';

const t = texts({
  en: { way: 'State', left: { one: 'Expires in {n} day', other: 'Expires in {n} days' }, last: 'Expires today', over: 'Expired on {date}', done: 'done' },
  fr: { way: 'État', left: { one: 'Expire dans {n} jour', other: 'Expire dans {n} jours' }, last: 'Expire aujourd’hui', over: 'Expiré le {date}', done: 'fait' },
  de: { way: 'Stand', left: { one: 'Läuft in {n} Tag ab', other: 'Läuft in {n} Tagen ab' }, last: 'Läuft heute ab', over: 'Abgelaufen am {date}', done: 'erledigt' },
});

/** How long a quote can still be accepted. */
export function expiryText(validUntil: string): string {
  const days = daysBetween(today(), validUntil);
  if (days < 0) {
    return t('over', { date: dateText(validUntil) });
  }
  return days === 0 ? t('last') : t('left', { n: days });
}

/** Where a quote is on its way from open to converted, and how long it is open. */
export function StateLine({ quote }: { quote: Quote }) {
  const step = stepOf(quote);
  return (
    <>
      {step === null ? (
        <Badge value={quote.status} />
      ) : (
        <ol class="way" aria-label={t('way')}>
          {Way.map((one, index) => (
            <li key={one} class={index <= step ? 'behind' : ''} aria-current={index === step ? 'step' : undefined}>
              {word(one)}
              {index < step && <span aria-label={t('done')}> ✓</span>}
            </li>
          ))}
        </ol>
      )}
      {quote.status === 'partially_converted' && <Badge value={quote.status} />}
      {quote.status === 'open' && <small>{expiryText(quote.validUntil)}</small>}
    </>
  );
}
