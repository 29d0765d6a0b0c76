import { useMemo, useState } from 'preact/hooks';
import { useAddress } from '../../../data/address';
import { call, newKey, type Answer } from '../../../data/call';
import { company, may } from '../../../data/company';
import { placed } from '../../../data/place';
import { asProblem } from '../../../data/problem';
import { changed } from '../../../data/query';
import { today } from '../../../i18n/dates';
import { sentence } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { money } from '../../../money/format';
import { Button } from '../../../parts/controls';
import { Dialog } from '../../../parts/dialog';
import { base64 } from '../../../parts/document/base64';
import { bodyOf } from '../../../parts/form/body';
import { Fields } from '../../../parts/form/fields';
import { ActForm } from '../../../parts/form/act-form';
import { useForm } from '../../../parts/form/form';
import { withoutLines } from '../../../parts/form/without';
import { Grid, lineBodies, useLines } from '../../../parts/grid/grid';
import { notify } from '../../../parts/notices';
import { Page } from '../../../shell/page';
import { Beside } from './beside';
import { lineColumns } from './columns';
import { purchaseChanged } from './purchase';
import './new.css';

const t = texts({
  en: { title: 'New purchase', save: 'Save the purchase', lines: 'Lines', supplier: 'New supplier', created: '{name} is created.', received: 'It has come already', paid: 'It is paid already', more: 'More', saved: '{number} is saved: {total}.', attached: 'The document could not be attached: {why}' },
  fr: { title: 'Nouvel achat', save: 'Enregistrer l’achat', lines: 'Lignes', supplier: 'Nouveau fournisseur', created: '{name} est créé.', received: 'C’est déjà arrivé', paid: 'C’est déjà payé', more: 'Plus', saved: '{number} est enregistré : {total}.', attached: 'La pièce n’a pas pu être jointe : {why}' },
  de: { title: 'Neuer Einkauf', save: 'Einkauf speichern', lines: 'Positionen', supplier: 'Neuer Lieferant', created: '{name} ist angelegt.', received: 'Ist schon gekommen', paid: 'Ist schon bezahlt', more: 'Mehr', saved: '{number} ist gespeichert: {total}.', attached: 'Der Beleg konnte nicht angehängt werden: {why}' },
});

const Head = ['partnerId', 'supplierReference', 'date', 'dueDate', 'expectedAt'] as const;
const More = ['businessUnitId', 'currency', 'exchangeRate', 'pricesIncludeTax', 'discountPercent', 'discountAmount', 'note'] as const;

/** Keeps the document of the supplier with the purchase. The purchase stays when that fails. */
async function attach(purchase: Answer<'createPurchase'>, document: File): Promise<void> {
  try {
    const content = base64(new Uint8Array(await document.arrayBuffer()));
    await call('addAttachment', { body: { kind: 'purchase', documentId: purchase.id, fileName: document.name, contentType: document.type === 'text/xml' ? 'application/xml' : document.type, content }, key: newKey() });
  } catch (error) {
    notify(t('attached', { why: sentence(asProblem(error)) }), { failed: true });
  }
}

function NewSupplier({ close, made }: { close: () => void; made: (id: string) => void }) {
  return (
    <Dialog title={t('supplier')} close={close}>
      <ActForm
        operation="createPartner"
        only={['name', 'email', 'country', 'vatNumber', 'paymentTermsDays']}
        initial={{ kind: 'supplier', company: true }}
        label={t('supplier')}
        done={(partner) => {
          void changed('listPartners');
          notify(t('created', { name: partner.name }));
          made(partner.id);
          close();
        }}
      />
    </Dialog>
  );
}

export default function NewPurchase() {
  const { query, go } = useAddress();
  const form = useForm({ date: today(), ...(query['partnerId'] ? { partnerId: query['partnerId'] } : {}) });
  const [document, setDocument] = useState<File | null>(null);
  const [creating, setCreating] = useState(false);
  const schema = useMemo(() => withoutLines('createPurchase'), []);
  const currency = String(form.value('currency') || company.value?.currency || 'EUR');
  const lines = useLines(lineColumns(currency));
  const body = () => adjusted(bodyOf(schema, form.draft.value));
  const adjusted = (head: Record<string, unknown>) => ({ ...head, lines: lineBodies(lines) });
  const text = JSON.stringify([form.draft.value, lines.all.value.map((line) => [line.item?.id, line.cells])]);
  const done = async (purchase: Answer<'createPurchase'>) => {
    lines.touched.value = false;
    if (document) {
      await attach(purchase, document);
    }
    notify(t('saved', { number: purchase.number, total: money(purchase.total, purchase.currency) }));
    void purchaseChanged();
    go(placed(`/purchases/${purchase.id}`));
  };
  return (
    <Page title={t('title')}>
      <div class="purchase-draft">
        <div>
          <ActForm operation="createPurchase" form={form} schema={schema} only={Head} adjust={adjusted} label={t('save')} done={(purchase) => void done(purchase)}>
            {may('createPartner') && (
              <div class="acts">
                <Button kind="quiet" onClick={() => setCreating(true)}>
                  + {t('supplier')}
                </Button>
              </div>
            )}
            <Grid lines={lines} label={t('lines')} wrong={form.wrong.value} />
            <div class="choices-row">
              <label class="field flag">
                {t('received')}
                <input type="checkbox" checked={Boolean(form.value('receiveNow'))} onChange={(event) => form.set('receiveNow', event.currentTarget.checked)} />
              </label>
              {Boolean(form.value('receiveNow')) && <Fields form={form} schema={schema} only={['locationId']} />}
            </div>
            {may('createPurchasePayment') && (
              <div class="choices-row">
                <label class="field flag">
                  {t('paid')}
                  <input type="checkbox" checked={Boolean(form.value('paidInFull'))} onChange={(event) => form.set('paidInFull', event.currentTarget.checked)} />
                </label>
                {Boolean(form.value('paidInFull')) && <Fields form={form} schema={schema} only={['walletId', 'method']} />}
              </div>
            )}
            <details>
              <summary>{t('more')}</summary>
              <Fields form={form} schema={schema} only={More} />
            </details>
          </ActForm>
        </div>
        <aside>
          <Beside text={text} body={() => (form.value('partnerId') && lines.filled.length > 0 ? body() : null)} document={document} choose={setDocument} />
        </aside>
      </div>
      {creating && <NewSupplier close={() => setCreating(false)} made={(id) => form.set('partnerId', id)} />}
    </Page>
  );
}
