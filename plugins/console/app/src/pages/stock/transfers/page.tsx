import { useAddress } from '../../../data/address';
import type { Row } from '../../../data/call';
import { may } from '../../../data/company';
import { changed } from '../../../data/query';
import { dateText, instantText, today } from '../../../i18n/dates';
import { fieldName } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { quantity } from '../../../money/format';
import { Button, Facts } from '../../../parts/controls';
import { SidePanel } from '../../../parts/dialog';
import { ActForm } from '../../../parts/form/act-form';
import { useForm } from '../../../parts/form/form';
import { withoutLines } from '../../../parts/form/without';
import { Grid, lineBodies, useLines, type GridColumn } from '../../../parts/grid/grid';
import { List } from '../../../parts/list/list';
import { notify } from '../../../parts/notices';
import { ItemLink, PlaceName } from '../../../parts/record-names';
import { Page } from '../../../shell/page';

const t = texts({
  en: { title: 'Transfers', create: 'New transfer', move: 'Move the goods', moved: 'The goods are moved.', from: 'From', to: 'To', count: 'Lines', lines: 'Goods', item: 'Item', quantity: 'Quantity', lot: 'Lot', about: 'Goods that went from one of your places to another.' },
  fr: { title: 'Transferts', create: 'Nouveau transfert', move: 'Transférer', moved: 'Les marchandises sont transférées.', from: 'De', to: 'Vers', count: 'Lignes', lines: 'Marchandises', item: 'Article', quantity: 'Quantité', lot: 'Lot', about: 'Les marchandises passées d’un de vos lieux à un autre.' },
  de: { title: 'Umlagerungen', create: 'Neue Umlagerung', move: 'Umlagern', moved: 'Die Waren sind umgelagert.', from: 'Von', to: 'Nach', count: 'Positionen', lines: 'Waren', item: 'Artikel', quantity: 'Menge', lot: 'Charge', about: 'Waren, die von einem Ihrer Lager in ein anderes gingen.' },
});

function columns(): GridColumn[] {
  return [
    { id: 'label', kind: 'item', label: t('item'), free: false, fits: (item) => !item.service && item.trackStock },
    { id: 'quantity', kind: 'quantity', label: t('quantity'), width: '88px', initial: '1' },
    { id: 'lotNumber', kind: 'text', label: t('lot'), width: '96px', off: (line) => !line.item?.trackLots },
  ];
}

function Create({ close }: { close: () => void }) {
  const form = useForm({ date: today() });
  const lines = useLines(columns());
  return (
    <SidePanel title={t('create')} close={close}>
      <ActForm
        operation="createStockTransfer"
        form={form}
        only={['fromLocationId', 'toLocationId', 'date', 'note']}
        schema={withoutLines('createStockTransfer')}
        adjust={(body) => ({ ...body, lines: lineBodies(lines) })}
        label={t('move')}
        done={() => {
          void changed('listStockTransfers', 'listStock', 'listStockMovements');
          notify(t('moved'));
          close();
        }}
      >
        <Grid lines={lines} label={t('lines')} wrong={form.wrong.value} />
      </ActForm>
    </SidePanel>
  );
}

type Transfer = Row<'listStockTransfers'>;

function Detail({ transfer, close }: { transfer: Transfer; close: () => void }) {
  return (
    <SidePanel title={`${t('title')} · ${dateText(transfer.date)}`} close={close}>
      <Facts
        rows={[
          [t('from'), <PlaceName key="f" id={transfer.fromLocationId} />],
          [t('to'), <PlaceName key="t" id={transfer.toLocationId} />],
          [fieldName('date'), dateText(transfer.date)],
          [fieldName('createdAt'), instantText(transfer.createdAt)],
          [fieldName('note'), transfer.note],
        ]}
      />
      <table>
        <thead>
          <tr>
            <th scope="col">{t('item')}</th>
            <th scope="col">{t('lot')}</th>
            <th scope="col" class="right">{t('quantity')}</th>
          </tr>
        </thead>
        <tbody>
          {(transfer.lines ?? []).map((line, index) => (
            <tr key={index}>
              <td>
                <ItemLink id={line.itemId} />
              </td>
              <td>{line.lotNumber}</td>
              <td class="right">{quantity(line.quantity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </SidePanel>
  );
}

export default function Transfers() {
  const address = useAddress();
  const close = () => address.set({ create: undefined });
  const create = may('createStockTransfer') && (
    <Button kind="primary" onClick={() => address.set({ create: '1', open: undefined })}>
      {t('create')}
    </Button>
  );
  return (
    <Page title={t('title')} acts={create}>
      <List
        operation="listStockTransfers"
        title={t('title')}
        fixed={{ include: 'lines' }}
        columns={[
          'date',
          { field: 'fromLocationId', label: t('from'), width: 160, show: (one) => <PlaceName id={one.fromLocationId} /> },
          { field: 'toLocationId', label: t('to'), width: 160, show: (one) => <PlaceName id={one.toLocationId} /> },
          { field: 'lines', label: t('count'), width: 90, text: (one) => String(one.lines?.length ?? 0) },
          { field: 'status', width: 120 },
          { field: 'note', width: 220 },
        ]}
        panel={(id, closePanel, transfer) => transfer && <Detail key={id} transfer={transfer} close={closePanel} />}
        side={address.query['create'] && may('createStockTransfer') && <Create close={close} />}
        about={t('about')}
        act={create}
        curl={{ method: 'POST', route: '/stock/transfers', body: { fromLocationId: 'loc_…', toLocationId: 'loc_…', lines: [{ itemId: 'itm_…', quantity: 2 }] } }}
      />
    </Page>
  );
}
