import { useRef, useState } from 'preact/hooks';
import { useAddress } from '../../../data/address';
import { call, type Row } from '../../../data/call';
import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { changed } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { quantity } from '../../../money/format';
import { Button } from '../../../parts/controls';
import { SidePanel } from '../../../parts/dialog';
import { ActForm } from '../../../parts/form/act-form';
import { ImportDialog } from '../../../parts/import/import';
import type { Column, ColumnOf } from '../../../parts/list/columns';
import { List } from '../../../parts/list/list';
import { notify } from '../../../parts/notices';
import { Tabs } from '../../../parts/record';
import { Page } from '../../../shell/page';
import { CellField } from './cell';
import { storedText, withEdit, type Cell, type Edits } from './edits';
import { familiesOf } from './families';
import { ItemPanel } from './panel';
import { PriceLists } from './price-lists';
import { SaveBar } from './save';
import './page.css';

const t = texts({
  en: { title: 'Items', create: 'New item', import: 'Import', created: '{name} is created.', archive: 'Archive', low: 'low', lists: 'Price lists', views: 'Items and price lists', about: 'Goods and services: what you sell and buy, with prices and stock.' },
  fr: { title: 'Articles', create: 'Nouvel article', import: 'Importer', created: '{name} est créé.', archive: 'Archiver', low: 'bas', lists: 'Tarifs', views: 'Articles et tarifs', about: 'Biens et services : ce que vous vendez et achetez, avec les prix et le stock.' },
  de: { title: 'Artikel', create: 'Neuer Artikel', import: 'Importieren', created: '{name} ist angelegt.', archive: 'Archivieren', low: 'knapp', lists: 'Preislisten', views: 'Artikel und Preislisten', about: 'Waren und Leistungen: was Sie verkaufen und einkaufen, mit Preisen und Bestand.' },
});

const First = ['name', 'sku', 'barcode', 'service', 'price', 'cost', 'taxRate', 'category', 'unit', 'trackStock', 'trackLots', 'alertThreshold', 'parentId', 'description'] as const;

type Item = Row<'listItems'>;

function Create() {
  const address = useAddress();
  const close = () => address.set({ create: undefined, parent: undefined });
  return (
    <SidePanel title={t('create')} close={close}>
      <ActForm
        operation="createItem"
        only={First}
        initial={address.query['parent'] ? { parentId: address.query['parent'] } : {}}
        label={t('create')}
        done={(item) => {
          void changed('listItems', 'listStock');
          notify(t('created', { name: item.name }));
          address.set({ create: undefined, parent: undefined, open: item.id });
        }}
      />
    </SidePanel>
  );
}

const archive = () => ({
  label: t('archive'),
  only: (one: Item) => !one.archived,
  run: (one: Item, key: string) => call('updateItem', { path: { itemId: one.id }, body: { archived: true }, key }),
  done: () => void changed('listItems', 'getItem'),
});

/** The columns; four of them are fields for who may change items. */
function columnsOf(edits: Edits, set: (edits: Edits) => void): ColumnOf<Item>[] {
  const field = (cell: Cell, width: number): Column<Item> | Cell =>
    may('updateItem')
      ? {
          field: cell,
          width,
          text: (item) => storedText(item, cell),
          show: (item) => <CellField item={item} cell={cell} typed={edits[item.id]?.[cell]} set={(text) => set(withEdit(edits, item.id, item, cell, text))} />,
        }
      : cell;
  return [
    { field: 'name', width: 220, text: (item) => item.name, show: (item) => <a class={item.parentId ? 'variant' : ''} href={placed(`/items/${item.id}`)} onClick={(event) => event.stopPropagation()}>{item.name}</a> },
    { field: 'sku', width: 110 },
    field('category', 120),
    field('price', 110),
    field('cost', 110),
    { field: 'quantity', width: 110, text: (item) => quantity(item.quantity), show: (item) => <Stock item={item} /> },
    field('alertThreshold', 96),
    { field: 'taxRate', width: 72 },
  ];
}

function Stock({ item }: { item: Item }) {
  if (item.service || !item.trackStock) {
    return null;
  }
  const low = item.alertThreshold !== null && item.quantity <= item.alertThreshold;
  return (
    <>
      {low && <span class="badge warn">{t('low')}</span>} {quantity(item.quantity)}
    </>
  );
}

function Items() {
  const address = useAddress();
  const [edits, setEdits] = useState<Edits>({});
  const names = useRef(new Map<string, string>());
  const arrange = (rows: Item[]) => {
    names.current = new Map(rows.map((row) => [row.id, row.name]));
    return familiesOf(rows);
  };
  return (
    <>
      <SaveBar edits={edits} set={setEdits} nameOf={(id) => names.current.get(id) ?? id} />
      <List
        operation="listItems"
        title={t('title')}
        columns={columnsOf(edits, setEdits)}
        arrange={arrange}
        route={(one) => `/items/${one.id}`}
        panel={(id, close) => <ItemPanel key={id} id={id} close={close} />}
        side={address.query['create'] && may('createItem') && <Create />}
        about={t('about')}
        act={<CreateButton />}
        curl={{ method: 'POST', route: '/items', body: { name: 'House blend 250 g', sku: 'COF-BLD-250', price: 8.9 } }}
        {...(may('updateItem') ? { bulk: [archive()] } : {})}
      />
    </>
  );
}

function CreateButton() {
  const address = useAddress();
  return may('createItem') ? (
    <Button kind="primary" onClick={() => address.set({ create: '1', open: undefined, tab: undefined })}>
      {t('create')}
    </Button>
  ) : null;
}

export default function ItemsPage() {
  const address = useAddress();
  const acts = (
    <>
      {may('importRecords') && may('createItem') && <Button onClick={() => address.set({ import: '1' })}>{t('import')}</Button>}
      <CreateButton />
    </>
  );
  const tabs = [
    { id: 'items', label: t('title'), show: () => <Items /> },
    { id: 'prices', label: t('lists'), show: () => <PriceLists /> },
  ];
  return (
    <Page title={t('title')} acts={acts}>
      <Tabs tabs={tabs} label={t('views')} />
      {address.query['import'] && <ImportDialog kind="items" close={() => address.set({ import: undefined })} done={() => void changed('listItems')} />}
    </Page>
  );
}
