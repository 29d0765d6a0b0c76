import { useState } from 'preact/hooks';
import { reachable } from '../../../data/call';
import { asProblem, type Problem } from '../../../data/problem';
import { changed } from '../../../data/query';
import { fieldName, word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';
import { Dialog } from '../../../parts/dialog';
import { Slot } from '../../../parts/slot';
import { Failure } from '../../../parts/states';
import { changeOf, isZero, remaining, type Payment } from './basket';
import { useServiceTotal } from './basket-view';
import { Digits, digitsText, minorOf } from './digits';
import { sell, sellLater } from './selling';
import { basket, currency, done, estimate, queueOff } from './state';
import { Take, type Method } from './take';

const t = texts({
  en: { title: 'Pay {total}', left: 'Left to pay', take: 'Take {amount}', later: 'No connection: the sale is kept on this device and sent later. Only cash, for the whole amount.', off: 'No connection. Sales without it are not allowed here ({why}).', only: 'Needs the connection.', notKept: 'The device could not keep the sale. Do not hand over the goods; try again.', busy: 'Selling…', again: 'The service did not answer. Trying again is safe: it is sold once.', asking: 'The service is asked for the total…' },
  fr: { title: 'Encaisser {total}', left: 'Reste à payer', take: 'Encaisser {amount}', later: 'Hors connexion : la vente est gardée sur cet appareil et envoyée plus tard. En espèces seulement, pour tout le montant.', off: 'Hors connexion. Ici, on ne peut pas vendre sans elle ({why}).', only: 'Nécessite la connexion.', notKept: 'L’appareil n’a pas pu garder la vente. Ne remettez pas la marchandise ; réessayez.', busy: 'Vente en cours…', again: 'Le service n’a pas répondu. Réessayer est sans danger : on ne vend qu’une fois.', asking: 'Le total est demandé au service…' },
  de: { title: '{total} bezahlen', left: 'Noch zu zahlen', take: '{amount} annehmen', later: 'Keine Verbindung: Der Verkauf bleibt auf diesem Gerät und wird später gesendet. Nur bar, nur der ganze Betrag.', off: 'Keine Verbindung. Verkäufe ohne sie sind hier nicht erlaubt ({why}).', only: 'Braucht die Verbindung.', notKept: 'Das Gerät konnte den Verkauf nicht aufbewahren. Geben Sie die Ware nicht heraus; versuchen Sie es erneut.', busy: 'Wird verkauft…', again: 'Der Dienst hat nicht geantwortet. Erneut zu versuchen ist sicher: Es wird einmal verkauft.', asking: 'Die Summe wird beim Dienst erfragt…' },
});

const Methods: readonly Method[] = ['cash', 'card', 'mobile_money'];

/** Taking the money: one method or several, until nothing is left to pay; then it is sold. */
export function Paying({ close }: { close: () => void }) {
  const service = useServiceTotal();
  const total = service.total ?? estimate.value;
  const [payments, setPayments] = useState<Payment[]>([]);
  const [method, setMethod] = useState<Method>('cash');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [notKept, setNotKept] = useState(false);
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState(false);
  const left = remaining(total, payments);
  const offline = !reachable.value;
  // What is not paid would stay open: with a connection, nobody pays before the service has told the total.
  const known = offline || service.total !== null;

  const finish = async (all: Payment[]) => {
    setBusy(true);
    setProblem(null);
    setNotKept(false);
    const sold = basket.value;
    const cash = all.find((one) => one.method === 'cash');
    const result = { basket: sold, total, tendered: cash?.tendered ?? null, change: cash?.tendered ? changeOf(cash.amount, cash.tendered) : null };
    const cashOnly = all.length === 1 && cash !== undefined;
    try {
      done.value = { ...result, sale: await sell(sold, all) };
      void changed('listSales', 'listItems', 'listWallets', 'listCashSessions');
    } catch (error) {
      const found = asProblem(error);
      if (found.status === 0 && cashOnly && !queueOff.value) {
        await sellLater(sold, total).then(
          () => (done.value = { ...result, sale: null }),
          () => setNotKept(true),
        );
      } else {
        setProblem(found);
        // After a refusal the payments are entered anew; without an answer they stay, to be tried again.
        setPayments(found.uncertain ? all : []);
      }
    } finally {
      setBusy(false);
    }
  };
  const take = (payment: Payment) => {
    const all = [...payments, payment];
    if (isZero(remaining(total, all))) {
      void finish(all);
    } else {
      setPayments(all);
    }
  };
  return (
    <Dialog title={t('title', { total: digitsText(total, currency.value) })} close={close} hold={busy || made || problem?.uncertain === true} wide>
      <div class="till-paying">
        {offline && <p class="notice" role="status">{queueOff.value ? t('off', { why: queueOff.value }) : t('later')}</p>}
        {notKept && <p class="failure" role="alert">{t('notKept')}</p>}
        {problem && (problem.uncertain ? <p class="failure" role="alert">{t('again')}</p> : <Failure problem={problem} />)}
        <ul>
          {payments.map((one, index) => (
            <li key={index}>
              {word(one.method)} <Digits digits={one.amount} currency={currency.value} />
            </li>
          ))}
        </ul>
        <p class="till-total">
          <span>{t('left')}</span>
          <Digits digits={left} currency={currency.value} />
        </p>
        {!known && (service.problem ? <Failure problem={service.problem} /> : <p role="status">{t('asking')}</p>)}
        {known && (isZero(left) ? (
          <Button kind="primary" disabled={busy} onClick={() => finish(payments)}>{busy ? t('busy') : t('take', { amount: digitsText(total, currency.value) })}</Button>
        ) : (
          <>
            <div class="till-methods" role="group" aria-label={fieldName('method')}>
              {Methods.map((one) => (
                <Button key={one} aria-pressed={method === one} disabled={made || (offline && one !== 'cash')} title={offline && one !== 'cash' ? t('only') : undefined} onClick={() => setMethod(one)}>
                  {word(one)}
                </Button>
              ))}
            </div>
            <Take key={method + left} method={method} left={left} whole={offline} busy={busy} take={take} payments={payments} made={() => setMade(true)} />
          </>
        ))}
        <Slot name="till.payment" record={{ total: minorOf(total, currency.value), left: minorOf(left, currency.value), currency: currency.value }} />
      </div>
    </Dialog>
  );
}
