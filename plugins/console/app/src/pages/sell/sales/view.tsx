import { useEffect } from 'preact/hooks';
import { useAddress } from '../../../data/address';
import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { prefer, preferences } from '../../../data/preferences';
import { texts } from '../../../i18n/texts';
import { Badge, Button, Money } from '../../../parts/controls';
import { Attachments } from '../../../parts/document/attachments';
import { History } from '../../../parts/document/history';
import { ApiButton } from '../../../parts/document/program';
import { actLabel, actsOf, OpenAct } from './acts';
import { Detail } from './detail';
import { Files } from './files';
import { Submissions } from './fiscal';
import type { Sale } from './sale';

const t = texts({
  en: { preview: 'Preview', more: 'More', again: 'Sell the same again', correct: 'Corrected invoice', open: 'Full page' },
  fr: { preview: 'Aperçu', more: 'Plus', again: 'Revendre la même chose', correct: 'Facture corrigée', open: 'Page entière' },
  de: { preview: 'Vorschau', more: 'Mehr', again: 'Dasselbe noch einmal verkaufen', correct: 'Berichtigte Rechnung', open: 'Ganze Seite' },
});

/** Acts that are buttons; the others are in a menu. */
const Buttons = 3;

export function showsPreview(): boolean {
  return preferences.value.preview !== false;
}

/** `p` shows and hides the preview, which is kept for the person. */
function usePreviewKey(): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const field = event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
      if (event.key === 'p' && !field && !event.ctrlKey && !event.altKey && !event.metaKey && preferences.value.letterKeys !== false && !document.querySelector('dialog[open]')) {
        prefer({ preview: !showsPreview() });
      }
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}

/** The acts of a sale. */
export function SaleActs({ sale, full }: { sale: Sale; full: boolean }) {
  const { set } = useAddress();
  const acts = actsOf(sale);
  const button = (act: (typeof acts)[number], first: boolean) => (
    <Button key={act} kind={first ? 'primary' : act === 'cancel' || act === 'refund' ? 'danger' : 'plain'} onClick={() => set({ act }, true)}>
      {actLabel(act)}
    </Button>
  );
  const gone = sale.status === 'cancelled' || sale.credited === sale.total;
  return (
    <div class="acts">
      {acts.slice(0, Buttons).map((act, index) => button(act, index === 0))}
      <details class="menu">
        <summary class="button">{t('more')}</summary>
        <div>
          {acts.slice(Buttons).map((act) => button(act, false))}
          {may('createSale') && <a href={placed(`/sales/new?from=${sale.id}`)}>{t('again')}</a>}
          {may('createSale') && gone && sale.partnerId && <a href={placed(`/sales/new?from=${sale.id}&corrects=${sale.id}`)}>{t('correct')}</a>}
        </div>
      </details>
      <ApiButton route={`/sales/${sale.id}`} record={sale} />
      {full ? (
        <Button aria-pressed={showsPreview()} onClick={() => prefer({ preview: !showsPreview() })}>
          {t('preview')} <small>p</small>
        </Button>
      ) : (
        <a class="button" href={placed(`/sales/${sale.id}`)}>
          {t('open')}
        </a>
      )}
    </div>
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
      <History kind="sale" id={sale.id} currency={sale.currency} />
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
        <SaleActs sale={sale} full={full} />
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
