import { useState } from 'preact/hooks';
import { holds, may } from '../../../data/company';
import { changed, useAnswer } from '../../../data/query';
import { dateText } from '../../../i18n/dates';
import { word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { decimal, subtract, toText } from '../../../money/decimal';
import { money, quantity } from '../../../money/format';
import { Button, Facts, Section } from '../../controls';
import { Dialog } from '../../dialog';
import { ActForm } from '../../form/act-form';
import { Failure } from '../../states';
import { Totals } from '../totals';
import type { Trial, Tried } from './try';

const t = texts({
  en: { title: 'What will happen', begin: 'Totals appear here as soon as there is a line.', due: 'Due', valid: 'Valid until', kind: 'Document', stock: 'Left of {item}:', left: 'Stock left', events: 'Events', postings: 'Postings', account: 'Account', debit: 'Debit', credit: 'Credit', rate: 'Enter the rate of {currency}', save: 'Save the rate' },
  fr: { title: 'Ce qui va se passer', begin: 'Les totaux apparaissent ici dès qu’il y a une ligne.', due: 'Échéance', valid: 'Valable jusqu’au', kind: 'Document', stock: 'Reste de {item} :', left: 'Stock restant', events: 'Événements', postings: 'Écritures', account: 'Compte', debit: 'Débit', credit: 'Crédit', rate: 'Saisir le cours de {currency}', save: 'Enregistrer le cours' },
  de: { title: 'Was geschehen wird', begin: 'Die Summen erscheinen hier, sobald es eine Position gibt.', due: 'Fällig', valid: 'Gültig bis', kind: 'Beleg', stock: 'Rest von {item}:', left: 'Restbestand', events: 'Ereignisse', postings: 'Buchungen', account: 'Konto', debit: 'Soll', credit: 'Haben', rate: 'Kurs von {currency} eingeben', save: 'Kurs speichern' },
});

/** What the service would make of a document, beside the form. */
export function Result({ trial }: { trial: Trial }) {
  const { answer, problem } = trial;
  return (
    <Section title={t('title')}>
      {problem && <Failure problem={problem} />}
      {problem?.code === 'rate-not-found' && may('putRate') && <MissingRate currencies={problem.detail.split(':')} again={trial.again} />}
      {!answer && !problem && <p class="help">{t('begin')}</p>}
      {answer && (
        <div class={trial.current ? 'trial' : 'trial earlier'}>
          <Facts rows={[[t('kind'), answer.result.kind && word(answer.result.kind)], [t('due'), dateText(answer.result.dueDate)], [t('valid'), dateText(answer.result.validUntil)]]} />
          <Totals of={answer.result} />
          {answer.events.length > 0 && <StockLeft result={answer.result} />}
          <Events events={answer.events} />
          {holds('reports:view') && <Postings postings={answer.postings} currency={answer.result.currency} />}
        </div>
      )}
    </Section>
  );
}

/** Offers to enter a rate that the day lacks. */
function MissingRate({ currencies, again }: { currencies: string[]; again: () => void }) {
  const [open, setOpen] = useState(false);
  const currency = currencies[0] ?? '';
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('rate', { currency })}</Button>
      {open && (
        <Dialog title={t('rate', { currency })} close={() => setOpen(false)}>
          <ActForm
            operation="putRate"
            path={{ currency }}
            only={['rate', 'date']}
            label={t('save')}
            done={() => {
              setOpen(false);
              void changed('listRates');
              again();
            }}
          />
        </Dialog>
      )}
    </>
  );
}

function StockLeft({ result }: { result: Tried }) {
  const ids = [...new Set(result.lines.map((line) => line.itemId).filter((id) => id !== null))];
  return may('listStock') && ids.length > 0 ? (
    <ul aria-label={t('left')}>
      {ids.map((id) => (
        <ItemLeft key={id} itemId={id} result={result} />
      ))}
    </ul>
  ) : null;
}

function ItemLeft({ itemId, result }: { itemId: string; result: Tried }) {
  const read = useAnswer('listStock', { query: { itemId, ...(result.locationId ? { locationId: result.locationId } : {}) } });
  const level = read.data?.[0];
  if (!level) {
    return null;
  }
  const sold = result.lines.filter((line) => line.itemId === itemId);
  const left = sold.reduce((rest, line) => subtract(rest, decimal(String(line.quantity))), decimal(String(level.available)));
  const low = level.alertThreshold !== null && Number(toText(left)) < level.alertThreshold;
  return (
    <li class="small">
      {t('stock', { item: level.itemName })} <strong>{quantity(Number(toText(left)))}</strong> {low && <span class="badge warn">{word('low')}</span>}
    </li>
  );
}

function Events({ events }: { events: { type: string }[] }) {
  return events.length > 0 ? (
    <details>
      <summary>
        {t('events')} ({events.length})
      </summary>
      <ul>
        {events.map((event, index) => (
          <li key={index} class="mono">
            {event.type}
          </li>
        ))}
      </ul>
    </details>
  ) : null;
}

function Postings({ postings, currency }: { postings: { account: string; label: string; debit: number; credit: number }[]; currency: string }) {
  return postings.length > 0 ? (
    <details>
      <summary>
        {t('postings')} ({postings.length})
      </summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('account')}</th>
            <th scope="col" class="right">{t('debit')}</th>
            <th scope="col" class="right">{t('credit')}</th>
          </tr>
        </thead>
        <tbody>
          {postings.map((posting, index) => (
            <tr key={index}>
              <td>
                {posting.account} <small>{posting.label}</small>
              </td>
              <td class="right">{posting.debit ? money(posting.debit, currency, { bare: true }) : ''}</td>
              <td class="right">{posting.credit ? money(posting.credit, currency, { bare: true }) : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  ) : null;
}
