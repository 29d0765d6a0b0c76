import { useState } from 'preact/hooks';
import { useAddress } from '../../../data/address';
import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { bodySchema } from '../../../data/contract';
import { texts } from '../../../i18n/texts';
import { money } from '../../../money/format';
import { DocumentForm } from '../../../parts/document/draft/document-form';
import { From } from '../../../parts/document/draft/source';
import { Fields } from '../../../parts/form/fields';
import { notify } from '../../../parts/notices';
import { Page } from '../../../shell/page';
import { saleChanged } from './sale';

const t = texts({
  en: { title: 'New sale', save: 'Save the sale', payment: 'Payment', collect: 'To collect', paid: 'Paid', saved: '{number} saved: {total}.' },
  fr: { title: 'Nouvelle vente', save: 'Enregistrer la vente', payment: 'Paiement', collect: 'À encaisser', paid: 'Payée', saved: '{number} enregistrée : {total}.' },
  de: { title: 'Neuer Verkauf', save: 'Verkauf speichern', payment: 'Zahlung', collect: 'Zu kassieren', paid: 'Bezahlt', saved: '{number} gespeichert: {total}.' },
});

const More = ['businessUnitId', 'currency', 'exchangeRate', 'pricesIncludeTax', 'discountPercent', 'discountAmount', 'deliverLater', 'locationId', 'prepayment', 'externalId', 'note'];

export default function NewSale() {
  const { query, go } = useAddress();
  const [paid, setPaid] = useState(false);
  const corrects = query['corrects'];
  return (
    <Page title={t('title')}>
      <From>
        {({ initial, start }) => (
          <DocumentForm
            operation="createSale"
            head={['date', 'dueDate', 'purchaseOrderRef']}
            more={More}
            initial={{ ...initial, paidInFull: false }}
            start={start}
            label={t('save')}
            anonymous
            adjust={({ walletId, method, ...body }) => ({
              ...body,
              ...(paid ? { paidInFull: true, walletId, method } : { paidInFull: false }),
              ...(corrects ? { correctsSaleId: corrects } : {}),
            })}
            payment={(form) => (
              <>
                <fieldset class="choice">
                  <legend>{t('payment')}</legend>
                  {[false, true].map((one) => (
                    <label key={String(one)}>
                      <input
                        type="radio"
                        name="paid"
                        checked={paid === one}
                        onChange={() => {
                          setPaid(one);
                          form.set('paidInFull', one);
                        }}
                      />{' '}
                      {t(one ? 'paid' : 'collect')}
                    </label>
                  ))}
                </fieldset>
                {paid && (
                  <div class="across">
                    <Fields form={form} schema={bodySchema('createSale')} only={may('listWallets') ? ['walletId', 'method'] : ['method']} />
                  </div>
                )}
              </>
            )}
            done={(sale) => {
              notify(t('saved', { number: sale.number, total: money(sale.total, sale.currency) }));
              void saleChanged();
              go(placed(`/sales/${sale.id}`));
            }}
          />
        )}
      </From>
    </Page>
  );
}
