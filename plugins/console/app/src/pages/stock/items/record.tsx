import { useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import { useAddress } from '../../../data/address';
import { call, newKey } from '../../../data/call';
import { may } from '../../../data/company';
import { recordSchema } from '../../../data/contract';
import { placed } from '../../../data/place';
import { asProblem, type Problem } from '../../../data/problem';
import { changed, useAnswer } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { Badge, Button } from '../../../parts/controls';
import { confirm, SidePanel } from '../../../parts/dialog';
import { EditForm } from '../../../parts/edit/edit-form';
import { History } from '../../../parts/history';
import { notify } from '../../../parts/notices';
import { ApiButton, Tabs, type Tab } from '../../../parts/record';
import { Failure, Shown } from '../../../parts/states';
import { Slot } from '../../../parts/slot';
import { Page } from '../../../shell/page';
import { Identity, Prices, type Item } from './facts';
import { ListPrices } from './list-prices';
import { Movements } from './movements';
import { StockByPlace } from './places';
import { Variants } from './variants';

const t = texts({
  en: { edit: 'Edit', archive: 'Archive', restore: 'Restore', saved: '{name} is saved.', archived: '{name} is archived.', restored: '{name} is back.', ask: 'Archived items are not offered any more; their stock and documents stay.', act: 'Archive {name}', undo: 'Undo', variant: 'New variant', overview: 'Overview', movements: 'Movements', history: 'History', details: 'Details', parts: 'Parts of the item' },
  fr: { edit: 'Modifier', archive: 'Archiver', restore: 'Rétablir', saved: '{name} est enregistré.', archived: '{name} est archivé.', restored: '{name} est de retour.', ask: 'Un article archivé n’est plus proposé ; son stock et ses pièces restent.', act: 'Archiver {name}', undo: 'Annuler', variant: 'Nouvelle variante', overview: 'Vue d’ensemble', movements: 'Mouvements', history: 'Historique', details: 'Détails', parts: 'Parties de l’article' },
  de: { edit: 'Bearbeiten', archive: 'Archivieren', restore: 'Wiederherstellen', saved: '{name} ist gespeichert.', archived: '{name} ist archiviert.', restored: '{name} ist wieder da.', ask: 'Archivierte Artikel werden nicht mehr angeboten; Bestand und Belege bleiben.', act: '{name} archivieren', undo: 'Rückgängig', variant: 'Neue Variante', overview: 'Überblick', movements: 'Bewegungen', history: 'Verlauf', details: 'Details', parts: 'Teile des Artikels' },
});

const Fields = [
  'name', 'sku', 'barcode', 'service', 'unit', 'price', 'cost', 'taxRate', 'taxCategory', 'taxExemptionReason', 'category', 'trackStock', 'trackLots',
  'alertThreshold', 'parentId', 'attributes', 'description', 'externalId',
] as const;

export default function ItemRecord() {
  const id = useRoute().params['id'] ?? '';
  const read = useAnswer('getItem', { path: { itemId: id } });
  const item = read.data;
  return (
    <Page title={item?.name ?? '…'} acts={item && <Acts item={item} />}>
      <Shown read={read} rows={10}>
        {(shown) => <Body item={shown} />}
      </Shown>
    </Page>
  );
}

function Body({ item }: { item: Item }) {
  const address = useAddress();
  const close = () => address.set({ edit: undefined });
  const stocked = !item.service && item.trackStock;
  const tabs: Tab[] = [
    {
      id: 'overview',
      label: t('overview'),
      show: () => (
        <>
          {stocked && <StockByPlace item={item} />}
          <Variants item={item} />
          <ListPrices item={item} />
        </>
      ),
    },
    ...(stocked && may('listStockMovements') ? [{ id: 'movements', label: t('movements'), show: () => <Movements item={item} /> }] : []),
    { id: 'history', label: t('history'), show: () => <History kind="item" id={item.id} schema={recordSchema('getItem')} currency={item.currency} /> },
  ];
  return (
    <div class="beside">
      <div>
        <Prices item={item} />
        <Tabs tabs={tabs} label={t('parts')} />
        <Slot name="item.side" record={item} />
      </div>
      {address.query['edit'] ? (
        <SidePanel title={t('edit')} close={close}>
          <EditForm
            operation="updateItem"
            read="getItem"
            path={{ itemId: item.id }}
            record={item}
            currency={item.currency}
            only={Fields}
            done={(saved) => {
              void changed('getItem', 'listItems', 'listStock', 'readHistory');
              notify(t('saved', { name: saved.name }));
              close();
            }}
          />
        </SidePanel>
      ) : (
        <aside aria-label={t('details')}>
          <Identity item={item} />
        </aside>
      )}
    </div>
  );
}

function Acts({ item }: { item: Item }) {
  const address = useAddress();
  const [problem, setProblem] = useState<Problem | null>(null);
  const put = async (archived: boolean, version: number): Promise<void> => {
    setProblem(null);
    try {
      const saved = await call('updateItem', { path: { itemId: item.id }, body: { archived }, version, key: newKey() });
      void changed('getItem', 'listItems', 'readHistory');
      notify(t(archived ? 'archived' : 'restored', { name: item.name }), { undo: { label: t('undo'), act: () => void put(!archived, saved.version) } });
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  const archive = async () => {
    if (item.archived || (await confirm(t('ask'), t('act', { name: item.name }), false))) {
      await put(!item.archived, item.version);
    }
  };
  return (
    <>
      {problem && <Failure problem={problem} />}
      {item.archived && <Badge value="archived" />}
      <ApiButton operation="getItem" path={{ itemId: item.id }} record={item} />
      {may('updateItem') && <Button onClick={archive}>{t(item.archived ? 'restore' : 'archive')}</Button>}
      {may('createItem') && !item.parentId && (
        <a class="button" href={placed(`/items?create=1&parent=${item.id}`)}>
          {t('variant')}
        </a>
      )}
      {may('updateItem') && (
        <Button kind="primary" onClick={() => address.set({ edit: '1' })}>
          {t('edit')}
        </Button>
      )}
    </>
  );
}
