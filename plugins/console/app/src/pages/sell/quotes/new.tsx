import { useAddress } from '../../../data/address';
import { placed } from '../../../data/place';
import { texts } from '../../../i18n/texts';
import { money } from '../../../money/format';
import { DocumentForm } from '../../../parts/document/draft/document-form';
import { From } from '../../../parts/document/draft/source';
import { notify } from '../../../parts/notices';
import { Page } from '../../../shell/page';
import { quoteChanged } from './quote';

const t = texts({
  en: { title: 'New quote', save: 'Save the quote', saved: '{number} saved: {total}.' },
  fr: { title: 'Nouveau devis', save: 'Enregistrer le devis', saved: '{number} enregistré : {total}.' },
  de: { title: 'Neues Angebot', save: 'Angebot speichern', saved: '{number} gespeichert: {total}.' },
});

export default function NewQuote() {
  const { go } = useAddress();
  return (
    <Page title={t('title')}>
      <From>
        {({ initial, start }) => (
          <DocumentForm
            operation="createQuote"
            head={['date', 'validUntil', 'purchaseOrderRef']}
            more={['businessUnitId', 'currency', 'exchangeRate', 'pricesIncludeTax', 'discountPercent', 'discountAmount', 'locationId', 'externalId', 'note']}
            initial={initial}
            start={start}
            label={t('save')}
            anonymous={false}
            done={(quote) => {
              notify(t('saved', { number: quote.number, total: money(quote.total, quote.currency) }));
              void quoteChanged();
              go(placed(`/quotes/${quote.id}`));
            }}
          />
        )}
      </From>
    </Page>
  );
}
