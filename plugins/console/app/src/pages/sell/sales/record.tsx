import { useRoute } from 'preact-iso';
import { useAnswer } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { Shown } from '../../../parts/states';
import { Page } from '../../../shell/page';
import { SaleView } from './view';

const t = texts({ en: { sale: 'Sale' }, fr: { sale: 'Vente' }, de: { sale: 'Verkauf' } });

export default function SaleRecord() {
  const { params } = useRoute();
  const read = useAnswer('getSale', { path: { saleId: params['id'] ?? '' } });
  return (
    <Page title={read.data ? [read.data.number, read.data.partner?.name].filter(Boolean).join(' · ') : t('sale')}>
      <Shown read={read} rows={10}>
        {(sale) => <SaleView sale={sale} full />}
      </Shown>
    </Page>
  );
}
