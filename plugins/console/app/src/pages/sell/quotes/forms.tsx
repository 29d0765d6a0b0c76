import { useState } from 'preact/hooks';
import type { Answer, OperationId } from '../../../data/call';
import { may } from '../../../data/company';
import { useAnswer } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { Badge, Code } from '../../../parts/controls';
import { confirm } from '../../../parts/dialog';
import { Refusal } from '../../../parts/form/draft';
import { ActForm, type ActFormProps } from '../../../parts/form/act-form';
import { notify } from '../../../parts/notices';
import { quoteChanged, type Quote } from './quote';

const t = texts({
  en: {
    send: 'Send {number}', sent: '{number} goes to {to}.', accept: 'Accept {number}', accepted: '{number} is accepted.', decline: 'Decline {number}', declined: '{number} is declined.',
    cancel: 'Cancel {number}', cancelled: '{number} is cancelled.', sure: 'This cannot be undone.', sign: 'Ask for the signature', asked: 'The signers were asked by {provider}.', save: 'Save', saved: 'Saved.', archive: 'Archive {number}', archived: '{number} is archived with {provider}.',
  },
  fr: {
    send: 'Envoyer {number}', sent: '{number} part vers {to}.', accept: 'Accepter {number}', accepted: '{number} est accepté.', decline: 'Refuser {number}', declined: '{number} est refusé.',
    cancel: 'Annuler {number}', cancelled: '{number} est annulé.', sure: 'C’est irréversible.', sign: 'Demander la signature', asked: 'Les signataires sont sollicités par {provider}.', save: 'Enregistrer', saved: 'Enregistré.', archive: 'Archiver {number}', archived: '{number} est archivé chez {provider}.',
  },
  de: {
    send: '{number} senden', sent: '{number} geht an {to}.', accept: '{number} annehmen', accepted: '{number} ist angenommen.', decline: '{number} ablehnen', declined: '{number} ist abgelehnt.',
    cancel: '{number} stornieren', cancelled: '{number} ist storniert.', sure: 'Das lässt sich nicht rückgängig machen.', sign: 'Unterschrift anfordern', asked: 'Die Unterzeichner wurden über {provider} gebeten.', save: 'Speichern', saved: 'Gespeichert.', archive: '{number} archivieren', archived: '{number} ist bei {provider} archiviert.',
  },
});

interface Props {
  quote: Quote;
  close: () => void;
}

type Simple<Op extends OperationId> = Omit<ActFormProps<Op>, 'path' | 'done'> & Props & { told: (answer: Answer<Op>) => string };

/** The form of an act that ends with a sentence. */
function QuoteForm<Op extends OperationId>({ quote, close, told, ...form }: Simple<Op>) {
  const props = {
    ...form,
    path: { quoteId: quote.id },
    done: (answer: Answer<Op>) => {
      notify(told(answer));
      void quoteChanged();
      close();
    },
  } as unknown as ActFormProps<Op>;
  return <ActForm<Op> {...props} />;
}

export function Send({ quote, close }: Props) {
  const partner = useAnswer('getPartner', quote.partnerId && may('getPartner') ? { path: { partnerId: quote.partnerId } } : null);
  if (partner.loading && !partner.data) {
    return null;
  }
  const { number } = quote;
  return <QuoteForm operation="sendQuote" quote={quote} close={close} initial={{ to: partner.data?.email ?? '' }} label={t('send', { number })} told={({ to }) => t('sent', { number, to })} />;
}

export function Accept({ quote, close }: Props) {
  const { number } = quote;
  return <QuoteForm operation="acceptQuote" quote={quote} close={close} only={['note']} label={t('accept', { number })} told={() => t('accepted', { number })} />;
}

export function Decline({ quote, close }: Props) {
  const { number } = quote;
  const label = t('decline', { number });
  return <QuoteForm operation="declineQuote" quote={quote} close={close} label={label} danger before={() => confirm(t('sure'), label)} told={() => t('declined', { number })} />;
}

export function Cancel({ quote, close }: Props) {
  const { number } = quote;
  const label = t('cancel', { number });
  return <QuoteForm operation="cancelQuote" quote={quote} close={close} label={label} danger before={() => confirm(t('sure'), label)} told={() => t('cancelled', { number })} />;
}

const Editable = ['validUntil', 'purchaseOrderRef', 'externalId', 'note'] as const;

export function Edit({ quote, close }: Props) {
  const initial = Object.fromEntries(Editable.map((name) => [name, quote[name] ?? '']));
  return (
    <QuoteForm
      operation="updateQuote"
      quote={quote}
      close={close}
      version={quote.version}
      only={Editable}
      initial={initial}
      // What was emptied is cleared; what was not touched is not sent.
      adjust={(body) => {
        const changes = Object.fromEntries(Editable.filter((name) => (body[name] ?? '') !== initial[name]).map((name) => [name, body[name] ?? null]));
        if (Object.keys(changes).length === 0) {
          throw new Refusal({});
        }
        return changes;
      }}
      label={t('save')}
      told={() => t('saved')}
    />
  );
}

/** Asks persons to sign the quote with a provider of signatures. */
export function Sign({ quote }: Props) {
  const [request, setRequest] = useState<Answer<'requestSignature'> | null>(null);
  const partner = useAnswer('getPartner', quote.partnerId && may('getPartner') ? { path: { partnerId: quote.partnerId } } : null);
  if (request) {
    return (
      <>
        <p>
          <Badge value={request.status} /> {t('asked', { provider: request.provider })}
        </p>
        {request.url && <Code text={request.url} />}
      </>
    );
  }
  if (partner.loading && !partner.data) {
    return null;
  }
  return (
    <ActForm
      operation="requestSignature"
      path={{ kind: 'quote', id: quote.id }}
      only={['signers', 'message', 'provider']}
      initial={{ signers: [{ name: quote.partner?.name ?? '', email: partner.data?.email ?? '' }] }}
      label={t('sign')}
      done={(made) => {
        setRequest(made);
        void quoteChanged();
      }}
    />
  );
}

/** Stores a copy of the quote with a provider. */
export function StoreCopy({ quote, close }: Props) {
  const { number } = quote;
  return (
    <ActForm
      operation="archiveDocument"
      path={{ kind: 'quote', id: quote.id }}
      only={['provider', 'folder']}
      label={t('archive', { number })}
      done={({ provider }) => {
        notify(t('archived', { number, provider }));
        void quoteChanged();
        close();
      }}
    />
  );
}
