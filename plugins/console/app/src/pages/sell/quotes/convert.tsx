import { useState } from 'preact/hooks';
import { useAddress } from '../../../data/address';
import { placed } from '../../../data/place';
import { texts } from '../../../i18n/texts';
import { money, quantity } from '../../../money/format';
import { parseAmount } from '../../../money/parse';
import { exact } from '../../../data/json';
import { Refusal } from '../../../parts/form/draft';
import { ActForm } from '../../../parts/form/act-form';
import { useForm } from '../../../parts/form/form';
import { remainder } from '../../../parts/document/quantities';
import { typedText } from '../../../parts/grid/amounts';
import { notify } from '../../../parts/notices';
import { quoteChanged, type Quote } from './quote';

const t = texts({
  en: { lines: 'Lines to sell', take: 'Sell {label}', left: 'Left', quantity: 'Quantity', amount: 'Amount', convert: 'Make the sale', made: '{number} made: {total}.', none: 'Tick at least one line.', wrong: 'This is not a number, or could be read in two ways.' },
  fr: { lines: 'Lignes à vendre', take: 'Vendre {label}', left: 'Reste', quantity: 'Quantité', amount: 'Montant', convert: 'Créer la vente', made: '{number} créée : {total}.', none: 'Cochez au moins une ligne.', wrong: 'Ce n’est pas un nombre, ou il pourrait être lu de deux façons.' },
  de: { lines: 'Zu verkaufende Positionen', take: '{label} verkaufen', left: 'Rest', quantity: 'Menge', amount: 'Betrag', convert: 'Verkauf anlegen', made: '{number} angelegt: {total}.', none: 'Wählen Sie mindestens eine Position.', wrong: 'Das ist keine Zahl oder könnte auf zwei Arten gelesen werden.' },
});

/** Turns a quote into a sale: all that remains of it, or the ticked lines. */
export function Convert({ quote }: { quote: Quote; close: () => void }) {
  const address = useAddress();
  const form = useForm();
  const left = quote.lines.map((line) => ({ ...line, left: remainder(line.quantity, line.quantityConverted) })).filter((line) => line.left !== 0);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(left.map((line) => line.id)));
  const [typed, setTyped] = useState<Record<string, string>>(Object.fromEntries(left.map((line) => [line.id, typedText(String(line.left))])));
  const whole = left.every((line) => ticked.has(line.id) && parseAmount(typed[line.id] ?? '') === String(line.left));
  const chosen = () => {
    const lines = left.filter((line) => ticked.has(line.id));
    const wrong = lines.filter((line) => parseAmount(typed[line.id] ?? '') === null);
    if (lines.length === 0 || wrong.length > 0) {
      throw new Refusal(lines.length === 0 ? { lines: t('none') } : Object.fromEntries(wrong.map((line) => [line.id, t('wrong')])));
    }
    return lines.map((line) => ({ lineId: line.id, quantity: exact(parseAmount(typed[line.id]!)!) }));
  };
  const tick = (id: string) => {
    const next = new Set(ticked);
    if (!next.delete(id)) {
      next.add(id);
    }
    setTicked(next);
  };
  const wrong = form.wrong.value;
  const table = (
    <div class="scroll">
      <table aria-label={t('lines')}>
        <thead>
          <tr>
            <th scope="col">{t('lines')}</th>
            <th scope="col" class="right">{t('left')}</th>
            <th scope="col" class="right">{t('quantity')}</th>
            <th scope="col" class="right">{t('amount')}</th>
          </tr>
        </thead>
        <tbody>
          {left.map((line) => (
            <tr key={line.id}>
              <td>
                <label>
                  <input type="checkbox" checked={ticked.has(line.id)} onChange={() => tick(line.id)} aria-label={t('take', { label: line.label })} /> {line.label}
                </label>
              </td>
              <td class="right">{quantity(line.left)}</td>
              <td class="right">
                <input
                  class="number short"
                  inputMode="decimal"
                  aria-label={`${t('quantity')}, ${line.label}`}
                  aria-invalid={wrong[line.id] ? true : undefined}
                  disabled={!ticked.has(line.id)}
                  value={typed[line.id]}
                  onInput={(event) => setTyped({ ...typed, [line.id]: event.currentTarget.value })}
                />
                {wrong[line.id] && <p class="wrong">{wrong[line.id]}</p>}
              </td>
              <td class="right">{money(line.total, quote.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {wrong['lines'] && <p class="wrong">{wrong['lines']}</p>}
    </div>
  );
  return (
    <ActForm
      operation="convertQuote"
      path={{ quoteId: quote.id }}
      form={form}
      lead={table}
      only={['date', 'dueDate', 'paidInFull', 'walletId', 'method', 'deliverLater', 'note']}
      adjust={(body) => (whole ? body : { ...body, lines: chosen() })}
      label={t('convert')}
      done={(sale) => {
        notify(t('made', { number: sale.number, total: money(sale.total, sale.currency) }));
        void quoteChanged();
        address.go(placed(`/sales/${sale.id}`));
      }}
    />
  );
}
