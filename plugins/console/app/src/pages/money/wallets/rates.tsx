import { useState } from 'preact/hooks';
import { company, may } from '../../../data/company';
import { changed, useAnswer } from '../../../data/query';
import { dateText } from '../../../i18n/dates';
import { fieldName, word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { quantity } from '../../../money/format';
import { SidePanel } from '../../../parts/dialog';
import { ActForm } from '../../../parts/form/act-form';
import { notify } from '../../../parts/notices';
import { Shown } from '../../../parts/states';

const t = texts({
  en: { title: 'Exchange rates', about: 'Units of a currency for one {base}. The rate of a date is the last one on or before it.', none: 'No rates yet.', currency: 'Currency', set: 'Enter the rate', done: '1 {base} = {rate} {currency} from {date}.' },
  fr: { title: 'Cours de change', about: 'Unités d’une devise pour un {base}. Le cours d’une date est le dernier à cette date ou avant.', none: 'Pas encore de cours.', currency: 'Devise', set: 'Saisir le cours', done: '1 {base} = {rate} {currency} à partir du {date}.' },
  de: { title: 'Wechselkurse', about: 'Einheiten einer Währung für einen {base}. Der Kurs eines Tages ist der letzte an oder vor diesem Tag.', none: 'Noch keine Kurse.', currency: 'Währung', set: 'Kurs eingeben', done: '1 {base} = {rate} {currency} ab {date}.' },
});

export function Rates({ close }: { close: () => void }) {
  const read = useAnswer('listRates', { query: { limit: '500' } });
  const base = company.value?.currency ?? '';
  return (
    <SidePanel title={t('title')} close={close}>
      <p class="small">{t('about', { base })}</p>
      <Shown read={read}>
        {(rates) =>
          rates.length === 0 ? (
            <p>{t('none')}</p>
          ) : (
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('currency')}</th>
                  <th scope="col" class="right">{fieldName('rate')}</th>
                  <th scope="col">{fieldName('date')}</th>
                  <th scope="col">{fieldName('source')}</th>
                </tr>
              </thead>
              <tbody>
                {rates.map((rate) => (
                  <tr key={rate.currency}>
                    <th scope="row">{rate.currency}</th>
                    <td class="right">{quantity(rate.rate)}</td>
                    <td>{dateText(rate.date)}</td>
                    <td>{word(rate.source)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Shown>
      {may('putRate') && <NewRate base={base} />}
    </SidePanel>
  );
}

function NewRate({ base }: { base: string }) {
  const [currency, setCurrency] = useState('');
  return (
    <>
      <div class="field">
        <label for="rate-currency">{t('currency')}</label>
        <input id="rate-currency" maxLength={3} autoComplete="off" value={currency} onInput={(event) => setCurrency(event.currentTarget.value.trim().toUpperCase())} />
      </div>
      {currency.length === 3 && (
        <ActForm
          operation="putRate"
          path={{ currency }}
          label={t('set')}
          done={(rate) => {
            void changed('listRates');
            notify(t('done', { base, rate: quantity(rate.rate), currency: rate.currency, date: dateText(rate.date) }));
            setCurrency('');
          }}
        />
      )}
    </>
  );
}
