import { useState } from 'preact/hooks';
import type { Answer } from '../../../data/call';
import { may } from '../../../data/company';
import { useAnswer } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { Button, Money } from '../../../parts/controls';
import { Empty, Failure, Loading, Uncertain } from '../../../parts/states';
import { AcceptAll } from './accept-all';
import { Candidates } from './candidates';
import { useReconcileKeys } from './keys';
import { LineView } from './line';
import { Lines } from './lines';
import { Search } from './search';
import { currentLine, progressOf, unmatched } from './state';
import { useWork, type Work } from './work';

const t = texts({
  en: {
    about: 'Lines of your bank are matched with invoices, purchases and movements here. Import a statement, or drop its file anywhere on this page.', progress: 'Progress', matched: '{n} done', left: '{n} left', more: '{n} more are not shown; they come when these are done.', difference: 'Difference to the closing balance', agrees: 'The books agree with the closing balance.', all: 'Accept all ≥ 98 %',
    keyLine: 'line', keyChoose: 'choose', keyAccept: 'accept', keySearch: 'other documents', keyRecord: 'movement', keyIgnore: 'ignore', keyReopen: 'reopen the last',
  },
  fr: {
    about: 'Ici, les lignes de votre banque sont rapprochées des factures, des achats et des mouvements. Importez un relevé, ou déposez son fichier n’importe où sur cette page.', progress: 'Avancement', matched: '{n} traitées', left: '{n} restantes', more: '{n} autres ne sont pas affichées ; elles viennent quand celles-ci sont traitées.', difference: 'Écart avec le solde final', agrees: 'Les comptes concordent avec le solde final.', all: 'Accepter tout ≥ 98 %',
    keyLine: 'ligne', keyChoose: 'choisir', keyAccept: 'accepter', keySearch: 'autres pièces', keyRecord: 'mouvement', keyIgnore: 'ignorer', keyReopen: 'rouvrir la dernière',
  },
  de: {
    about: 'Hier werden Bankbuchungen mit Rechnungen, Einkäufen und Bewegungen abgeglichen. Importieren Sie einen Auszug, oder legen Sie seine Datei irgendwo auf dieser Seite ab.', progress: 'Fortschritt', matched: '{n} erledigt', left: '{n} offen', more: '{n} weitere sind nicht gezeigt; sie kommen, wenn diese erledigt sind.', difference: 'Differenz zum Endsaldo', agrees: 'Die Bücher stimmen mit dem Endsaldo überein.', all: 'Alle ≥ 98 % annehmen',
    keyLine: 'Buchung', keyChoose: 'wählen', keyAccept: 'annehmen', keySearch: 'andere Belege', keyRecord: 'Bewegung', keyIgnore: 'ignorieren', keyReopen: 'letzte öffnen',
  },
});

export type Wallet = Answer<'listWallets'>[number];

/** The three columns: lines, the line, what it may be. */
export function Desk({ wallet }: { wallet: Wallet }) {
  const work = useWork(wallet.id);
  const { state } = work;
  const [all, setAll] = useState(false);
  useReconcileKeys(work);
  const line = currentLine(state);
  if (work.problem && !work.ready) {
    return <Failure problem={work.problem} again={work.again} />;
  }
  if (!work.ready) {
    return <Loading rows={8} again={work.again} />;
  }
  if (!line) {
    return <Empty about={t('about')} curl={{ method: 'POST', route: `/wallets/${wallet.id}/statements`, body: { fileName: 'statement.xml', content: '<?xml …' } }} />;
  }
  return (
    <>
      <Bar wallet={wallet} work={work} all={() => setAll(true)} />
      {work.failure?.uncertain && <Uncertain again={work.retry} />}
      {work.failure && !work.failure.uncertain && <Failure problem={work.failure} />}
      <div class="list reconcile">
        <Lines state={state} go={(id) => work.send({ kind: 'go', id })} />
        <LineView key={line.id} line={line} work={work} />
        {unmatched(line) && state.mode === 'search' ? <Search key={line.id} line={line} work={work} /> : unmatched(line) ? <Candidates line={line} work={work} /> : <section />}
      </div>
      <Keys />
      {all && <AcceptAll work={work} close={() => setAll(false)} />}
    </>
  );
}

/** How far the work is, and what the books lack to what the bank says. */
function Bar({ wallet, work, all }: { wallet: Wallet; work: Work; all: () => void }) {
  const statements = useAnswer('listStatements', { path: { walletId: wallet.id }, query: { limit: '50' } });
  const last = [...(statements.data ?? [])].filter((one) => one.closingBalance !== null).sort((a, b) => ((a.to ?? '') < (b.to ?? '') ? 1 : -1))[0];
  const { matched, left, difference } = progressOf(work.state, wallet.balance, last?.closingBalance);
  const done = matched + work.more.done;
  const open = left + work.more.left;
  return (
    <div class="progress">
      <progress max={done + open} value={done} aria-label={t('progress')} />
      <span>{t('matched', { n: done })}</span>
      <strong>{t('left', { n: open })}</strong>
      {difference !== null && difference !== 0 && (
        <span>
          {t('difference')}: <Money minor={difference} currency={wallet.currency} />
        </span>
      )}
      {difference === 0 && <span>{t('agrees')}</span>}
      {work.more.left > 0 && <span class="small">{t('more', { n: work.more.left })}</span>}
      <span class="space" />
      {left > 0 && may('matchBankTransaction') && <Button onClick={all}>{t('all')}</Button>}
    </div>
  );
}

function Keys() {
  const keys: [string, string][] = [
    ['↑↓', t('keyLine')], ['1…9', t('keyChoose')], ['Enter', t('keyAccept')], ['/', t('keySearch')], ['t', t('keyRecord')], ['i', t('keyIgnore')], ['u', t('keyReopen')],
  ];
  return (
    <p class="keys">
      {keys.map(([key, does]) => (
        <span key={key}>
          <kbd>{key}</kbd> {does}
        </span>
      ))}
    </p>
  );
}
