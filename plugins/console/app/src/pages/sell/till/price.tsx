import { useState } from 'preact/hooks';
import { texts } from '../../../i18n/texts';
import { parseAmount } from '../../../money/parse';
import { Button } from '../../../parts/controls';
import { Dialog } from '../../../parts/dialog';
import type { Product } from './basket';

const t = texts({
  en: { price: 'Price', add: 'Add {name}', wrong: 'This is not an amount.' },
  fr: { price: 'Prix', add: 'Ajouter {name}', wrong: 'Ce n’est pas un montant.' },
  de: { price: 'Preis', add: '{name} hinzufügen', wrong: 'Das ist kein Betrag.' },
});

/** Asks for the price of an item that has none. */
export function PriceDialog({ product, close, done }: { product: Product; close: () => void; done: (price: string) => void }) {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  return (
    <Dialog title={product.name} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const digits = parseAmount(text);
          if (digits === null || digits.startsWith('-')) {
            setWrong(true);
          } else {
            done(digits);
          }
        }}
      >
        <label class="field">
          {t('price')}
          <input class="number" inputMode="decimal" autoFocus value={text} aria-invalid={wrong || undefined} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        {wrong && <p class="wrong" role="alert">{t('wrong')}</p>}
        <footer class="form-foot">
          <Button kind="primary" type="submit">{t('add', { name: product.name })}</Button>
        </footer>
      </form>
    </Dialog>
  );
}
