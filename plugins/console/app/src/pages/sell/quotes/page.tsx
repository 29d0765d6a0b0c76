import { useAddress, withQuery } from '../../../data/address';
import { call, file, type Row } from '../../../data/call';
import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { useAnswer } from '../../../data/query';
import { dateText } from '../../../i18n/dates';
import { texts } from '../../../i18n/texts';
import { SidePanel } from '../../../parts/dialog';
import { download } from '../../../parts/download';
import type { BulkAct } from '../../../parts/list/bulk';
import { List } from '../../../parts/list/list';
import { Shown } from '../../../parts/states';
import { Page } from '../../../shell/page';
import { quoteChanged } from './quote';
import { expiryText } from './state-line';
import { QuoteView } from './view';

const t = texts({
  en: { title: 'Quotes', about: 'Offers to customers: what you would sell, at which price and until when.', create: 'New quote', customer: 'Customer', all: 'All', open: 'Open', agreed: 'To convert', ended: 'Not taken', send: 'Send', pdf: 'Download PDFs' },
  fr: { title: 'Devis', about: 'Offres aux clients : ce que vous vendriez, à quel prix et jusqu’à quand.', create: 'Nouveau devis', customer: 'Client', all: 'Tous', open: 'En cours', agreed: 'À convertir', ended: 'Sans suite', send: 'Envoyer', pdf: 'Télécharger les PDF' },
  de: { title: 'Angebote', about: 'Angebote an Kunden: was Sie verkaufen würden, zu welchem Preis und bis wann.', create: 'Neues Angebot', customer: 'Kunde', all: 'Alle', open: 'Offen', agreed: 'Umzuwandeln', ended: 'Nicht angenommen', send: 'Senden', pdf: 'PDF herunterladen' },
});

/** The tabs are filters by state. */
const Tabs = { all: undefined, open: 'open', agreed: 'accepted,signed,partially_converted', ended: 'declined,expired,cancelled' } as const;

function QuoteTabs() {
  const { path, query } = useAddress();
  const ids = Object.keys(Tabs) as (keyof typeof Tabs)[];
  return (
    <nav class="views" aria-label={t('title')}>
      {ids.map((id) => {
        const chosen = query['status'] === Tabs[id];
        return (
          <a key={id} class={chosen ? 'tab chosen' : 'tab'} aria-current={chosen ? 'true' : undefined} href={withQuery(path, { ...query, status: Tabs[id], open: undefined, act: undefined })}>
            {t(id)}
          </a>
        );
      })}
    </nav>
  );
}

type QuoteRow = Row<'listQuotes'>;

function bulkActs(): BulkAct<QuoteRow>[] {
  const send: BulkAct<QuoteRow> = {
    label: t('send'),
    only: (quote) => quote.status === 'open' && quote.partnerId !== null,
    run: (quote, key) => call('sendQuote', { path: { quoteId: quote.id }, body: {}, key }),
    done: () => void quoteChanged(),
  };
  const pdf: BulkAct<QuoteRow> = {
    label: t('pdf'),
    run: async (quote) => {
      const { name, content } = await file('getQuotePdf', { path: { quoteId: quote.id } });
      download(name, content);
    },
  };
  return [...(may('sendQuote') ? [send] : []), ...(may('getQuotePdf') ? [pdf] : [])];
}

function QuotePanel({ id, close, row }: { id: string; close: () => void; row: QuoteRow | undefined }) {
  const read = useAnswer('getQuote', { path: { quoteId: id } });
  const title = [row?.number ?? read.data?.number, row?.partner?.name ?? read.data?.partner?.name].filter(Boolean).join(' · ');
  return (
    <SidePanel title={title} close={close}>
      <Shown read={read} rows={8}>
        {(quote) => <QuoteView key={quote.id} quote={quote} full={false} />}
      </Shown>
    </SidePanel>
  );
}

export default function Quotes() {
  const { set } = useAddress();
  const create = may('createQuote') && (
    <a class="button primary" href={placed('/quotes/new')}>
      {t('create')}
    </a>
  );
  return (
    <Page title={t('title')} acts={create}>
      <QuoteTabs />
      <List
        operation="listQuotes"
        title={t('title')}
        columns={[
          'number',
          'date',
          { field: 'partner', label: t('customer') },
          'status',
          { field: 'validUntil', width: 176, show: (quote) => (quote.status === 'open' ? expiryText(quote.validUntil) : dateText(quote.validUntil)) },
          'total',
        ]}
        route={(quote) => `/quotes/${quote.id}`}
        panel={(id, _, quote) => <QuotePanel id={id} row={quote} close={() => set({ open: undefined, act: undefined })} />}
        bulk={bulkActs()}
        about={t('about')}
        act={create}
        curl={{ method: 'POST', route: '/quotes', body: { lines: [{ label: 'Coffee machine', quantity: 1, unitPrice: 120 }] } }}
      />
    </Page>
  );
}
