import { call } from '../../../data/call';
import { asProblem } from '../../../data/problem';
import { changed, useAnswer } from '../../../data/query';
import { instantText, relativeText } from '../../../i18n/dates';
import { sentence } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Button, Section } from '../../../parts/controls';
import { notify } from '../../../parts/notices';
import { Shown } from '../../../parts/states';

const t = texts({
  en: { title: 'Sessions', device: 'Device', address: 'Address', begun: 'Begun', used: 'Last used', end: 'End', current: 'this one', unknown: 'unknown', ended: 'The session is ended.', acts: 'Acts' },
  fr: { title: 'Sessions', device: 'Appareil', address: 'Adresse', begun: 'Début', used: 'Dernier usage', end: 'Terminer', current: 'celle-ci', unknown: 'inconnu', ended: 'La session est terminée.', acts: 'Actions' },
  de: { title: 'Sitzungen', device: 'Gerät', address: 'Adresse', begun: 'Begonnen', used: 'Zuletzt benutzt', end: 'Beenden', current: 'diese', unknown: 'unbekannt', ended: 'Die Sitzung ist beendet.', acts: 'Aktionen' },
});

/** Where the person is signed in. */
export function Sessions() {
  const read = useAnswer('listSessions', { query: { limit: '500' } });
  const end = async (sessionId: string) => {
    try {
      await call('endSession', { path: { sessionId } });
      notify(t('ended'));
    } catch (error) {
      notify(sentence(asProblem(error)), { failed: true });
    }
    void changed('listSessions');
  };
  return (
    <Section title={t('title')}>
      <Shown read={read}>
        {(sessions) => (
          <div class="scroll">
            <table>
              <thead>
                <tr>
                  {(['device', 'address', 'begun', 'used', 'acts'] as const).map((head) => (
                    <th key={head} scope="col">
                      {t(head)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {sessions.map((one) => (
                  <tr key={one.id}>
                    <td>{one.device ?? t('unknown')}</td>
                    <td>{one.address}</td>
                    <td>{instantText(one.createdAt)}</td>
                    <td title={instantText(one.lastUsedAt)}>{relativeText(one.lastUsedAt)}</td>
                    <td>{one.current ? <span class="badge ok">{t('current')}</span> : <Button onClick={() => end(one.id)}>{t('end')}</Button>}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Shown>
    </Section>
  );
}
