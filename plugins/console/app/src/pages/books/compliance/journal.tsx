import { useState } from 'preact/hooks';
import { call, file, type Answer } from '../../../data/call';
import { may } from '../../../data/company';
import { asProblem, type Problem } from '../../../data/problem';
import { instantText } from '../../../i18n/dates';
import { sentence, word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Badge, Button, Code, Facts } from '../../../parts/controls';
import { SidePanel } from '../../../parts/dialog';
import { download } from '../../../parts/download';
import { List } from '../../../parts/list/list';
import { notify } from '../../../parts/notices';
import { Failure } from '../../../parts/states';
import { Json } from '../../../parts/tree';
import { Page } from '../../../shell/page';

const t = texts({
  en: { title: 'Sealed journal', about: 'Where a sealing regime is enabled, each invoice, ticket, payment and closing is sealed here, chained to the one before.', verify: 'Verify', verifying: 'Verifying…', export: 'Export with signed head', exported: '{name} is saved.', whole: '{n} entries from {first} to {last} are whole.', broken: 'The chain is broken at {at}: {why}.', empty: 'The journal is empty.', head: 'Head', number: 'Number', sequence: 'No.', at: 'At', kind: 'Kind', hash: 'Seal', previous: 'Seal before', document: 'Document' },
  fr: { title: 'Journal scellé', about: 'Là où un régime de scellement est activé, chaque facture, ticket, paiement et clôture est scellé ici, enchaîné au précédent.', verify: 'Vérifier', verifying: 'Vérification…', export: 'Exporter avec tête signée', exported: '{name} est enregistré.', whole: '{n} écritures, de {first} à {last}, sont intègres.', broken: 'La chaîne est rompue à {at} : {why}.', empty: 'Le journal est vide.', head: 'Tête', number: 'Numéro', sequence: 'N°', at: 'À', kind: 'Genre', hash: 'Sceau', previous: 'Sceau précédent', document: 'Document' },
  de: { title: 'Versiegeltes Journal', about: 'Wo ein Siegelregime eingeschaltet ist, steht hier jede Rechnung, jeder Bon, jede Zahlung und jeder Abschluss versiegelt, mit dem vorigen verkettet.', verify: 'Prüfen', verifying: 'Wird geprüft…', export: 'Exportieren mit signiertem Kopf', exported: '{name} ist gespeichert.', whole: '{n} Einträge von {first} bis {last} sind unversehrt.', broken: 'Die Kette ist bei {at} gebrochen: {why}.', empty: 'Das Journal ist leer.', head: 'Kopf', number: 'Nummer', sequence: 'Nr.', at: 'Um', kind: 'Art', hash: 'Siegel', previous: 'Voriges Siegel', document: 'Beleg' },
});

type Verdict = Answer<'verifyJournal'>;

export default function Journal() {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const verify = async () => {
    setBusy(true);
    setProblem(null);
    try {
      setVerdict(await call('verifyJournal'));
    } catch (error) {
      setProblem(asProblem(error));
    }
    setBusy(false);
  };
  const save = async () => {
    try {
      const { name, content } = await file('exportJournal');
      download(name, content);
      notify(t('exported', { name }));
    } catch (error) {
      notify(sentence(asProblem(error)), { failed: true });
    }
  };
  const acts = (
    <>
      <Button kind="primary" onClick={verify} disabled={busy}>
        {t(busy ? 'verifying' : 'verify')}
      </Button>
      {may('exportJournal') && <Button onClick={save}>{t('export')}</Button>}
    </>
  );
  return (
    <Page title={t('title')} acts={acts}>
      {problem && <Failure problem={problem} again={verify} />}
      {verdict && <Result verdict={verdict} />}
      <List
        operation="listJournal"
        title={t('title')}
        columns={[
          { field: 'sequence', label: t('sequence'), width: 72 },
          { field: 'at', label: t('at') },
          { field: 'kind', label: t('kind'), width: 160, show: (one) => word(one.kind) },
          { field: 'number', label: t('number'), width: 200 },
          { field: 'hash', label: t('hash'), width: 240, show: (one) => <code>{one.hash}</code> },
        ]}
        panel={(id, close, entry) => (
          <SidePanel title={entry ? `${t('sequence')} ${entry.sequence}` : id} close={close}>
            {entry && (
              <>
                <Facts rows={[[t('at'), <span title={entry.at}>{instantText(entry.at)}</span>], [t('kind'), word(entry.kind)], [t('number'), entry.number], [t('document'), <code>{entry.documentId}</code>]]} />
                <h3>{t('hash')}</h3>
                <Code text={entry.hash} />
                <h3>{t('previous')}</h3>
                <Code text={entry.previousHash} />
                <Json value={entry.data} />
              </>
            )}
          </SidePanel>
        )}
        about={t('about')}
      />
    </Page>
  );
}

function Result({ verdict }: { verdict: Verdict }) {
  const { valid, entries, firstSequence, lastSequence, headHash, brokenAt } = verdict;
  return (
    <div class={valid ? 'notice' : 'failure'} role={valid ? 'status' : 'alert'}>
      <p>
        <Badge value={valid ? 'validated' : 'failed'} tone={valid ? 'ok' : 'bad'} />{' '}
        {brokenAt ? t('broken', { at: brokenAt.sequence, why: word(brokenAt.reason) }) : entries === 0 ? t('empty') : t('whole', { n: entries, first: firstSequence ?? '', last: lastSequence ?? '' })}
      </p>
      {headHash && (
        <p class="small">
          {t('head')} <code>{headHash}</code> · {instantText(verdict.verifiedAt)}
        </p>
      )}
    </div>
  );
}
