import { useState } from 'preact/hooks';
import { call, newKey, type Row } from '../../../data/call';
import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { asProblem, type Problem } from '../../../data/problem';
import { changed } from '../../../data/query';
import { dateText } from '../../../i18n/dates';
import { fieldName } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { majorText } from '../../../money/format';
import { Button, Facts, Money } from '../../../parts/controls';
import { confirm } from '../../../parts/dialog';
import { ActForm } from '../../../parts/form/act-form';
import { notify } from '../../../parts/notices';
import { Failure } from '../../../parts/states';
import { durationText } from './week';

const t = texts({
  en: { save: 'Save the entry', saved: 'The entry is saved.', remove: 'Delete the entry', sure: 'The entry of {date}, {time}, is deleted. This cannot be undone.', removed: 'The entry is deleted.', billed: 'It is billed and cannot be changed.', sale: 'Open the invoice', time: 'Time' },
  fr: { save: 'Enregistrer la saisie', saved: 'La saisie est enregistrée.', remove: 'Supprimer la saisie', sure: 'La saisie du {date}, {time}, est supprimée. C’est définitif.', removed: 'La saisie est supprimée.', billed: 'Elle est facturée et ne peut plus être modifiée.', sale: 'Ouvrir la facture', time: 'Durée' },
  de: { save: 'Eintrag speichern', saved: 'Der Eintrag ist gespeichert.', remove: 'Eintrag löschen', sure: 'Der Eintrag vom {date}, {time}, wird gelöscht. Das lässt sich nicht rückgängig machen.', removed: 'Der Eintrag ist gelöscht.', billed: 'Er ist abgerechnet und kann nicht geändert werden.', sale: 'Rechnung öffnen', time: 'Dauer' },
});

type TimeEntry = Row<'listTimeEntries'>;

function refresh(): void {
  void changed('listTimeEntries', 'summarizeTimeEntries');
}

/** One entry: changed or deleted while it is not billed. */
export function EntryPanel({ entry, close, fields }: { entry: TimeEntry; close: () => void; fields: readonly string[] }) {
  const [key, setKey] = useState(newKey);
  const [problem, setProblem] = useState<Problem | null>(null);
  const remove = async () => {
    if (!(await confirm(t('sure', { date: dateText(entry.date), time: durationText(entry.minutes) }), t('remove')))) {
      return;
    }
    try {
      await call('deleteTimeEntry', { path: { id: entry.id }, key });
      notify(t('removed'));
      refresh();
      close();
    } catch (error) {
      const found = asProblem(error);
      setProblem(found);
      if (!found.uncertain) {
        setKey(newKey());
      }
    }
  };
  const facts = (
    <Facts
      rows={[
        [fieldName('date'), dateText(entry.date)],
        [t('time'), durationText(entry.minutes)],
        [fieldName('partner'), entry.partner?.name],
        [fieldName('person'), entry.person],
        [fieldName('amount'), <Money key="a" minor={entry.amount} currency={entry.currency} />],
        [fieldName('tags'), entry.tags.join(', ')],
      ]}
    />
  );
  if (entry.billed || !may('putTimeEntries')) {
    return (
      <>
        {facts}
        {entry.billed && <p>{t('billed')}</p>}
        {entry.saleId && may('getSale') && <a href={placed(`/sales/${entry.saleId}`)}>{t('sale')}</a>}
      </>
    );
  }
  const initial = {
    date: entry.date, minutes: String(entry.minutes), project: entry.project, partnerId: entry.partnerId, description: entry.description, person: entry.person,
    billable: entry.billable, hourlyRate: majorText(entry.hourlyRate, entry.currency),
  };
  return (
    <>
      <ActForm
        operation="putTimeEntries"
        only={fields}
        initial={initial}
        adjust={(body) => ({ ...body, id: entry.id, tags: entry.tags, ...(entry.startedAt ? { startedAt: entry.startedAt } : {}), ...(entry.externalId ? { externalId: entry.externalId } : {}), ...(entry.source ? { source: entry.source } : {}) })}
        label={t('save')}
        done={() => {
          notify(t('saved'));
          refresh();
        }}
      />
      {problem && <Failure problem={problem} />}
      <div class="acts">
        <Button kind="danger" onClick={remove}>{t('remove')}</Button>
      </div>
    </>
  );
}
