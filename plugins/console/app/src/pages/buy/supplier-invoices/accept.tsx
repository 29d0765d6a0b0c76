import { useMemo, useState } from 'preact/hooks';
import { call, newKey, type Body } from '../../../data/call';
import { may } from '../../../data/company';
import { bodySchema, type Schema } from '../../../data/contract';
import { asProblem, type Problem } from '../../../data/problem';
import { changed, useAnswer } from '../../../data/query';
import { dateText } from '../../../i18n/dates';
import { texts } from '../../../i18n/texts';
import { money } from '../../../money/format';
import { inDirection, useCategories, withCategories } from '../../../parts/categories';
import { Button } from '../../../parts/controls';
import { ActForm } from '../../../parts/form/act-form';
import { useForm } from '../../../parts/form/form';
import { notify } from '../../../parts/notices';
import { Failure } from '../../../parts/states';
import type { Invoice } from './panel';
import { supplierOf } from './supplier';

const t = texts({
  en: { purchase: 'Make a purchase of {number}', expense: 'Make an expense of {number}', bought: '{number} is now a purchase.', spent: '{number} is now an expense.', create: 'Create the supplier {name}', match: 'Without an order a new purchase is made.' },
  fr: { purchase: 'Faire un achat de {number}', expense: 'Faire une dépense de {number}', bought: '{number} est maintenant un achat.', spent: '{number} est maintenant une dépense.', create: 'Créer le fournisseur {name}', match: 'Sans commande, un nouvel achat est créé.' },
  de: { purchase: 'Einkauf aus {number} machen', expense: 'Ausgabe aus {number} machen', bought: '{number} ist nun ein Einkauf.', spent: '{number} ist nun eine Ausgabe.', create: 'Lieferanten {name} anlegen', match: 'Ohne Bestellung entsteht ein neuer Einkauf.' },
});

const Fields = { purchase: ['partnerId', 'purchaseId', 'date'], expense: ['category', 'walletId', 'partnerId', 'date'] } as const;

/** The orders of a supplier that an invoice can belong to, as choices of a field. */
function withOrders(schema: Schema, orders: readonly { id: string; label: string }[]): Schema {
  return { ...schema, required: [], properties: { ...schema.properties, purchaseId: { type: 'string', oneOf: orders.map((one) => ({ const: one.id, title: one.label })) } } };
}

/** Makes a purchase or an expense of a received invoice. */
export function Accept({ invoice, as, done }: { invoice: Invoice; as: 'purchase' | 'expense'; done: () => void }) {
  const form = useForm({ ...(invoice.partnerId ? { partnerId: invoice.partnerId } : {}), ...(invoice.purchaseId ? { purchaseId: invoice.purchaseId } : {}) });
  const partnerId = String(form.value('partnerId') ?? '');
  const orders = useAnswer('listPurchases', as === 'purchase' && partnerId && may('listPurchases') ? { query: { partnerId, status: 'ordered', size: '50', page: '1', sort: '-date' } } : null);
  const choices = ((orders.data as { data: Order[] } | undefined)?.data ?? []).map((one) => ({ id: one.id, label: `${one.number} · ${dateText(one.date)} · ${money(one.total, one.currency)}` }));
  const categories = inDirection(useCategories(), 'out');
  const schema = withCategories(withOrders(bodySchema('acceptSupplierInvoice'), choices), categories);
  return (
    <>
      {!partnerId && may('createPartner') && <CreateSupplier invoice={invoice} made={(id) => form.set('partnerId', id)} />}
      {as === 'purchase' && <p class="small">{t('match')}</p>}
      <ActForm
        operation="acceptSupplierInvoice"
        path={{ supplierInvoiceId: invoice.id }}
        form={form}
        schema={schema}
        only={Fields[as]}
        adjust={(body) => ({ ...body, as })}
        label={t(as, { number: invoice.number })}
        done={() => {
          void changed('listSupplierInvoices', 'getSupplierInvoice', 'listPurchases', 'listExpenses', 'getPartner');
          notify(t(as === 'purchase' ? 'bought' : 'spent', { number: invoice.number }));
          done();
        }}
      />
    </>
  );
}

interface Order {
  id: string;
  number: string;
  date: string;
  total: number;
  currency: string;
}

/** The seller of an invoice becomes a partner, with what the invoice says of it. */
function CreateSupplier({ invoice, made }: { invoice: Invoice; made: (id: string) => void }) {
  const key = useMemo(newKey, []);
  const [problem, setProblem] = useState<Problem | null>(null);
  const create = async () => {
    setProblem(null);
    try {
      const partner = await call('createPartner', { body: supplierOf(invoice.seller) as Body<'createPartner'>, key });
      void changed('listPartners');
      made(partner.id);
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  return (
    <>
      <div>
        <Button onClick={create}>{t('create', { name: invoice.seller.name })}</Button>
      </div>
      {problem && <Failure problem={problem} />}
    </>
  );
}
