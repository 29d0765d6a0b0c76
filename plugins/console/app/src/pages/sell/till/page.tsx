import { useEffect, useState } from 'preact/hooks';
import { call, reachable } from '../../../data/call';
import { company } from '../../../data/company';
import { asProblem, type Problem } from '../../../data/problem';
import { unsent } from '../../../data/till-store';
import { texts } from '../../../i18n/texts';
import { Failure, Loading } from '../../../parts/states';
import { Page } from '../../../shell/page';
import { Counter } from './counter';
import { useTillLock } from './lock';
import { Opening } from './opening';
import './page.css';
import { readEntries, sendWaiting } from './selling';
import { readBaskets, readCatalogue, readQueueRule, readTill, session, wallet } from './state';
import { TillBar } from './till-bar';

const t = texts({
  en: { title: 'Till', elsewhere: 'The till is open in another tab or window of this browser, since {since}. Sell there, or close it first.', lost: 'This browser may clear what the till keeps without a connection. Allow it to store data for this address.' },
  fr: { title: 'Caisse', elsewhere: 'La caisse est ouverte dans un autre onglet ou une autre fenêtre de ce navigateur, depuis {since}. Vendez là-bas, ou fermez-le d’abord.', lost: 'Ce navigateur peut effacer ce que la caisse garde hors connexion. Autorisez-le à conserver les données de cette adresse.' },
  de: { title: 'Kasse', elsewhere: 'Die Kasse ist seit {since} in einem anderen Tab oder Fenster dieses Browsers offen. Verkaufen Sie dort, oder schließen Sie es zuerst.', lost: 'Dieser Browser darf löschen, was die Kasse ohne Verbindung aufbewahrt. Erlauben Sie ihm, Daten dieser Adresse zu behalten.' },
});

/** How often the catalogue is read again, and how often waiting sales are tried, in milliseconds. */
const CatalogueEvery = 5 * 60_000;
const SendEvery = 5000;

async function begin(): Promise<void> {
  await readEntries();
  await readBaskets();
  await Promise.all([readTill(), readQueueRule(), readCatalogue()]);
}

/** Does what has to be done now and then, while this tab holds the till. */
function useRounds(held: boolean): void {
  useEffect(() => {
    if (!held) {
      return undefined;
    }
    const send = () => {
      if (unsent.value > 0) {
        void sendWaiting();
      } else if (!reachable.value) {
        // Any answer tells that the service is there again.
        void call('listWallets', { query: { limit: '1' } }).catch(() => undefined);
      }
    };
    const leaving = (event: BeforeUnloadEvent) => {
      if (unsent.value > 0) {
        event.preventDefault();
      }
    };
    const sending = setInterval(send, SendEvery);
    const reading = setInterval(() => void readCatalogue().catch(() => undefined), CatalogueEvery);
    addEventListener('online', send);
    addEventListener('beforeunload', leaving);
    return () => {
      clearInterval(sending);
      clearInterval(reading);
      removeEventListener('online', send);
      removeEventListener('beforeunload', leaving);
    };
  }, [held]);
}

export default function Till() {
  const { held, since } = useTillLock();
  const [ready, setReady] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [kept, setKept] = useState(true);
  useRounds(held);
  useEffect(() => {
    if (held) {
      begin()
        .then(() => setReady(true))
        .catch((error: unknown) => setProblem(asProblem(error)));
      void navigator.storage?.persist?.().then(setKept);
    }
  }, [held]);
  useEffect(() => {
    if (ready && reachable.value && unsent.value > 0) {
      void sendWaiting();
    }
  }, [ready, reachable.value]);
  if (!held) {
    return <Page title={t('title')}>{since ? <p class="notice">{t('elsewhere', { since })}</p> : <Loading />}</Page>;
  }
  return (
    <div class="till" data-company={company.value?.id}>
      <TillBar />
      {!kept && <p class="bar">{t('lost')}</p>}
      {problem && <Failure problem={problem} again={() => location.reload()} />}
      {!ready && !problem && <Loading rows={6} />}
      {ready && (session.value && wallet.value ? <Counter /> : <Opening />)}
    </div>
  );
}
