import { useEffect, useState } from 'preact/hooks';
import type { Answer } from '../../../data/call';
import { may } from '../../../data/company';
import { changed, useAnswer } from '../../../data/query';
import { dateText } from '../../../i18n/dates';
import { texts } from '../../../i18n/texts';
import { money } from '../../../money/format';
import { Badge, Code, Facts } from '../../../parts/controls';
import { ActForm } from '../../../parts/form/act-form';
import { notify } from '../../../parts/notices';
import { typedAmount } from './forms';
import { saleChanged, type Sale } from './sale';

const t = texts({
  en: { link: 'Make the link', linked: 'Send this address to the customer. It can be paid until {date}.', phone: 'Send to the phone', waiting: 'The customer confirms {amount} on {phone}.', archive: 'Archive {number}', archived: '{number} is archived with {provider}.' },
  fr: { link: 'Créer le lien', linked: 'Envoyez cette adresse au client. Elle est payable jusqu’au {date}.', phone: 'Envoyer au téléphone', waiting: 'Le client confirme {amount} sur {phone}.', archive: 'Archiver {number}', archived: '{number} est archivée chez {provider}.' },
  de: { link: 'Link erstellen', linked: 'Senden Sie diese Adresse dem Kunden. Sie kann bis {date} bezahlt werden.', phone: 'Auf das Telefon senden', waiting: 'Der Kunde bestätigt {amount} auf {phone}.', archive: '{number} archivieren', archived: '{number} ist bei {provider} archiviert.' },
});

interface Props {
  sale: Sale;
  close: () => void;
}

/** An address at which the balance can be paid. */
export function PaymentLink({ sale }: Props) {
  const [link, setLink] = useState<Answer<'createPaymentLink'> | null>(null);
  if (link) {
    return (
      <>
        <p>{t('linked', { date: dateText(link.expiresAt) })}</p>
        <Code text={link.url} />
      </>
    );
  }
  return (
    <ActForm
      operation="createPaymentLink"
      path={{ kind: 'sale', id: sale.id }}
      only={['amount', 'provider']}
      initial={{ amount: typedAmount(sale.balance, sale.currency) }}
      label={t('link')}
      done={(made) => {
        setLink(made);
        void saleChanged();
      }}
    />
  );
}

/** How often it is looked whether the customer has paid, in milliseconds. */
const Look = 3000;

/** Asks the customer's phone for the balance; the payment arrives on the sale. */
export function PushToPhone({ sale }: Props) {
  const [push, setPush] = useState<Answer<'pushToPhone'> | null>(null);
  const partner = useAnswer('getPartner', sale.partnerId && may('getPartner') ? { path: { partnerId: sale.partnerId } } : null);
  useEffect(() => {
    if (push?.status !== 'pending') {
      return;
    }
    const timer = setInterval(() => void changed('getSale'), Look);
    return () => clearInterval(timer);
  }, [push]);
  if (push) {
    return (
      <>
        <p>{t('waiting', { amount: money(push.amount, push.currency), phone: push.phone })}</p>
        <Facts rows={[['', <Badge value={push.status} />]]} />
        {push.url && <Code text={push.url} />}
      </>
    );
  }
  if (partner.loading && !partner.data) {
    return null;
  }
  return (
    <ActForm
      operation="pushToPhone"
      path={{ id: sale.id }}
      only={['phone', 'amount', 'provider']}
      initial={{ phone: partner.data?.phone ?? '', amount: typedAmount(sale.balance, sale.currency) }}
      label={t('phone')}
      done={setPush}
    />
  );
}

/** Stores a copy of the document with a provider. */
export function StoreCopy({ sale, close }: Props) {
  return (
    <ActForm
      operation="archiveDocument"
      path={{ kind: 'sale', id: sale.id }}
      only={['provider', 'folder']}
      label={t('archive', { number: sale.number })}
      done={(stored) => {
        notify(t('archived', { number: sale.number, provider: stored.provider }));
        void saleChanged();
        close();
      }}
    />
  );
}
