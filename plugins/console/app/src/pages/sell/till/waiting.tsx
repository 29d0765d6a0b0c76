import { useState } from 'preact/hooks';
import { Problem } from '../../../data/problem';
import { instantText } from '../../../i18n/dates';
import { sentence } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';
import { confirm, Dialog } from '../../../parts/dialog';
import { download } from '../../../parts/download';
import { Digits, digitsText } from './digits';
import type { Entry } from './queue';
import { sendAgain, sendWaiting, takeOut } from './selling';
import { entries } from './state';

const t = texts({
  en: { title: 'Sales that are not sent', about: 'They are kept on this device and sent in this order when the service can be reached. Do not clear the data of this browser.', export: 'Export to a file', send: 'Send now', again: 'Try again', out: 'Take out the sale of {total}', outText: 'The service refused this sale. It is saved as a file and leaves the queue; enter it by hand afterwards, or it is missing in the books.', at: 'Made', total: 'Paid', state: 'State', waits: 'Waits', none: 'Everything is sent.' },
  fr: { title: 'Ventes non envoyées', about: 'Elles sont gardées sur cet appareil et envoyées dans cet ordre dès que le service répond. N’effacez pas les données de ce navigateur.', export: 'Exporter dans un fichier', send: 'Envoyer maintenant', again: 'Réessayer', out: 'Retirer la vente de {total}', outText: 'Le service a refusé cette vente. Elle est enregistrée dans un fichier et quitte la file ; saisissez-la ensuite à la main, sinon elle manquera dans les comptes.', at: 'Faite', total: 'Payé', state: 'État', waits: 'En attente', none: 'Tout est envoyé.' },
  de: { title: 'Nicht gesendete Verkäufe', about: 'Sie liegen auf diesem Gerät und werden in dieser Reihenfolge gesendet, sobald der Dienst erreichbar ist. Löschen Sie die Daten dieses Browsers nicht.', export: 'In eine Datei exportieren', send: 'Jetzt senden', again: 'Erneut versuchen', out: 'Verkauf über {total} herausnehmen', outText: 'Der Dienst hat diesen Verkauf abgelehnt. Er wird als Datei gesichert und verlässt die Warteschlange; erfassen Sie ihn danach von Hand, sonst fehlt er in den Büchern.', at: 'Gemacht', total: 'Bezahlt', state: 'Zustand', waits: 'Wartet', none: 'Alles ist gesendet.' },
});

function exported(list: readonly Entry[]): void {
  const text = JSON.stringify(list.map((entry) => ({ ...entry, body: JSON.parse(entry.body) as unknown })), null, 2);
  download(`till-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.json`, new Blob([text], { type: 'application/json' }));
}

/** The queue: what waits, what was refused, and what a person can do about it. */
export function WaitingSales({ close }: { close: () => void }) {
  const [busy, setBusy] = useState(false);
  const list = entries.value;
  const run = async (act: () => Promise<unknown>) => {
    setBusy(true);
    await act().finally(() => setBusy(false));
  };
  const remove = async (entry: Entry) => {
    if (await confirm(t('outText'), t('out', { total: digitsText(entry.total, entry.currency) }))) {
      exported([entry]);
      await takeOut(entry.id);
      await sendWaiting();
    }
  };
  return (
    <Dialog title={t('title')} close={close} wide>
      <div class="scroll">
        <p>{list.length === 0 ? t('none') : t('about')}</p>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('at')}</th>
              <th scope="col" class="right">{t('total')}</th>
              <th scope="col">{t('state')}</th>
            </tr>
          </thead>
          <tbody>
            {list.map((entry) => (
              <tr key={entry.id}>
                <td>{instantText(entry.at)}</td>
                <td class="right"><Digits digits={entry.total} currency={entry.currency} /></td>
                <td>
                  {entry.refused ? <p class="wrong">{sentence(new Problem(400, entry.refused))}</p> : t('waits')}
                  {entry.refused && (
                    <div class="acts">
                      <Button disabled={busy} onClick={() => run(() => sendAgain(entry.id))}>{t('again')}</Button>
                      <Button kind="danger" disabled={busy} onClick={() => run(() => remove(entry))}>{t('out', { total: digitsText(entry.total, entry.currency) })}</Button>
                    </div>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <footer>
        <Button disabled={list.length === 0} onClick={() => exported(list)}>{t('export')}</Button>
        <Button kind="primary" disabled={busy || list.length === 0} onClick={() => run(sendWaiting)}>{t('send')}</Button>
      </footer>
    </Dialog>
  );
}
