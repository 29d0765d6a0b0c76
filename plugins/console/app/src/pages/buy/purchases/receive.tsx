import { call } from '../../../data/call';
import { companyId } from '../../../data/place';
import { useRead } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { money, quantity } from '../../../money/format';
import { Button } from '../../../parts/controls';
import { asTyped } from '../../../parts/edit/changes';
import { Refusal } from '../../../parts/form/draft';
import { ActForm } from '../../../parts/form/act-form';
import { useForm } from '../../../parts/form/form';
import { Grid, useLines, type GridColumn, type GridItem } from '../../../parts/grid/grid';
import { notify } from '../../../parts/notices';
import { Shown } from '../../../parts/states';
import { purchaseChanged, unreceived, type Purchase } from './purchase';
import { leftOf, receiptBodies } from './receipt';
import './receive.css';

const t = texts({
  en: { receive: 'Record the receipt', received: 'Receipt {number} is recorded.', lines: 'What has come', item: 'Item', left: 'Expected', quantity: 'Came', cost: 'Unit cost', lot: 'Lot', expires: 'Use by', zero: 'Begin at zero, to scan', how: 'A scanner raises the quantity of its item. Lines left empty have not come.' },
  fr: { receive: 'Enregistrer la réception', received: 'La réception {number} est enregistrée.', lines: 'Ce qui est arrivé', item: 'Article', left: 'Attendu', quantity: 'Arrivé', cost: 'Coût unitaire', lot: 'Lot', expires: 'À utiliser avant', zero: 'Partir de zéro, pour scanner', how: 'Un lecteur augmente la quantité de son article. Les lignes vides ne sont pas arrivées.' },
  de: { receive: 'Wareneingang erfassen', received: 'Wareneingang {number} ist erfasst.', lines: 'Was gekommen ist', item: 'Artikel', left: 'Erwartet', quantity: 'Gekommen', cost: 'Stückkosten', lot: 'Charge', expires: 'Verwenden bis', zero: 'Bei null beginnen, zum Scannen', how: 'Ein Scanner erhöht die Menge seines Artikels. Leere Zeilen sind nicht gekommen.' },
});

interface Props {
  purchase: Purchase;
  close: () => void;
}

/** Goods come in: what remains of each line unless the person says less, with lots and dates where the item has them. */
export function Receive({ purchase, close }: Props) {
  const ids = [...new Set(unreceived(purchase).flatMap((line) => line.itemId ?? []))];
  const items = useRead(['items of', companyId.value, ids], () => Promise.all(ids.map((itemId) => call('getItem', { path: { itemId } }))));
  return (
    <Shown read={items} rows={3}>
      {(known) => <Form purchase={purchase} close={close} items={known} />}
    </Shown>
  );
}

function Form({ purchase, close, items }: Props & { items: readonly GridItem[] }) {
  const open = unreceived(purchase);
  const form = useForm();
  const lots = open.some((line) => items.some((item) => item.id === line.itemId && item.trackLots));
  const columns: GridColumn[] = [
    { id: 'name', kind: 'shown', label: t('item'), show: (_, index) => open[index]?.label },
    { id: 'left', kind: 'shown', label: t('left'), width: '88px', show: (_, index) => open[index] && quantity(leftOf(open[index])) },
    { id: 'quantity', kind: 'quantity', label: t('quantity'), width: '96px' },
    { id: 'unitCost', kind: 'money', label: t('cost'), width: '110px', hint: (line) => money(open.find((one) => one.id === line.cells['lineId'])?.unitPrice, purchase.currency, { bare: true }) },
    ...(lots
      ? ([
          { id: 'lotNumber', kind: 'text', label: t('lot'), width: '110px', off: (line) => !line.item?.trackLots },
          { id: 'expiresOn', kind: 'date', label: t('expires'), width: '140px', off: (line) => !line.item?.trackLots },
        ] satisfies GridColumn[])
      : []),
  ];
  const lines = useLines(
    columns,
    open.map((line) => ({
      item: items.find((item) => item.id === line.itemId) ?? null,
      cells: { lineId: line.id, quantity: asTyped(String(leftOf(line))), lotNumber: line.lotNumber ?? '', expiresOn: line.expiresOn ?? '' },
    })),
    true,
  );
  const clear = () => lines.all.value.forEach((line) => lines.set(line.key, 'quantity', ''));
  return (
    <ActForm
      operation="createPurchaseReceipt"
      path={{ purchaseId: purchase.id }}
      form={form}
      only={['date', 'locationId', 'note']}
      adjust={(body) => {
        const { bodies, wrong } = receiptBodies(lines.all.value);
        if (Object.keys(wrong).length > 0) {
          throw new Refusal(wrong);
        }
        return { ...body, lines: bodies };
      }}
      label={t('receive')}
      done={(receipt) => {
        notify(t('received', { number: receipt.number }));
        void purchaseChanged();
        close();
      }}
    >
      <div class="receive-lines">
        <Grid lines={lines} label={t('lines')} wrong={form.wrong.value} />
      </div>
      <div class="acts">
        <Button kind="quiet" onClick={clear}>
          {t('zero')}
        </Button>
        <span class="small">{t('how')}</span>
      </div>
    </ActForm>
  );
}
