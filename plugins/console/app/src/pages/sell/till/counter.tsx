import { useState } from 'preact/hooks';
import { notify } from '../../../parts/notices';
import { texts } from '../../../i18n/texts';
import { BasketView } from './basket-view';
import { withProduct, type Product } from './basket';
import { Paying } from './paying';
import { PriceDialog } from './price';
import { Receipt } from './receipt';
import { useScanner } from './scanner';
import { basket, done, newBasket, products, setBasket } from './state';
import { Tiles } from './tiles';

const t = texts({
  en: { unknown: 'No item has the code {code}.' },
  fr: { unknown: 'Aucun article n’a le code {code}.' },
  de: { unknown: 'Kein Artikel hat den Code {code}.' },
});

/** The sale of the moment: tiles at the left, the basket at the right. */
export function Counter() {
  const [asking, ask] = useState<Product | null>(null);
  const [paying, pay] = useState(false);
  const [line, choose] = useState(-1);
  const put = (product: Product) => {
    if (product.price === null) {
      ask(product);
    } else {
      setBasket(withProduct(basket.value, product, product.price));
      choose(-1);
    }
  };
  useScanner((code) => {
    const found = products.value.find((one) => one.barcode === code || one.sku === code);
    if (found) {
      put(found);
    } else {
      notify(t('unknown', { code }), { failed: true });
    }
  });
  return (
    <div class="till-counter">
      <Tiles put={put} />
      <BasketView line={line} choose={choose} pay={() => pay(true)} />
      {asking && (
        <PriceDialog
          product={asking}
          close={() => ask(null)}
          done={(price) => {
            setBasket(withProduct(basket.value, asking, price));
            ask(null);
          }}
        />
      )}
      {paying && !done.value && <Paying close={() => pay(false)} />}
      {done.value && (
        <Receipt
          close={() => {
            done.value = null;
            pay(false);
            choose(-1);
            newBasket();
          }}
        />
      )}
    </div>
  );
}
