import { useAddress } from '../../../data/address';
import type { Row } from '../../../data/call';
import { may } from '../../../data/company';
import { changed } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';
import { SidePanel } from '../../../parts/dialog';
import { amountTyped, asTyped } from '../../../parts/edit/changes';
import type { Draft } from '../../../parts/form/draft';
import { ActForm } from '../../../parts/form/act-form';
import { List } from '../../../parts/list/list';
import { notify } from '../../../parts/notices';

const t = texts({
  en: { title: 'Price lists', create: 'New price list', save: 'Save', saved: '{name} is saved.', prices: 'Own prices', about: 'Prices for some of your customers: a discount on everything, prices of single items, or both. A partner names its price list.' },
  fr: { title: 'Tarifs', create: 'Nouveau tarif', save: 'Enregistrer', saved: '{name} est enregistré.', prices: 'Prix propres', about: 'Des prix pour certains clients : une remise sur tout, des prix par article, ou les deux. Un tiers indique son tarif.' },
  de: { title: 'Preislisten', create: 'Neue Preisliste', save: 'Speichern', saved: '{name} ist gespeichert.', prices: 'Eigene Preise', about: 'Preise für einige Ihrer Kunden: ein Rabatt auf alles, Preise einzelner Artikel oder beides. Ein Partner nennt seine Preisliste.' },
});

type PriceList = Row<'listPriceLists'>;

function draftOfList(list: PriceList): Draft {
  return {
    name: list.name,
    currency: list.currency,
    discountPercent: list.discountPercent === null ? '' : asTyped(String(list.discountPercent)),
    from: list.from ?? '',
    to: list.to ?? '',
    entries: list.entries.map((one) => ({ itemId: one.itemId, price: amountTyped(one.price, list.currency), fromQuantity: asTyped(String(one.fromQuantity)) })),
  };
}

const Fields = ['name', 'currency', 'discountPercent', 'from', 'to', 'entries'] as const;

export function PriceLists() {
  const address = useAddress();
  const saved = (list: { name: string }) => {
    void changed('listPriceLists');
    notify(t('saved', { name: list.name }));
    address.set({ open: undefined, new: undefined });
  };
  const create = may('createPriceList') && (
    <div class="acts">
      <Button onClick={() => address.set({ new: '1', open: undefined })}>{t('create')}</Button>
    </div>
  );
  return (
    <>
      {create}
      <List
        operation="listPriceLists"
        title={t('title')}
        columns={['name', 'currency', 'discountPercent', { field: 'entries', label: t('prices'), width: 100, text: (list) => String(list.entries.length) }, 'from', 'to', 'updatedAt']}
        {...(may('replacePriceList')
          ? {
              panel: (id: string, close: () => void, list: PriceList | undefined) =>
                list && (
                  <SidePanel key={id} title={list.name} close={close}>
                    <ActForm operation="replacePriceList" path={{ priceListId: id }} version={list.version} only={Fields} initial={draftOfList(list)} label={t('save')} done={saved} />
                  </SidePanel>
                ),
            }
          : {})}
        side={
          address.query['new'] &&
          may('createPriceList') && (
            <SidePanel title={t('create')} close={() => address.set({ new: undefined })}>
              <ActForm operation="createPriceList" only={Fields} label={t('create')} done={saved} />
            </SidePanel>
          )
        }
        about={t('about')}
        curl={{ method: 'POST', route: '/price-lists', body: { name: 'Cafés and bars', discountPercent: 8, entries: [] } }}
      />
    </>
  );
}
