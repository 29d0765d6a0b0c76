import { useState } from 'preact/hooks';
import { texts } from '../../../i18n/texts';
import { money } from '../../../money/format';
import { confirm } from '../../../parts/dialog';
import { ActForm } from '../../../parts/form/act-form';
import { useForm } from '../../../parts/form/form';
import { notify } from '../../../parts/notices';
import { typedAmount } from './forms';
import { namedBodies, NamedLines, useNamedLines } from '../../../parts/document/named-lines';
import { remainder } from '../../../parts/document/quantities';
import { refundable, saleChanged, type Sale } from './sale';

const t = texts({
  en: {
    how: 'What is taken back', all: 'Everything', lines: 'Some lines', amount: 'An amount', means: 'How', money: 'Money goes back', credit: 'Credit: the balance goes down, no money moves',
    refund: 'Refund {number}', done: '{amount} taken back; credit note {note}.', sure: 'A credit note is made. This cannot be undone.',
  },
  fr: {
    how: 'Ce qui est repris', all: 'Tout', lines: 'Certaines lignes', amount: 'Un montant', means: 'Comment', money: 'L’argent est rendu', credit: 'Avoir : le solde baisse, aucun argent ne bouge',
    refund: 'Rembourser {number}', done: '{amount} repris ; avoir {note}.', sure: 'Un avoir est établi. C’est irréversible.',
  },
  de: {
    how: 'Was zurückgenommen wird', all: 'Alles', lines: 'Einzelne Positionen', amount: 'Ein Betrag', means: 'Wie', money: 'Geld geht zurück', credit: 'Gutschrift: Der offene Betrag sinkt, kein Geld fließt',
    refund: '{number} erstatten', done: '{amount} zurückgenommen; Gutschrift {note}.', sure: 'Eine Gutschrift wird erstellt. Das lässt sich nicht rückgängig machen.',
  },
});

type What = 'all' | 'lines' | 'amount';
type Means = 'money' | 'credit';

function Choice<T extends string>({ legend, name, options, value, set }: { legend: string; name: string; options: [T, string][]; value: T; set: (value: T) => void }) {
  return (
    <fieldset class="choice">
      <legend>{legend}</legend>
      {options.map(([id, label]) => (
        <label key={id}>
          <input type="radio" name={name} checked={value === id} onChange={() => set(id)} /> {label}
        </label>
      ))}
    </fieldset>
  );
}

/** Takes back everything, some lines or an amount, as money or as a credit. */
export function Refund({ sale, close }: { sale: Sale; close: () => void }) {
  const held = sale.paid - sale.refunded;
  const [what, setWhat] = useState<What>('lines');
  const [means, setMeans] = useState<Means>(held > 0 ? 'money' : 'credit');
  const named = refundable(sale).map((line) => ({ id: line.id, label: line.label, left: remainder(line.quantity, line.quantityRefunded) }));
  const lines = useNamedLines(named, false);
  const form = useForm({ amount: typedAmount(means === 'money' ? held : sale.balance, sale.currency), restock: true });
  const label = t('refund', { number: sale.number });
  const fields = [...(what === 'amount' ? ['amount'] : []), ...(means === 'money' ? ['walletId', 'method'] : []), 'restock', 'date', 'reason'];
  return (
    <>
      <Choice<What> legend={t('how')} name="what" value={what} set={setWhat} options={[['lines', t('lines')], ['amount', t('amount')], ['all', t('all')]]} />
      {held > 0 && sale.balance > 0 && <Choice<Means> legend={t('means')} name="means" value={means} set={setMeans} options={[['money', t('money')], ['credit', t('credit')]]} />}
      <ActForm
        operation="refundSale"
        path={{ saleId: sale.id }}
        form={form}
        lead={what === 'lines' && <NamedLines lines={lines} wrong={form.wrong.value} />}
        only={fields}
        adjust={({ amount, walletId, method, ...body }) => ({
          ...body,
          ...(what === 'amount' ? { amount } : {}),
          ...(what === 'lines' ? { lines: namedBodies(lines, named) } : {}),
          ...(means === 'money' ? { walletId, method } : { walletId: null }),
        })}
        label={label}
        danger
        before={() => confirm(t('sure'), label)}
        done={(refund) => {
          notify(t('done', { amount: money(refund.amount, sale.currency), note: refund.creditNote.number }));
          void saleChanged();
          close();
        }}
      />
    </>
  );
}
