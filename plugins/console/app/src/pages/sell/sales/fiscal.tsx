import { may } from '../../../data/company';
import { useAnswer } from '../../../data/query';
import { instantText } from '../../../i18n/dates';
import { texts } from '../../../i18n/texts';
import { Badge, Copy, Section } from '../../../parts/controls';

const t = texts({
  en: { title: 'Submissions to authorities', next: 'Tried again {at}' },
  fr: { title: 'Transmissions aux administrations', next: 'Nouvel essai le {at}' },
  de: { title: 'Übermittlungen an Behörden', next: 'Neuer Versuch am {at}' },
});

/** What authorities said about a document; nothing while it was never submitted. */
export function Submissions({ kind, id }: { kind: 'sale' | 'credit_note'; id: string }) {
  const read = useAnswer('listSubmissions', may('listSubmissions') ? { path: { kind, id } } : null);
  if (!read.data?.length) {
    return null;
  }
  return (
    <Section title={t('title')}>
      <ul class="history">
        {read.data.map((one) => (
          <li key={one.id}>
            <strong>{one.regime}</strong> <Badge value={one.status} /> {instantText(one.answeredAt ?? one.submittedAt)}
            {one.reference && (
              <div>
                <span class="mono">{one.reference}</span> <Copy text={one.reference} />
              </div>
            )}
            {one.error && <p class="wrong">{[one.errorCode, one.error].filter(Boolean).join(' · ')}</p>}
            {one.nextAttemptAt && <small>{t('next', { at: instantText(one.nextAttemptAt) })}</small>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
