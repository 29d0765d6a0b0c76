import { useAnswer } from '../../../data/query';
import { language, texts } from '../../../i18n/texts';
import { Shown } from '../../../parts/states';
import { families, matching, withPattern } from './catalogue';

const t = texts({
  en: { all: 'All events, also those that come with later versions', legend: 'Events', count: { one: '{n} type of {all} is sent', other: '{n} types of {all} are sent' }, reserved: 'not sent yet', list: 'Catalogue of events' },
  fr: { all: 'Tous les événements, aussi ceux des versions à venir', legend: 'Événements', count: { one: '{n} type sur {all} est envoyé', other: '{n} types sur {all} sont envoyés' }, reserved: 'pas encore envoyé', list: 'Catalogue des événements' },
  de: { all: 'Alle Ereignisse, auch die späterer Versionen', legend: 'Ereignisse', count: { one: '{n} Art von {all} wird gesendet', other: '{n} Arten von {all} werden gesendet' }, reserved: 'noch nicht gesendet', list: 'Verzeichnis der Ereignisse' },
});

interface Props {
  value: readonly string[];
  set: (patterns: string[]) => void;
  wrong?: string | undefined;
}

/** Chooses the events that are sent: everything, whole families, or single types. */
export function TypePicker({ value, set, wrong }: Props) {
  const catalogue = useAnswer('listEventTypes', { query: { limit: '500' } });
  const box = (pattern: string, covered: boolean, label: string, about?: string) => (
    <label class="option">
      <input type="checkbox" checked={covered || value.includes(pattern)} disabled={covered} onChange={(event) => set(withPattern(value, pattern, event.currentTarget.checked))} />
      <span>
        <code>{label}</code> {about && <span class="small">{about}</span>}
      </span>
    </label>
  );
  const everything = value.includes('*');
  return (
    <fieldset aria-invalid={wrong ? true : undefined} tabIndex={-1}>
      <legend>{t('legend')}</legend>
      {box('*', false, '*', t('all'))}
      <Shown read={catalogue}>
        {(types) => (
          <>
            <div class="event-types" tabIndex={0} role="region" aria-label={t('list')}>
              {families(types).map(({ family, types: own }) => (
                <section key={family}>
                  {box(`${family}.*`, everything, `${family}.*`)}
                  {own.map((one) => {
                    const about = one.descriptions[language.value] ?? one.descriptions['en'] ?? '';
                    return (
                      <div key={one.type} class="event-type">
                        {box(one.type, everything || value.includes(`${family}.*`), one.type, one.reserved ? `${about} (${t('reserved')})` : about)}
                      </div>
                    );
                  })}
                </section>
              ))}
            </div>
            <p role="status">{t('count', { n: matching(value, types).length, all: types.length })}</p>
          </>
        )}
      </Shown>
      <p class="wrong">{wrong}</p>
    </fieldset>
  );
}
