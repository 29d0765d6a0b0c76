import { useState } from 'preact/hooks';
import { call, newKey, type Row } from '../../../data/call';
import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { asProblem } from '../../../data/problem';
import { changed, useAnswer } from '../../../data/query';
import { instantText } from '../../../i18n/dates';
import { sentence, word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Badge, Button, Section } from '../../../parts/controls';
import { Dialog } from '../../../parts/dialog';
import { ActForm } from '../../../parts/form/act-form';
import { useForm } from '../../../parts/form/form';
import { notify } from '../../../parts/notices';
import { Shown } from '../../../parts/states';

const t = texts({
  en: {
    title: 'Documents to look at', none: 'No invoice is refused, held or waiting.', held: 'Nobody knows whether this arrived. Ask the authority, then say what became of it.', resolve: 'Say what became of it', again: 'Submit again', sent: '{number} is submitted again.', decided: 'The decision about {number} is recorded.',
    why: 'Reason', document: 'Document', state: 'State', next: 'Next attempt {at}', accepted: 'It was accepted', rejected: 'It was refused', resend: 'It did not arrive: send it again', reference: 'Reference of the authority', error: 'Reason of the refusal', outcome: 'Outcome',
  },
  fr: {
    title: 'Documents à regarder', none: 'Aucune facture n’est refusée, retenue ou en attente.', held: 'Personne ne sait si l’envoi est arrivé. Demandez à l’administration, puis dites ce qu’il est devenu.', resolve: 'Dire ce qu’il est devenu', again: 'Renvoyer', sent: '{number} est renvoyé.', decided: 'La décision sur {number} est enregistrée.',
    why: 'Motif', document: 'Document', state: 'État', next: 'Prochaine tentative {at}', accepted: 'Il a été accepté', rejected: 'Il a été refusé', resend: 'Il n’est pas arrivé : le renvoyer', reference: 'Référence de l’administration', error: 'Motif du refus', outcome: 'Issue',
  },
  de: {
    title: 'Zu prüfende Belege', none: 'Keine Rechnung ist abgelehnt, zurückgehalten oder wartet.', held: 'Niemand weiß, ob das ankam. Fragen Sie die Behörde und sagen Sie dann, was daraus wurde.', resolve: 'Ergebnis angeben', again: 'Erneut übermitteln', sent: '{number} wird erneut übermittelt.', decided: 'Die Entscheidung über {number} ist vermerkt.',
    why: 'Grund', document: 'Beleg', state: 'Zustand', next: 'Nächster Versuch {at}', accepted: 'Wurde angenommen', rejected: 'Wurde abgelehnt', resend: 'Kam nicht an: erneut senden', reference: 'Aktenzeichen der Behörde', error: 'Grund der Ablehnung', outcome: 'Ergebnis',
  },
});

type Submission = Row<'listSubmissions'>;

/** Invoices looked at: each is one more request. */
const Most = '50';

/** Invoices that a regime has refused, holds, or has not answered yet; `regime` limits to one. */
export function Attention({ regime }: { regime?: string }) {
  if (!may('listSales') || !may('listSubmissions')) {
    return null;
  }
  return <Documents {...(regime ? { regime } : {})} />;
}

function Documents({ regime }: { regime?: string }) {
  const sales = useAnswer('listSales', { query: { fiscalStatus: 'rejected,pending', limit: Most } });
  return (
    <Section title={t('title')}>
      <Shown read={sales}>
        {(rows) => {
          const list = rows as { id: string }[];
          return list.length === 0 ? <p>{t('none')}</p> : <ul class="fields">{list.map((sale) => <Submissions key={sale.id} id={sale.id} {...(regime ? { regime } : {})} />)}</ul>;
        }}
      </Shown>
    </Section>
  );
}

/** The newest submission of each regime for one invoice, unless all is well. */
function Submissions({ id, regime }: { id: string; regime?: string }) {
  const read = useAnswer('listSubmissions', { path: { kind: 'sale', id } });
  const newest = (read.data ?? []).filter((one, index, all) => all.findIndex((other) => other.regime === one.regime) === index);
  return (
    <>
      {newest
        .filter((one) => one.status !== 'accepted' && (!regime || one.regime === regime))
        .map((one) => (
          <Item key={one.id} submission={one} />
        ))}
    </>
  );
}

function Item({ submission }: { submission: Submission }) {
  const [deciding, setDeciding] = useState(false);
  const [intent, setIntent] = useState(newKey);
  const number = submission.documentNumber ?? submission.documentId;
  const refresh = () => void changed('listSales', 'listSubmissions', 'readFiscal');
  const again = async () => {
    try {
      await call('submitSale', { path: { saleId: submission.documentId }, body: { regime: submission.regime }, key: intent });
      notify(t('sent', { number }));
    } catch (error) {
      notify(sentence(asProblem(error)), { failed: true });
    }
    setIntent(newKey());
    refresh();
  };
  return (
    <li class="notice">
      <div class="acts">
        <a href={placed(`/sales/${submission.documentId}`)}>{number}</a>
        <Badge value={submission.status} />
        <span class="small">{submission.regime}</span>
        <span class="small">{submission.nextAttemptAt ? t('next', { at: instantText(submission.nextAttemptAt) }) : instantText(submission.answeredAt)}</span>
        <span class="space" />
        {may('submitSale') && (submission.status === 'rejected' || submission.status === 'failed') && <Button onClick={again}>{t('again')}</Button>}
        {may('resolveSubmission') && submission.status === 'held' && <Button onClick={() => setDeciding(true)}>{t('resolve')}</Button>}
      </div>
      {(submission.error || submission.errorCode) && (
        <p>
          {submission.error} {submission.errorCode && <code>{submission.errorCode}</code>}
        </p>
      )}
      {submission.status === 'held' && <p>{t('held')}</p>}
      {submission.statuses.map((one) => (
        <p key={one.at + one.code} class="small">
          {instantText(one.at)} · {word(one.direction)} · {one.code} {one.label}
        </p>
      ))}
      {deciding && (
        <Resolve
          submission={submission}
          close={() => setDeciding(false)}
          done={() => {
            notify(t('decided', { number }));
            setDeciding(false);
            refresh();
          }}
        />
      )}
    </li>
  );
}

function Resolve({ submission, close, done }: { submission: Submission; close: () => void; done: () => void }) {
  const form = useForm({ outcome: 'accepted' });
  const outcome = form.value('outcome');
  const number = submission.documentNumber ?? submission.documentId;
  return (
    <Dialog title={`${t('resolve')}: ${number}`} close={close}>
      <ActForm operation="resolveSubmission" path={{ submissionId: submission.id }} form={form} only={outcome === 'accepted' ? ['reference'] : outcome === 'rejected' ? ['error'] : []} label={t('resolve')} danger done={done}>
        <fieldset>
          <legend>{t('outcome')}</legend>
          {(['accepted', 'rejected', 'resend'] as const).map((one) => (
            <label key={one} class="option">
              <input type="radio" name="outcome" checked={outcome === one} onChange={() => form.set('outcome', one)} />
              {t(one)}
            </label>
          ))}
        </fieldset>
      </ActForm>
    </Dialog>
  );
}
