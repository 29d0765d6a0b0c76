import { useState } from 'preact/hooks';
import { useAddress } from '../../../data/address';
import { call, newKey } from '../../../data/call';
import { placed } from '../../../data/place';
import { asProblem } from '../../../data/problem';
import { changed } from '../../../data/query';
import { sentence } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';
import { confirm } from '../../../parts/dialog';
import { notify } from '../../../parts/notices';
import type { Integration } from './provider';

const t = texts({
  en: { test: 'Test', testing: 'Testing…', ok: '{name} answered after {ms} ms.', failed: '{name} failed after {ms} ms: {why}', sync: 'Sync now', syncing: 'Syncing…', synced: 'The sync is done.', syncFailed: 'The sync failed: {why}', disconnect: 'Disconnect', disconnectIs: 'The credentials are forgotten and nothing is exchanged any more. What was recorded stays.', disconnectAct: 'Disconnect {name}', gone: '{name} is disconnected.' },
  fr: { test: 'Tester', testing: 'Test en cours…', ok: '{name} a répondu après {ms} ms.', failed: '{name} a échoué après {ms} ms : {why}', sync: 'Synchroniser', syncing: 'Synchronisation…', synced: 'La synchronisation est faite.', syncFailed: 'La synchronisation a échoué : {why}', disconnect: 'Déconnecter', disconnectIs: 'Les identifiants sont oubliés et plus rien n’est échangé. Ce qui a été enregistré reste.', disconnectAct: 'Déconnecter {name}', gone: '{name} est déconnecté.' },
  de: { test: 'Testen', testing: 'Test läuft…', ok: '{name} antwortete nach {ms} ms.', failed: '{name} ist nach {ms} ms fehlgeschlagen: {why}', sync: 'Jetzt abgleichen', syncing: 'Abgleich läuft…', synced: 'Der Abgleich ist fertig.', syncFailed: 'Der Abgleich ist fehlgeschlagen: {why}', disconnect: 'Trennen', disconnectIs: 'Die Zugangsdaten werden vergessen, es wird nichts mehr ausgetauscht. Was verbucht wurde, bleibt.', disconnectAct: '{name} trennen', gone: '{name} ist getrennt.' },
});

/** How often the job of a sync is asked for, and how many times, before its end is left to the page. */
const AskEvery = 1000;
const AskAtMost = 60;

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function finished(jobId: string) {
  for (let asked = 0; asked < AskAtMost; asked += 1) {
    const job = await call('readJob', { path: { jobId } });
    if (job.status === 'succeeded' || job.status === 'failed') {
      return job;
    }
    await wait(AskEvery);
  }
  return null;
}

/** Test, sync and disconnect. */
export function ProviderActs({ integration }: { integration: Integration }) {
  const address = useAddress();
  const { provider, name } = integration;
  const [busy, setBusy] = useState<'test' | 'sync' | null>(null);
  const [intent, setIntent] = useState(newKey);
  const path = { provider };
  const run = async (what: 'test' | 'sync' | null, act: () => Promise<{ text: string; failed?: boolean }>) => {
    setBusy(what);
    try {
      const { text, failed = false } = await act();
      notify(text, { failed });
      setIntent(newKey());
    } catch (error) {
      notify(sentence(asProblem(error)), { failed: true });
    }
    setBusy(null);
    void changed('listIntegrations', 'listProviderCalls');
  };
  const test = () =>
    run('test', async () => {
      const { ok, durationMs, error } = await call('testIntegration', { path, key: intent });
      return { text: t(ok ? 'ok' : 'failed', { name, ms: durationMs, why: error ?? '' }), failed: !ok };
    });
  const sync = () =>
    run('sync', async () => {
      const job = await finished((await call('syncIntegration', { path, body: {}, key: intent })).id);
      return job?.status === 'failed' ? { text: t('syncFailed', { why: job.error ?? '' }), failed: true } : { text: t(job ? 'synced' : 'syncing') };
    });
  const disconnect = async () => {
    if (await confirm(t('disconnectIs'), t('disconnectAct', { name }))) {
      await run(null, async () => {
        await call('disconnectIntegration', { path, key: intent });
        address.go(placed('/integrations'), true);
        return { text: t('gone', { name }) };
      });
    }
  };
  return (
    <>
      <Button onClick={test} disabled={busy !== null}>
        {t(busy === 'test' ? 'testing' : 'test')}
      </Button>
      <Button onClick={sync} disabled={busy !== null}>
        {t(busy === 'sync' ? 'syncing' : 'sync')}
      </Button>
      <Button kind="danger" onClick={disconnect} disabled={busy !== null}>
        {t('disconnect')}
      </Button>
    </>
  );
}
