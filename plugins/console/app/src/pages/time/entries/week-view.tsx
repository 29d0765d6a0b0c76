import { useAddress } from '../../../data/address';
import { call } from '../../../data/call';
import { companyId } from '../../../data/place';
import { useRead } from '../../../data/query';
import { person } from '../../../data/session';
import { dateText, plusDays, today } from '../../../i18n/dates';
import { texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';
import { Shown } from '../../../parts/states';
import './page.css';
import { daysOf, mondayOf } from './week';
import { Grid, type TimeEntry } from './week-grid';

const t = texts({
  en: { before: 'Week before', after: 'Week after', now: 'This week', all: 'Everybody', who: 'Person', week: 'Week of {day}' },
  fr: { before: 'Semaine précédente', after: 'Semaine suivante', now: 'Cette semaine', all: 'Tout le monde', who: 'Personne', week: 'Semaine du {day}' },
  de: { before: 'Woche davor', after: 'Woche danach', now: 'Diese Woche', all: 'Alle', who: 'Person', week: 'Woche ab {day}' },
});

async function readWeek(query: Record<string, string>, signal: AbortSignal): Promise<TimeEntry[]> {
  const entries: TimeEntry[] = [];
  let cursor: string | undefined;
  do {
    const part = await call('listTimeEntries', { query: { ...query, limit: '200', ...(cursor ? { cursor } : {}) }, signal });
    entries.push(...part.data);
    cursor = part.hasMore ? part.nextCursor : undefined;
  } while (cursor);
  return entries;
}

/** The hours of a week: a row for each project, a column for each day. */
export function Week() {
  const address = useAddress();
  const monday = mondayOf(address.query['week'] ?? today());
  const who = address.query['person'] ?? '';
  const days = daysOf(monday);
  const query = { from: monday, to: days[6]!, ...(who ? { person: who } : {}) };
  const read = useRead(['listTimeEntries', companyId.value, 'week', query], (signal) => readWeek(query, signal));
  const people = [...new Set([who, person.value?.name ?? '', ...(read.data ?? []).map((one) => one.person ?? '')])].filter(Boolean).sort();
  return (
    <>
      <div class="acts">
        <Button aria-label={t('before')} onClick={() => address.set({ week: plusDays(monday, -7) })}>←</Button>
        <Button onClick={() => address.set({ week: undefined })}>{t('now')}</Button>
        <Button aria-label={t('after')} onClick={() => address.set({ week: plusDays(monday, 7) })}>→</Button>
        <strong>{t('week', { day: dateText(monday) })}</strong>
        <label class="week-who">
          {t('who')}{' '}
          <select value={who} onChange={(event) => address.set({ person: event.currentTarget.value || undefined })}>
            <option value="">{t('all')}</option>
            {people.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </div>
      <Shown read={read} rows={6}>{(entries) => <Grid key={monday + who} entries={entries} days={days} who={who} />}</Shown>
    </>
  );
}
