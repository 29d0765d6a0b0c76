import { useRoute } from 'preact-iso';
import { useAnswer } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { Shown } from '../../../parts/states';
import { Page } from '../../../shell/page';
import { QuoteView } from './view';

const t = texts({ en: { quote: 'Quote' }, fr: { quote: 'Devis' }, de: { quote: 'Angebot' } });

export default function QuoteRecord() {
  const { params } = useRoute();
  const read = useAnswer('getQuote', { path: { quoteId: params['id'] ?? '' } });
  return (
    <Page title={read.data ? [read.data.number, read.data.partner?.name].filter(Boolean).join(' · ') : t('quote')}>
      <Shown read={read} rows={10}>
        {(quote) => <QuoteView quote={quote} full />}
      </Shown>
    </Page>
  );
}
