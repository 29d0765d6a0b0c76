import { useEffect, useState } from 'preact/hooks';
import { reachable } from '../../../data/call';
import { asProblem, type Problem } from '../../../data/problem';
import { instantText } from '../../../i18n/dates';
import { sentence } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { multiply, decimal, toText } from '../../../money/decimal';
import { quantity as quantityText } from '../../../money/format';
import { Button } from '../../../parts/controls';
import { confirm } from '../../../parts/dialog';
import { withQuantity } from './basket';
import { Digits } from './digits';
import { askTotal } from './selling';
import { basket, currency, estimate, newBasket, park, parked, recall, setBasket } from './state';

const t = texts({
  en: { basket: 'Basket', empty: 'Touch an item, scan it, or search for it.', total: 'Total', pay: 'Pay', park: 'Put aside', recall: 'Take up…', clear: 'Empty the basket', clearText: 'All lines of this basket are taken away.', quantity: 'Quantity of {name}', less: 'One less', more: 'One more', device: 'by the prices on this device', back: 'Delete the last digit', apply: 'Set' },
  fr: { basket: 'Panier', empty: 'Touchez un article, scannez-le ou cherchez-le.', total: 'Total', pay: 'Encaisser', park: 'Mettre en attente', recall: 'Reprendre…', clear: 'Vider le panier', clearText: 'Toutes les lignes de ce panier sont retirées.', quantity: 'Quantité de {name}', less: 'Un de moins', more: 'Un de plus', device: 'selon les prix de cet appareil', back: 'Effacer le dernier chiffre', apply: 'Définir' },
  de: { basket: 'Korb', empty: 'Artikel antippen, scannen oder suchen.', total: 'Summe', pay: 'Bezahlen', park: 'Zurückstellen', recall: 'Aufnehmen…', clear: 'Korb leeren', clearText: 'Alle Positionen dieses Korbs werden entfernt.', quantity: 'Menge von {name}', less: 'Eins weniger', more: 'Eins mehr', device: 'nach den Preisen auf diesem Gerät', back: 'Letzte Ziffer löschen', apply: 'Setzen' },
});

/** How long after the last change the service is asked for the total, in milliseconds. */
const AskPause = 400;

interface ServiceTotal {
  total: string | null;
  problem: Problem | null;
}

/** The total of the service for the basket, or why it would not sell it; nothing while that is not known. */
export function useServiceTotal(): ServiceTotal {
  const [known, setKnown] = useState<ServiceTotal & { of: unknown }>({ of: null, total: null, problem: null });
  const sold = basket.value;
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => {
      if (sold.lines.length > 0) {
        askTotal(sold, abort.signal)
          .then((total) => setKnown({ of: sold, total, problem: null }))
          .catch((error: unknown) => !abort.signal.aborted && setKnown({ of: sold, total: null, problem: asProblem(error) }));
      }
    }, AskPause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [sold, reachable.value]);
  return known.of === sold ? known : { total: null, problem: null };
}

interface Props {
  line: number;
  choose: (line: number) => void;
  pay: () => void;
}

export function BasketView({ line, choose, pay }: Props) {
  const { total, problem } = useServiceTotal();
  const { lines } = basket.value;
  const clear = async () => {
    if (await confirm(t('clearText'), t('clear'))) {
      newBasket();
      choose(-1);
    }
  };
  return (
    <section class="till-basket" aria-label={t('basket')}>
      <div class="acts">
        <Button disabled={lines.length === 0} onClick={() => void park()}>{t('park')}</Button>
        {parked.value.length > 0 && <Recall />}
        <Button kind="danger" disabled={lines.length === 0} onClick={clear}>{t('clear')}</Button>
      </div>
      {lines.length === 0 && <p class="help">{t('empty')}</p>}
      <ol class="till-lines">
        {lines.map((one, index) => (
          <li key={`${one.itemId}${one.price}`}>
            <button type="button" aria-pressed={index === line} onClick={() => choose(index === line ? -1 : index)}>
              <span>{one.label}</span>
              <small>
                {quantityText(one.quantity as unknown as number)} × <Digits digits={one.price} currency={currency.value} />
              </small>
              <Digits digits={toText(multiply(decimal(one.price), decimal(one.quantity)))} currency={currency.value} />
            </button>
          </li>
        ))}
      </ol>
      {problem && !problem.uncertain && <p class="wrong" role="alert">{sentence(problem)}</p>}
      {lines[line] && <QuantityPad key={line} at={line} />}
      <p class="till-total" role="status" data-known={total !== null}>
        <span>
          {t('total')} {total === null && lines.length > 0 && <small>{t('device')}</small>}
        </span>
        <Digits digits={total ?? estimate.value} currency={currency.value} />
      </p>
      <Button kind="primary" disabled={lines.length === 0} onClick={pay}>{t('pay')}</Button>
    </section>
  );
}

function Recall() {
  return (
    <select
      aria-label={t('recall')}
      value=""
      onChange={(event) => {
        const one = parked.value.find((other) => other.id === event.currentTarget.value);
        if (one) {
          void recall(one);
        }
      }}
    >
      <option value="">
        {t('recall')} ({parked.value.length})
      </option>
      {parked.value.map((one) => (
        <option key={one.id} value={one.id}>
          {instantText(one.at)} · {one.lines.map((line) => line.label).join(', ').slice(0, 40)}
        </option>
      ))}
    </select>
  );
}

const PadKeys = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '0', '.'];

/** Sets the quantity of a line by touch: digits replace it, plus and minus change it by one. */
function QuantityPad({ at }: { at: number }) {
  const [typed, setTyped] = useState('');
  const line = basket.value.lines[at]!;
  const set = (quantity: string) => setBasket(withQuantity(basket.value, at, quantity));
  const step = (by: bigint) => {
    const { units, places } = decimal(line.quantity);
    set(toText({ units: units + by * 10n ** BigInt(places), places }));
    setTyped('');
  };
  const valid = /^\d+(\.\d{1,3})?$/.test(typed);
  return (
    <div class="till-pad" role="group" aria-label={t('quantity', { name: line.label })}>
      <output>{typed || line.quantity}</output>
      <Button aria-label={t('less')} onClick={() => step(-1n)}>−</Button>
      <Button aria-label={t('more')} onClick={() => step(1n)}>+</Button>
      {PadKeys.map((key) => (
        <Button key={key} onClick={() => setTyped(typed + key)}>{key}</Button>
      ))}
      <Button aria-label={t('back')} onClick={() => setTyped(typed.slice(0, -1))}>⌫</Button>
      <Button kind="primary" disabled={!valid} onClick={() => { set(typed); setTyped(''); }}>{t('apply')}</Button>
    </div>
  );
}
