import { useAddress } from '../../../data/address';
import { may } from '../../../data/company';
import { changed } from '../../../data/query';
import { person } from '../../../data/session';
import { today } from '../../../i18n/dates';
import { texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';
import { Dialog, SidePanel } from '../../../parts/dialog';
import { ActForm } from '../../../parts/form/act-form';
import { List } from '../../../parts/list/list';
import { notify } from '../../../parts/notices';
import { Page } from '../../../shell/page';
import { EntryPanel } from './panel';
import { Unbilled } from './unbilled';
import { Week } from './week-view';
import { durationText } from './week';

const t = texts({
  en: { title: 'Time', week: 'Week', list: 'Entries', unbilled: 'To bill', add: 'New entry', about: 'Hours that were worked, by day, project and client; billed to clients when they are due.', added: 'The entry is saved.', time: 'Time' },
  fr: { title: 'Temps', week: 'Semaine', list: 'Saisies', unbilled: 'À facturer', add: 'Nouvelle saisie', about: 'Les heures travaillées, par jour, projet et client ; facturées aux clients le moment venu.', added: 'La saisie est enregistrée.', time: 'Durée' },
  de: { title: 'Zeit', week: 'Woche', list: 'Einträge', unbilled: 'Abzurechnen', add: 'Neuer Eintrag', about: 'Geleistete Stunden nach Tag, Projekt und Kunde; zu gegebener Zeit den Kunden berechnet.', added: 'Der Eintrag ist gespeichert.', time: 'Dauer' },
});

export const EntryFields = ['date', 'minutes', 'project', 'partnerId', 'description', 'person', 'billable', 'hourlyRate'] as const;

const Tabs = ['week', 'list', 'unbilled'] as const;

export default function Time() {
  const address = useAddress();
  const tab = Tabs.find((one) => one === address.query['view']) ?? 'week';
  const closeNew = () => address.set({ create: undefined });
  const add = may('putTimeEntries') && (
    <Button kind="primary" onClick={() => address.set({ create: '1', open: undefined })}>
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('title')} acts={add}>
      <nav class="views" aria-label={t('title')}>
        {Tabs.map((one) => (
          <a key={one} href={`?view=${one}`} class={one === tab ? 'tab chosen' : 'tab'} aria-current={one === tab ? 'page' : undefined}>
            {t(one)}
          </a>
        ))}
      </nav>
      {tab === 'week' && <Week />}
      {tab === 'unbilled' && <Unbilled />}
      {tab === 'list' && (
        <List
          operation="listTimeEntries"
          title={t('title')}
          columns={['date', 'project', 'partner', 'person', 'description', { field: 'minutes', label: t('time'), width: 80, show: (entry) => durationText(entry.minutes), text: (entry) => durationText(entry.minutes) }, 'amount', 'billed']}
          panel={(id, close, entry) => (
            <SidePanel title={entry?.project ?? entry?.description ?? id} close={close}>
              {entry && <EntryPanel key={`${entry.id}${entry.version}`} entry={entry} close={close} fields={EntryFields} />}
            </SidePanel>
          )}
          about={t('about')}
          act={add}
          curl={{ method: 'PUT', route: '/time-entries', body: { date: today(), minutes: 90, project: 'Workshop' } }}
        />
      )}
      {address.query['create'] && (
        <Dialog title={t('add')} close={closeNew}>
          <ActForm
            operation="putTimeEntries"
            only={EntryFields}
            initial={{ date: today(), person: person.value?.name ?? '', billable: true }}
            label={t('add')}
            done={() => {
              notify(t('added'));
              void changed('listTimeEntries', 'summarizeTimeEntries');
              closeNew();
            }}
          />
        </Dialog>
      )}
    </Page>
  );
}
