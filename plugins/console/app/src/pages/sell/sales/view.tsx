import { useAddress } from '../../../data/address';
import { may } from '../../../data/company';
import { recordSchema } from '../../../data/contract';
import { placed } from '../../../data/place';
import { texts } from '../../../i18n/texts';
import { Badge, Money, Section } from '../../../parts/controls';
import { Attachments } from '../../../parts/document/attachments';
import { History } from '../../../parts/history';
import { Slot } from '../../../parts/slot';
import { ActBar } from '../../../parts/document/act-bar';
import { showsPreview, usePreviewKey } from '../../../parts/document/preview';
import { actLabel, actsOf, OpenAct } from './acts';
import { Detail } from './detail';
import { Files } from './files';
import { Submissions } from './fiscal';
import type { Sale } from './sale';

const t = texts({
  en: { again: 'Sell the same again', correct: 'Corrected invoice', history: 'History' },
  fr: { again: 'Revendre la même chose', correct: 'Facture corrigée', history: 'Historique' },
  de: { again: 'Dasselbe noch einmal verkaufen', correct: 'Berichtigte Rechnung', history: 'Verlauf' },
});

function Acts({ sale, full }: { sale: Sale; full: boolean }) {
  const acts = actsOf(sale).map((id) => ({ id, label: actLabel(id), danger: id === 'cancel' || id === 'refund' }));
  const gone = sale.status === 'cancelled' || sale.credited === sale.total;
  return (
    <ActBar acts={acts} route={`/sales/${sale.id}`} read={{ operation: 'getSale', path: { saleId: sale.id } }} record={sale} full={full}>
      {may('createSale') && <a href={placed(`/sales/new?from=${sale.id}`)}>{t('again')}</a>}
      {may('createSale') && gone && sale.partnerId && <a href={placed(`/sales/new?from=${sale.id}&corrects=${sale.id}`)}>{t('correct')}</a>}
    </ActBar>
  );
}

/** A sale, in the panel of the list or on its own page: there with its files beside it. */
export function SaleView({ sale, full }: { sale: Sale; full: boolean }) {
  const address = useAddress();
  usePreviewKey();
  const act = address.query['act'];
  const open = act && <OpenAct act={act} sale={sale} close={() => address.set({ act: undefined }, true)} />;
  const preview = showsPreview();
  const beside = (
    <>
      <Submissions kind="sale" id={sale.id} />
      <Attachments kind="sale" id={sale.id} />
      <Slot name="sale.side" record={sale} />
      <Section title={t('history')}>
        <History kind="sale" id={sale.id} schema={recordSchema('getSale')} currency={sale.currency} />
      </Section>
    </>
  );
  return (
    <>
      <div class="document-head">
        <span class="figure">
          <Money minor={sale.total} currency={sale.currency} />
        </span>
        <span class="states">
          <Badge value={sale.paymentStatus} />
          {sale.overdue && <Badge value="overdue" />}
          {sale.deliveryStatus !== 'none' && <Badge value={sale.deliveryStatus} />}
          {sale.fiscalStatus !== 'none' && <Badge value={sale.fiscalStatus} />}
        </span>
        <Acts sale={sale} full={full} />
        <Slot name="sale.actions" record={sale} />
      </div>
      <div class={full ? 'document' : 'document whole'}>
        <div>
          {!full && open}
          <Detail sale={sale} />
          {(!full || preview) && beside}
        </div>
        {full && (
          <div>
            {open}
            {preview ? <Files sale={sale} /> : beside}
          </div>
        )}
      </div>
    </>
  );
}
