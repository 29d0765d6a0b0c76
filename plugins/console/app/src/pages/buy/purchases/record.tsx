import { useRoute } from 'preact-iso';
import { useAnswer } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { ApiButton } from '../../../parts/record';
import { Shown } from '../../../parts/states';
import { Page } from '../../../shell/page';
import { PurchaseView } from './view';

const t = texts({ en: { purchase: 'Purchase' }, fr: { purchase: 'Achat' }, de: { purchase: 'Einkauf' } });

export default function PurchaseRecord() {
  const id = useRoute().params['id'] ?? '';
  const read = useAnswer('getPurchase', { path: { purchaseId: id } });
  const purchase = read.data;
  return (
    <Page
      title={purchase ? [purchase.number, purchase.partner?.name].filter(Boolean).join(' · ') : t('purchase')}
      acts={purchase && <ApiButton operation="getPurchase" path={{ purchaseId: id }} record={purchase} />}
    >
      <Shown read={read} rows={10}>
        {(shown) => <PurchaseView purchase={shown} full />}
      </Shown>
    </Page>
  );
}
