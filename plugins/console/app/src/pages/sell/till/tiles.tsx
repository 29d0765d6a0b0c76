import { useState } from 'preact/hooks';
import { texts } from '../../../i18n/texts';
import type { Product } from './basket';
import { Digits } from './digits';
import { currency, products } from './state';

const t = texts({
  en: { search: 'Name, number or barcode', all: 'All', other: 'Other', none: 'Nothing found', categories: 'Categories', items: 'Items', ask: 'Price asked' },
  fr: { search: 'Nom, référence ou code-barres', all: 'Tous', other: 'Autres', none: 'Rien trouvé', categories: 'Catégories', items: 'Articles', ask: 'Prix à saisir' },
  de: { search: 'Name, Nummer oder Strichcode', all: 'Alle', other: 'Sonstige', none: 'Nichts gefunden', categories: 'Kategorien', items: 'Artikel', ask: 'Preis erfragen' },
});

/** Tiles that are drawn at once; the rest is found by its name. */
const MostTiles = 200;

function fits(product: Product, wanted: string): boolean {
  return [product.name, product.sku, product.barcode].some((text) => text?.toLowerCase().includes(wanted));
}

/** What is sold, as tiles by category, with a search. */
export function Tiles({ put }: { put: (product: Product) => void }) {
  const [category, choose] = useState<string | null>(null);
  const [text, setText] = useState('');
  const all = products.value;
  const names = [...new Set(all.map((one) => one.category ?? ''))].sort((a, b) => Number(!a) - Number(!b) || a.localeCompare(b));
  const wanted = text.trim().toLowerCase();
  const shown = all.filter((one) => (wanted ? fits(one, wanted) : category === null || (one.category ?? '') === category));
  const first = all.find((one) => one.barcode === text.trim() || one.sku === text.trim()) ?? shown[0];
  return (
    <section class="till-tiles" aria-label={t('items')}>
      <input
        type="search"
        data-key="/"
        aria-label={t('search')}
        placeholder={t('search')}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && wanted && first) {
            event.preventDefault();
            put(first);
            setText('');
          }
        }}
      />
      <div class="till-categories" role="group" aria-label={t('categories')}>
        <button type="button" class="button" aria-pressed={category === null} onClick={() => choose(null)}>
          {t('all')}
        </button>
        {names.map((name) => (
          <button key={name} type="button" class="button" aria-pressed={category === name} onClick={() => choose(name)}>
            {name || t('other')}
          </button>
        ))}
      </div>
      <ul class="tiles">
        {shown.slice(0, MostTiles).map((product) => (
          <li key={product.id}>
            <button type="button" onClick={() => put(product)}>
              <span>{product.name}</span>
              <small>{product.price === null ? t('ask') : <Digits digits={product.price} currency={currency.value} />}</small>
            </button>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p class="help">{t('none')}</p>}
    </section>
  );
}
