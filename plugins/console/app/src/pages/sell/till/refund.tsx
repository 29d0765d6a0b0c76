import { useState } from 'preact/hooks';
import { call, newKey } from '../../../data/call';
import { exact } from '../../../data/json';
import { asProblem, type Problem } from '../../../data/problem';
import { changed } from '../../../data/query';
import { dateText } from '../../../i18n/dates';
import { fieldName, word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { money, quantity } from '../../../money/format';
import { parseNumber } from '../../../money/parse';
import { Button, Money } from '../../../parts/controls';
import { confirm, Dialog } from '../../../parts/dialog';
import { notify } from '../../../parts/notices';
import { Failure, Uncertain } from '../../../parts/states';
import { wallet, type Sale } from './state';

const t = texts({
  en: { title: 'Refund a ticket', number: 'Number of the ticket', find: 'Find', none: 'No sale has this number.', take: 'Taken back', reason: 'Reason', restock: 'Put back into stock', act: 'Refund {number}', sure: 'The money goes back out of this till, and a credit note is made. This cannot be undone.', done: '{amount} given back: {note}', left: 'of {n}' },
  fr: { title: 'Rembourser un ticket', number: 'Numéro du ticket', find: 'Chercher', none: 'Aucune vente n’a ce numéro.', take: 'Repris', reason: 'Motif', restock: 'Remettre en stock', act: 'Rembourser {number}', sure: 'L’argent sort de cette caisse et un avoir est établi. C’est définitif.', done: '{amount} rendus : {note}', left: 'sur {n}' },
  de: { title: 'Beleg erstatten', number: 'Nummer des Belegs', find: 'Suchen', none: 'Kein Verkauf hat diese Nummer.', take: 'Zurückgenommen', reason: 'Grund', restock: 'Wieder einlagern', act: '{number} erstatten', sure: 'Das Geld geht aus dieser Kasse zurück, und eine Gutschrift entsteht. Das lässt sich nicht rückgängig machen.', done: '{amount} zurückgegeben: {note}', left: 'von {n}' },
});

async function saleByNumber(number: string): Promise<Sale | null> {
  const found = (await call('listSales', { query: { q: number, limit: '20' } })) as { id: string; number: string }[];
  const exactly = found.find((one) => one.number.toLowerCase() === number.toLowerCase());
  return exactly ? call('getSale', { path: { saleId: exactly.id } }) : null;
}

/** Takes goods of a ticket back and gives the money out of this till. */
export function Refund({ close }: { close: () => void }) {
  const [number, setNumber] = useState('');
  const [sale, setSale] = useState<Sale | null>(null);
  const [none, setNone] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const find = async () => {
    setProblem(null);
    try {
      const found = await saleByNumber(number.trim());
      setSale(found);
      setNone(found === null);
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  return (
    <Dialog title={t('title')} close={close} wide>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          void find();
        }}
      >
        <label class="field">
          {t('number')}
          <input autoFocus data-path="number" value={number} onInput={(event) => setNumber(event.currentTarget.value)} />
        </label>
        {none && <p class="wrong" role="alert">{t('none')}</p>}
        {problem && <Failure problem={problem} />}
        <footer class="form-foot">
          <Button type="submit" disabled={!number.trim()}>{t('find')}</Button>
        </footer>
      </form>
      {sale && <RefundLines key={sale.id} sale={sale} close={close} />}
    </Dialog>
  );
}

function RefundLines({ sale, close }: { sale: Sale; close: () => void }) {
  const [back, setBack] = useState<Record<string, string>>({});
  const [reason, setReason] = useState('');
  const [restock, setRestock] = useState(true);
  const [key, setKey] = useState(newKey);
  const [problem, setProblem] = useState<Problem | null>(null);
  const chosen = Object.entries(back).flatMap(([lineId, text]) => {
    const digits = parseNumber(text);
    return digits && !/^-|^0+(\.0+)?$/.test(digits) ? [{ lineId, quantity: exact(digits) }] : [];
  });
  const send = async () => {
    setProblem(null);
    try {
      const made = await call('refundSale', {
        path: { saleId: sale.id },
        body: { lines: chosen, restock, ...(wallet.value ? { walletId: wallet.value.id } : {}), method: 'cash', ...(reason ? { reason } : {}) },
        key,
      });
      notify(t('done', { amount: money(made.moneyReturned, made.currency), note: made.creditNote.number }));
      void changed('listSales', 'listItems', 'listWallets', 'listCashSessions');
      close();
    } catch (error) {
      const found = asProblem(error);
      setProblem(found);
      if (!found.uncertain) {
        setKey(newKey());
      }
    }
  };
  const act = async () => {
    if (await confirm(t('sure'), t('act', { number: sale.number }))) {
      await send();
    }
  };
  return (
    <div class="fields">
      <p>
        <strong>{sale.number}</strong> · {dateText(sale.date)} · <Money minor={sale.total} currency={sale.currency} /> · {word(sale.paymentStatus)}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{fieldName('label')}</th>
            <th scope="col" class="right">{fieldName('total')}</th>
            <th scope="col" class="right">{t('take')}</th>
          </tr>
        </thead>
        <tbody>
          {sale.lines.map((line) => (
            <tr key={line.id}>
              <td>{line.label}</td>
              <td class="right"><Money minor={line.total} currency={sale.currency} /></td>
              <td class="right">
                <input class="number" inputMode="decimal" aria-label={`${t('take')} ${line.label}`} data-path="back" value={back[line.id] ?? ''} onInput={(event) => setBack({ ...back, [line.id]: event.currentTarget.value })} />
                <small>{t('left', { n: quantity(line.quantity - line.quantityRefunded) })}</small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <label class="field">
        {t('reason')}
        <input value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
      </label>
      <label>
        <input type="checkbox" checked={restock} onChange={(event) => setRestock(event.currentTarget.checked)} /> {t('restock')}
      </label>
      {problem && (problem.uncertain ? <Uncertain again={send} /> : <Failure problem={problem} />)}
      <footer class="form-foot">
        <Button kind="danger" disabled={chosen.length === 0} onClick={act}>{t('act', { number: sale.number })}</Button>
      </footer>
    </div>
  );
}
