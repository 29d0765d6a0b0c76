import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../../data/call';
import { exact } from '../../../data/json';
import { changed, useAnswer } from '../../../data/query';
import { instantText } from '../../../i18n/dates';
import { fieldName, word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { decimal, subtract, toText } from '../../../money/decimal';
import { majorText } from '../../../money/format';
import { parseAmount } from '../../../money/parse';
import { Button, Facts, Money } from '../../../parts/controls';
import { confirm, Dialog } from '../../../parts/dialog';
import { Refusal } from '../../../parts/form/draft';
import { FormFoot, useForm } from '../../../parts/form/form';
import { Shown } from '../../../parts/states';
import { Count, sumOf, type CountOf } from './count';
import { Digits } from './digits';
import { countBody } from './opening';
import { session, wallet, wallets, type Session } from './state';

const t = texts({
  en: { title: 'Close {till}', sure: 'The session ends with this count; a difference is posted. This cannot be undone.', difference: 'Difference', should: 'Should hold', deposit: 'Bring the rest to', stay: 'Stays in the till', none: 'Leave everything in the till', wrong: 'This is not an amount.', closed: '{till} is closed', print: 'Print', done: 'Finish', sales: 'Sales', counted: 'Counted', from: 'From {from} to {to}' },
  fr: { title: 'Clôturer {till}', sure: 'La session se termine avec ce comptage ; un écart est comptabilisé. C’est définitif.', difference: 'Écart', should: 'Devrait contenir', deposit: 'Verser le reste sur', stay: 'Reste en caisse', none: 'Tout laisser en caisse', wrong: 'Ce n’est pas un montant.', closed: '{till} est clôturée', print: 'Imprimer', done: 'Terminer', sales: 'Ventes', counted: 'Compté', from: 'Du {from} au {to}' },
  de: { title: '{till} schließen', sure: 'Die Sitzung endet mit dieser Zählung; eine Differenz wird gebucht. Das lässt sich nicht rückgängig machen.', difference: 'Differenz', should: 'Soll', deposit: 'Den Rest einzahlen auf', stay: 'Bleibt in der Kasse', none: 'Alles in der Kasse lassen', wrong: 'Das ist kein Betrag.', closed: '{till} ist geschlossen', print: 'Drucken', done: 'Fertig', sales: 'Verkäufe', counted: 'Gezählt', from: 'Von {from} bis {to}' },
});

/** Counts the till and ends its session; with what is taken to the bank, when something is. */
export function Closing({ close }: { close: () => void }) {
  const [closed, setClosed] = useState<Session | null>(null);
  const read = useAnswer('getCashSession', { path: { cashSessionId: session.value!.id } });
  const finish = () => {
    close();
    session.value = null;
    wallet.value = null;
    void call('listWallets', { query: { limit: '500' } }).then((rows) => (wallets.value = rows));
  };
  if (closed) {
    return <ClosedReport closed={closed} finish={finish} />;
  }
  return (
    <Dialog title={t('title', { till: wallet.value!.name })} close={close} wide>
      <div>
        <Shown read={read}>{(now) => <CountClosing now={now} closed={setClosed} />}</Shown>
      </div>
    </Dialog>
  );
}

function CountClosing({ now, closed }: { now: Session; closed: (session: Session) => void }) {
  const till = wallet.value!;
  const [count, setCount] = useState<CountOf>({ quantities: {}, amount: '' });
  const [to, setTo] = useState('');
  const [stay, setStay] = useState('');
  const form = useForm();
  const sum = parseAmount(sumOf(till.currency, count) || '0') ?? '0';
  const difference = toText(subtract(decimal(sum), decimal(majorText(now.expectedAmount, till.currency))));
  const submit = async () => {
    const ended = await form.submit((key) => {
      const body = countBody(till.currency, count);
      const left = parseAmount(stay || '0');
      if (left === null) {
        throw new Refusal({ amount: t('wrong') });
      }
      const given = 'count' in body ? (body.count.length > 0 ? body : { countedAmount: exact('0') }) : { countedAmount: body.amount };
      return call('closeCashSession', { path: { cashSessionId: now.id }, body: { ...given, ...(to ? { depositToWalletId: to, leaveAmount: exact(left) } : {}) }, key });
    });
    if (ended) {
      void changed('listWallets', 'listCashSessions');
      closed(ended);
    }
  };
  const act = async () => {
    if (await confirm(t('sure'), t('title', { till: till.name }))) {
      await submit();
    }
  };
  return (
    <form
      class="fields"
      onSubmit={(event) => {
        event.preventDefault();
        void act();
      }}
    >
      <Count currency={till.currency} count={count} set={setCount} />
      <p class="till-row">
        <span>{t('should')}</span> <Money minor={now.expectedAmount} currency={till.currency} />
      </p>
      <p class="till-row total" role="status">
        <span>{t('difference')}</span> <Digits digits={difference} currency={till.currency} />
      </p>
      <label class="field">
        {t('deposit')}
        <select value={to} onChange={(event) => setTo(event.currentTarget.value)}>
          <option value="">{t('none')}</option>
          {wallets.value.filter((one) => one.id !== till.id && one.currency === till.currency).map((one) => (
            <option key={one.id} value={one.id}>{one.name}</option>
          ))}
        </select>
      </label>
      {to && (
        <label class="field">
          {t('stay')}
          <input class="number" inputMode="decimal" value={stay} onInput={(event) => setStay(event.currentTarget.value)} />
        </label>
      )}
      {form.wrong.value['amount'] && <p class="wrong" role="alert">{form.wrong.value['amount']}</p>}
      <FormFoot form={form} danger label={t('title', { till: till.name })} again={submit} />
    </form>
  );
}

function ClosedReport({ closed, finish }: { closed: Session; finish: () => void }) {
  const { currency } = closed;
  const row = (name: string, minor: number | null): [string, ComponentChildren] => [name, <Money key={name} minor={minor} currency={currency} />];
  return (
    <Dialog title={t('closed', { till: wallet.value!.name })} close={finish}>
      <article class="receipt">
        <h3>{wallet.value!.name}</h3>
        <p>{t('from', { from: instantText(closed.openedAt), to: instantText(closed.closedAt) })}</p>
        <Facts
          rows={[
            [t('sales'), <>{closed.sales.count} · <Money minor={closed.sales.total} currency={currency} /></>],
            ...closed.byMethod.map((one) => row(word(one.method), one.amount)),
            row(fieldName('openingAmount'), closed.openingAmount),
            row(fieldName('cashPayments'), closed.cashPayments),
            row(fieldName('cashRefunds'), closed.cashRefunds),
            row(fieldName('paidIn'), closed.paidIn),
            row(fieldName('paidOut'), closed.paidOut),
            row(t('should'), closed.expectedAmount),
            row(t('counted'), closed.countedAmount),
            row(t('difference'), closed.difference),
          ]}
        />
      </article>
      <footer>
        <Button onClick={() => print()}>{t('print')}</Button>
        <Button kind="primary" onClick={finish}>{t('done')}</Button>
      </footer>
    </Dialog>
  );
}
