import { useState } from 'preact/hooks';
import { call, newKey, reply, type OperationId } from '../../../data/call';
import { may, readCompany, type Company } from '../../../data/company';
import { asProblem, type Problem } from '../../../data/problem';
import { changed, useRead } from '../../../data/query';
import { companyId } from '../../../data/place';
import { dateText, plusDays } from '../../../i18n/dates';
import { texts } from '../../../i18n/texts';
import { Button, Facts } from '../../../parts/controls';
import { confirm } from '../../../parts/dialog';
import { notify } from '../../../parts/notices';
import { Failure } from '../../../parts/states';

const t = texts({
  en: { locked: 'Locked up to and with', nothing: 'nothing is locked', date: 'Lock everything up to and with', is: 'Nothing dated on or before this day can be written any more: no sale, payment, purchase, movement of stock or money, and nothing there can be changed.', freezes: 'This freezes {what}.', sales: { one: '{n} sale', other: '{n} sales' }, purchases: { one: '{n} purchase', other: '{n} purchases' }, transactions: { one: '{n} movement of money', other: '{n} movements of money' }, none: 'nothing that is not frozen already', act: 'Lock up to {date}', done: 'Locked up to {date}.' },
  fr: { locked: 'Verrouillé jusqu’au', nothing: 'rien n’est verrouillé', date: 'Tout verrouiller jusqu’au', is: 'Plus rien ne peut être écrit à cette date ou avant : ni vente, ni paiement, ni achat, ni mouvement de stock ou d’argent, et rien n’y peut être modifié.', freezes: 'Cela fige {what}.', sales: { one: '{n} vente', other: '{n} ventes' }, purchases: { one: '{n} achat', other: '{n} achats' }, transactions: { one: '{n} mouvement d’argent', other: '{n} mouvements d’argent' }, none: 'rien qui ne soit déjà figé', act: 'Verrouiller jusqu’au {date}', done: 'Verrouillé jusqu’au {date}.' },
  de: { locked: 'Gesperrt bis einschließlich', nothing: 'nichts ist gesperrt', date: 'Alles sperren bis einschließlich', is: 'An diesem Tag und davor kann nichts mehr gebucht werden: kein Verkauf, keine Zahlung, kein Einkauf, keine Bewegung von Ware oder Geld, und nichts dort kann geändert werden.', freezes: 'Das friert {what} ein.', sales: { one: '{n} Verkauf', other: '{n} Verkäufe' }, purchases: { one: '{n} Einkauf', other: '{n} Einkäufe' }, transactions: { one: '{n} Geldbewegung', other: '{n} Geldbewegungen' }, none: 'nichts, was nicht schon gesperrt ist', act: 'Sperren bis {date}', done: 'Gesperrt bis {date}.' },
});

const counted: Record<'sales' | 'purchases' | 'transactions', OperationId> = { sales: 'listSales', purchases: 'listPurchases', transactions: 'listTransactions' };

/** How many records a lock date would freeze, in words. */
async function frozen(from: string | null, to: string): Promise<string> {
  const kinds = (Object.keys(counted) as (keyof typeof counted)[]).filter((kind) => may(counted[kind]));
  const counts = await Promise.all(
    kinds.map(async (kind) => {
      const { headers } = await reply(counted[kind], { query: { limit: '1', to, from: from ? plusDays(from, 1) : undefined } });
      return { kind, n: Number(headers.get('X-Total-Count') ?? 0) };
    }),
  );
  const some = counts.filter((one) => one.n > 0);
  return some.length === 0 ? t('none') : some.map(({ kind, n }) => t(kind, { n })).join(', ');
}

/** The day up to which the books are frozen. */
export function LockDate({ company }: { company: Company }) {
  const [day, setDay] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [intent, setIntent] = useState(newKey);
  const effect = useRead(['frozen', companyId.value, company.lockDate, day], () => frozen(company.lockDate, day), day !== '');
  const lock = async () => {
    const date = dateText(day);
    if (!(await confirm(`${t('is')} ${effect.data ? t('freezes', { what: effect.data }) : ''}`, t('act', { date })))) {
      return;
    }
    try {
      await call('updateCompany', { body: { lockDate: day }, version: company.version, key: intent });
      notify(t('done', { date }));
      await readCompany();
      void changed();
    } catch (error) {
      setProblem(asProblem(error));
    }
    setIntent(newKey());
  };
  return (
    <form
      class="fields"
      onSubmit={(event) => {
        event.preventDefault();
        void lock();
      }}
    >
      <Facts rows={[[t('locked'), company.lockDate ? dateText(company.lockDate) : t('nothing')]]} />
      <label class="field">
        {t('date')}
        <input type="date" required value={day} onInput={(event) => setDay(event.currentTarget.value)} />
      </label>
      <p>{t('is')}</p>
      {day && effect.data && <p role="status">{t('freezes', { what: effect.data })}</p>}
      {problem && <Failure problem={problem} />}
      <footer class="form-foot">
        <Button kind="danger" type="submit" disabled={!day}>
          {t('act', { date: day ? dateText(day) : '…' })}
        </Button>
      </footer>
    </form>
  );
}
