import type { Answer } from '../../../data/call';
import { texts } from '../../../i18n/texts';
import type { Form } from '../../../parts/form/draft';
import { Field } from '../../../parts/form/fields';
import { ActForm } from '../../../parts/form/act-form';
import { TypePicker } from './types';
import './webhooks.css';

const t = texts({
  en: { url: 'Address', description: 'Description', private: 'Addresses of private networks are refused, and so is everything but https.', https: 'The address must begin with https://' },
  fr: { url: 'Adresse', description: 'Description', private: 'Les adresses de réseaux privés sont refusées, comme tout ce qui n’est pas https.', https: 'L’adresse doit commencer par https://' },
  de: { url: 'Adresse', description: 'Beschreibung', private: 'Adressen privater Netze werden abgelehnt, ebenso alles außer https.', https: 'Die Adresse muss mit https:// beginnen' },
});

interface Props {
  operation: 'createWebhook' | 'updateWebhook';
  form: Form;
  label: string;
  done: (webhook: Answer<'readWebhook'>) => void;
  path?: Record<string, string>;
  version?: number;
}

/** An address may be long, and is still one line. */
const Address = { type: 'string', format: 'uri' };

/** Where to send, and what. */
export function WebhookForm({ operation, form, label, done, path, version }: Props) {
  const url = String(form.value('url') ?? '');
  const plain = url.length > 8 && !url.startsWith('https://');
  const refused = form.problem.value?.code === 'webhook-url';
  return (
    <ActForm operation={operation} form={form} only={[]} label={label} done={done} {...(path ? { path } : {})} {...(version === undefined ? {} : { version })}>
      <Field form={form} path="url" schema={Address} label={t('url')} required />
      {(refused || plain) && <p class="wrong">{refused ? t('private') : t('https')}</p>}
      <Field form={form} path="description" schema={{ type: 'string' }} label={t('description')} />
      <TypePicker value={(form.value('events') as string[] | undefined) ?? []} set={(events) => form.set('events', events)} wrong={form.wrong.value['events']} />
    </ActForm>
  );
}
