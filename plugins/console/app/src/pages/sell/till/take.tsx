import { useState } from 'preact/hooks';
import { may } from '../../../data/company';
import { fieldName } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { parseAmount } from '../../../money/parse';
import { Button } from '../../../parts/controls';
import { changeOf, isAbove, isZero, quickAmounts, type Payment } from './basket';
import { Digits, digitsText } from './digits';
import { PhonePayment } from './phone';
import { currency, wallet, wallets } from './state';

const t = texts({
  en: { amount: 'Amount, when only a part is paid so', tendered: 'Money received', take: 'Take {amount}', change: 'Change', exact: 'Exact', wrong: 'This is not an amount that fits.', reference: 'Reference', phone: 'Ask for it on the phone', none: 'No wallet takes this.', busy: 'Selling…' },
  fr: { amount: 'Montant, si une partie seulement est payée ainsi', tendered: 'Somme reçue', take: 'Encaisser {amount}', change: 'À rendre', exact: 'Exact', wrong: 'Ce montant ne convient pas.', reference: 'Référence', phone: 'Demander sur le téléphone', none: 'Aucun portefeuille ne prend cela.', busy: 'Vente en cours…' },
  de: { amount: 'Betrag, wenn nur ein Teil so bezahlt wird', tendered: 'Erhaltenes Geld', take: '{amount} annehmen', change: 'Rückgeld', exact: 'Passend', wrong: 'Dieser Betrag passt nicht.', reference: 'Referenz', phone: 'Am Telefon anfragen', none: 'Kein Konto nimmt das an.', busy: 'Wird verkauft…' },
});

export type Method = Payment['method'];

/** The wallets that may take a method: cash goes into this till only. */
function takers(method: Method) {
  return method === 'cash' ? [wallet.value!] : wallets.value.filter((one) => one.kind === method && one.currency === currency.value);
}

interface TakeProps {
  method: Method;
  left: string;
  /** Only the whole amount. */
  whole: boolean;
  busy: boolean;
  take: (payment: Payment) => void;
  payments: Payment[];
  /** The sale is made before its payment, on the phone: now it has to be paid. */
  made: () => void;
}

/** One payment: by quick amounts, or typed; a part of what is left when several methods are used. */
export function Take({ method, left, whole, busy, take, payments, made }: TakeProps) {
  const [amount, setAmount] = useState('');
  const [tendered, setTendered] = useState('');
  const [reference, setReference] = useState('');
  const [phone, setPhone] = useState(false);
  const [into, setInto] = useState(takers(method)[0]?.id ?? '');
  const due = amount ? (parseAmount(amount) ?? '') : left;
  const given = tendered ? parseAmount(tendered) : null;
  const change = given !== null && due ? changeOf(due, given) : null;
  const fits = due !== '' && !due.startsWith('-') && !isZero(due) && !isAbove(due, left) && (!tendered || change !== null);
  const pay = (cash?: string) => {
    const handed = cash ?? given;
    take({ method, walletId: into, amount: due, ...(method === 'cash' && handed ? { tendered: handed } : {}), ...(reference ? { reference } : {}) });
  };
  if (!into) {
    return <p class="notice">{t('none')}</p>;
  }
  if (phone) {
    return <PhonePayment payments={payments} back={() => setPhone(false)} made={made} />;
  }
  return (
    <form
      class="fields"
      onSubmit={(event) => {
        event.preventDefault();
        if (fits && !busy) {
          pay();
        }
      }}
    >
      {method === 'cash' && (
        <div class="till-quick" role="group" aria-label={t('tendered')}>
          {due && fits && quickAmounts(due, currency.value).map((one, index) => (
            <Button key={one} disabled={busy} onClick={() => pay(one)}>{index === 0 ? `${t('exact')} ${digitsText(one, currency.value)}` : digitsText(one, currency.value)}</Button>
          ))}
        </div>
      )}
      {takers(method).length > 1 && (
        <select aria-label={fieldName('walletId')} value={into} onChange={(event) => setInto(event.currentTarget.value)}>
          {takers(method).map((one) => (
            <option key={one.id} value={one.id}>{one.name}</option>
          ))}
        </select>
      )}
      {method === 'cash' && (
        <label class="field">
          {t('tendered')}
          <input class="number" inputMode="decimal" autoFocus data-path="tendered" value={tendered} onInput={(event) => setTendered(event.currentTarget.value)} />
        </label>
      )}
      {!whole && (
        <label class="field">
          {t('amount')}
          <input class="number" inputMode="decimal" data-path="amount" value={amount} onInput={(event) => setAmount(event.currentTarget.value)} />
        </label>
      )}
      {method !== 'cash' && (
        <label class="field">
          {t('reference')}
          <input value={reference} onInput={(event) => setReference(event.currentTarget.value)} />
        </label>
      )}
      {!fits && <p class="wrong" role="alert">{t('wrong')}</p>}
      {change !== null && (
        <p class="till-total" role="status">
          <span>{t('change')}</span>
          <Digits digits={change} currency={currency.value} />
        </p>
      )}
      <footer class="form-foot">
        {method === 'mobile_money' && may('pushToPhone') && <Button onClick={() => setPhone(true)}>{t('phone')}</Button>}
        <Button kind="primary" type="submit" disabled={!fits || busy}>{busy ? t('busy') : t('take', { amount: digitsText(fits ? due : left, currency.value) })}</Button>
      </footer>
    </form>
  );
}
