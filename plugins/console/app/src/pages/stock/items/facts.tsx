import type { Answer } from '../../../data/call';
import { placed } from '../../../data/place';
import { fieldName, word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { percent, quantity } from '../../../money/format';
import { Facts, Money } from '../../../parts/controls';
import { useChoice } from '../../../parts/lookup';
import { Figures } from '../../../parts/record';

const t = texts({
  en: { open: 'named on the document', goods: 'Goods', service: 'Service', lots: 'by lots', stock: 'kept', noStock: 'not kept' },
  fr: { open: 'indiqué sur la pièce', goods: 'Bien', service: 'Service', lots: 'par lots', stock: 'suivi', noStock: 'non suivi' },
  de: { open: 'steht auf dem Beleg', goods: 'Ware', service: 'Leistung', lots: 'nach Chargen', stock: 'geführt', noStock: 'nicht geführt' },
});

export type Item = Answer<'getItem'>;

export function Prices({ item }: { item: Item }) {
  const stocked = !item.service && item.trackStock;
  return (
    <Figures
      rows={[
        [fieldName('price'), item.price === null ? t('open') : <Money key="p" minor={item.price} currency={item.currency} />],
        [fieldName('cost'), <Money key="c" minor={item.cost} currency={item.currency} />],
        [fieldName('averageCost'), <Money key="a" minor={item.averageCost} currency={item.currency} />],
        ...(stocked ? [[fieldName('quantity'), quantity(item.quantity)] as [string, string]] : []),
      ]}
    />
  );
}

export function Identity({ item }: { item: Item }) {
  const parent = useChoice('itm', item.parentId);
  const attributes = Object.entries(item.attributes).map(([name, value]) => `${name}: ${String(value)}`);
  return (
    <Facts
      rows={[
        [fieldName('kind'), item.service ? t('service') : t('goods')],
        [fieldName('sku'), item.sku && <code>{item.sku}</code>],
        [fieldName('barcode'), item.barcode && <code>{item.barcode}</code>],
        [fieldName('category'), item.category],
        [fieldName('unit'), item.unit],
        [fieldName('taxRate'), percent(item.taxRate)],
        [fieldName('taxCategory'), item.taxCategory && word(item.taxCategory)],
        [fieldName('taxExemptionReason'), item.taxExemptionReason],
        [fieldName('trackStock'), item.service ? '' : item.trackStock ? `${t('stock')}${item.trackLots ? `, ${t('lots')}` : ''}` : t('noStock')],
        [fieldName('alertThreshold'), quantity(item.alertThreshold)],
        [fieldName('parentId'), item.parentId && <a href={placed(`/items/${item.parentId}`)}>{parent?.label ?? item.parentId}</a>],
        [fieldName('attributes'), attributes.join(', ')],
        [fieldName('externalId'), item.externalId],
        [fieldName('description'), item.description],
      ]}
    />
  );
}
