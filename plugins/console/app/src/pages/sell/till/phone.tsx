import { useEffect, useState } from 'preact/hooks';
import { call, newKey, type Answer } from '../../../data/call';
import { asProblem, type Problem } from '../../../data/problem';
import { changed } from '../../../data/query';
import { fieldName, word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { majorText } from '../../../money/format';
import { exact } from '../../../data/json';
import { Badge, Button } from '../../../parts/controls';
import { Failure } from '../../../parts/states';
import type { Payment } from './basket';
import { digitsText } from './digits';
import { sell } from './selling';
import { basket, done, forgetBasket, wallet, type Sale } from './state';

const t = texts({
  en: { about: 'The sale is made, and the guest accepts the payment on the telephone.', send: 'Send to the phone', wait: 'Waiting for the guest to accept…', cash: 'Take {amount} in cash instead', back: 'Back', number: 'Telephone number, with the country code' },
  fr: { about: 'La vente est faite, et le client accepte le paiement sur son téléphone.', send: 'Envoyer au téléphone', wait: 'En attente de l’accord du client…', cash: 'Encaisser {amount} en espèces à la place', back: 'Retour', number: 'Numéro de téléphone, avec l’indicatif du pays' },
  de: { about: 'Der Verkauf wird angelegt, und der Gast nimmt die Zahlung am Telefon an.', send: 'An das Telefon senden', wait: 'Warten, bis der Gast annimmt…', cash: 'Stattdessen {amount} bar annehmen', back: 'Zurück', number: 'Telefonnummer mit Landesvorwahl' },
});

/** How often the state of a payment on the phone is read, in milliseconds. */
const AskEvery = 3000;

type Push = Answer<'pushToPhone'>;

/** Mobile money by the guest's own telephone: the sale is made first, the rest of it is asked for there. */
export function PhonePayment({ payments, back, made: told }: { payments: Payment[]; back: () => void; made: () => void }) {
  const [phone, setPhone] = useState('');
  const [sale, setSale] = useState<Sale | null>(null);
  const [push, setPush] = useState<Push | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [cashKey, setCashKey] = useState(newKey);

  const finished = (paid: Sale) => {
    done.value = { sale: paid, basket: basket.value, total: majorText(paid.total, paid.currency), tendered: null, change: null };
    void changed('listSales', 'listItems', 'listWallets', 'listCashSessions');
  };
  useEffect(() => {
    if (!sale || !push) {
      return undefined;
    }
    const timer = setInterval(() => {
      call('getSale', { path: { saleId: sale.id } })
        .then((now) => now.balance === 0 && finished(now))
        .catch(() => undefined);
    }, AskEvery);
    return () => clearInterval(timer);
  }, [sale, push]);

  const run = async (act: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    await act()
      .catch((error: unknown) => {
        const found = asProblem(error);
        setProblem(found);
        if (!found.uncertain) {
          setCashKey(newKey());
        }
      })
      .finally(() => setBusy(false));
  };
  const send = () =>
    run(async () => {
      const made = sale ?? (await sell(basket.value, payments));
      setSale(made);
      told();
      await forgetBasket();
      setPush(await call('pushToPhone', { path: { id: made.id }, body: { phone } }));
    });
  const cash = () =>
    run(async () => {
      const amount = exact(majorText(sale!.balance, sale!.currency));
      await call('createSalePayment', { path: { saleId: sale!.id }, body: { amount, method: 'cash', ...(wallet.value ? { walletId: wallet.value.id } : {}) }, key: cashKey });
      finished(await call('getSale', { path: { saleId: sale!.id } }));
    });
  return (
    <form
      class="fields"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p class="help">{t('about')}</p>
      {problem && <Failure problem={problem} />}
      <label class="field">
        {t('number')}
        <input type="tel" autoFocus autoComplete="off" data-path="phone" value={phone} onInput={(event) => setPhone(event.currentTarget.value)} />
      </label>
      {push && (
        <p role="status">
          {t('wait')} <Badge value={push.status} /> {push.phone}
        </p>
      )}
      {sale && (
        <p>
          {fieldName('number')} {sale.number} · {word(sale.paymentStatus)}
        </p>
      )}
      <footer class="form-foot">
        {sale ? <Button disabled={busy} onClick={cash}>{t('cash', { amount: digitsText(majorText(sale.balance, sale.currency), sale.currency) })}</Button> : <Button onClick={back}>{t('back')}</Button>}
        <Button kind="primary" type="submit" disabled={busy || !phone.trim()}>{t('send')}</Button>
      </footer>
    </form>
  );
}
