import { useAddress } from '../../../data/address';
import { company, may } from '../../../data/company';
import { changed } from '../../../data/query';
import { word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { money } from '../../../money/format';
import { AdjustForm } from '../../../parts/adjust-stock';
import { Button, Money } from '../../../parts/controls';
import { SidePanel } from '../../../parts/dialog';
import { DocumentLink } from '../../../parts/document-link';
import { List } from '../../../parts/list/list';
import { ItemLink, PlaceName } from '../../../parts/record-names';
import { Page } from '../../../shell/page';

const t = texts({
  en: { title: 'Movements', adjust: 'Adjust stock', item: 'Item', place: 'Place', after: 'Then', about: 'All that came in and went out, with the document it belongs to. The newest first.' },
  fr: { title: 'Mouvements', adjust: 'Ajuster le stock', item: 'Article', place: 'Lieu', after: 'Ensuite', about: 'Tout ce qui est entré et sorti, avec la pièce d’origine. Le plus récent d’abord.' },
  de: { title: 'Bewegungen', adjust: 'Bestand korrigieren', item: 'Artikel', place: 'Lager', after: 'Danach', about: 'Alles, was hereinkam und hinausging, mit dem Beleg dazu. Das Neueste zuerst.' },
});

export default function Movements() {
  const address = useAddress();
  const close = () => address.set({ adjust: undefined });
  const currency = company.value?.currency ?? 'EUR';
  return (
    <Page title={t('title')} acts={may('createStockAdjustment') && <Button onClick={() => address.set({ adjust: '1' })}>{t('adjust')}</Button>}>
      <List
        operation="listStockMovements"
        title={t('title')}
        columns={[
          { field: 'at', width: 150 },
          { field: 'itemId', label: t('item'), width: 200, show: (one) => <ItemLink id={one.itemId} /> },
          { field: 'locationId', label: t('place'), width: 120, show: (one) => <PlaceName id={one.locationId} /> },
          { field: 'reason', width: 110, show: (one) => <DocumentLink id={one.documentId} label={word(one.reason)} /> },
          { field: 'quantity', width: 90 },
          { field: 'quantityAfter', label: t('after'), width: 90 },
          { field: 'lotNumber', width: 90 },
          { field: 'value', width: 110, text: (one) => money(one.value, currency), show: (one) => <Money minor={one.value} currency={currency} /> },
          { field: 'note', width: 160 },
        ]}
        side={
          address.query['adjust'] &&
          may('createStockAdjustment') && (
            <SidePanel title={t('adjust')} close={close}>
              <AdjustForm
                itemId={address.query['itemId']}
                locationId={address.query['locationId']}
                done={() => {
                  void changed('listStock', 'listStockMovements', 'listItems', 'getItem');
                  close();
                }}
              />
            </SidePanel>
          )
        }
        about={t('about')}
      />
    </Page>
  );
}
