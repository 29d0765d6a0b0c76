import { useState } from 'preact/hooks';
import { may } from '../../../data/company';
import { changed } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { Dialog } from '../../dialog';
import type { Form } from '../../form/draft';
import { ActForm } from '../../form/act-form';
import { Lookup } from '../../lookup';

const t = texts({
  en: { customer: 'Customer', none: 'Without a customer, a sale paid at once is a ticket.', create: 'New customer', save: 'Create {name}' },
  fr: { customer: 'Client', none: 'Sans client, une vente payée aussitôt est un ticket.', create: 'Nouveau client', save: 'Créer {name}' },
  de: { customer: 'Kunde', none: 'Ohne Kunden ist ein sofort bezahlter Verkauf ein Kassenbeleg.', create: 'Neuer Kunde', save: '{name} anlegen' },
});

/** The customer of a document: looked up, or created without leaving the page. */
export function Customer({ form, optional }: { form: Form; optional: boolean }) {
  const [creating, setCreating] = useState<string | null>(null);
  const wrong = form.wrong.value['partnerId'];
  const value = String(form.value('partnerId') ?? '');
  return (
    <div class="field">
      <label for="customer">{t('customer')}</label>
      <Lookup
        id="customer"
        kind="par"
        value={value}
        set={(id) => form.set('partnerId', id ?? undefined)}
        label={t('customer')}
        invalid={Boolean(wrong)}
        describedBy="customer-help"
        {...(may('createPartner') ? { free: setCreating } : {})}
      />
      <p id="customer-help" class={wrong ? 'wrong' : 'help'}>
        {wrong ?? (optional && !value ? t('none') : '')}
      </p>
      {creating !== null && (
        <Dialog title={t('create')} close={() => setCreating(null)}>
          <ActForm
            operation="createPartner"
            only={['name', 'country', 'vatNumber', 'email']}
            initial={{ name: creating }}
            label={t('save', { name: creating })}
            done={(partner) => {
              form.set('partnerId', partner.id);
              setCreating(null);
              void changed('listPartners');
            }}
          />
        </Dialog>
      )}
    </div>
  );
}
