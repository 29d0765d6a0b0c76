import { useEffect, useState } from 'preact/hooks';
import { useAddress } from '../../../data/address';
import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { changed, useAnswer } from '../../../data/query';
import { texts } from '../../../i18n/texts';
import { Button } from '../../../parts/controls';
import { notify } from '../../../parts/notices';
import { Empty, Shown } from '../../../parts/states';
import { Page } from '../../../shell/page';
import { Desk, type Wallet } from './desk';
import { Import } from './import';
import { Warnings } from './warnings';
import type { Statement } from './work';
import './page.css';

const t = texts({
  en: { title: 'Reconcile', wallet: 'Wallet', file: 'Import a statement', none: 'Bank lines are reconciled in wallets of a bank, of mobile money or of cards. There is none yet.', create: 'Wallets', drop: 'Drop the statement to see what it would import', done: { one: '{n} line is imported.', other: '{n} lines are imported.' } },
  fr: { title: 'Rapprochement', wallet: 'Portefeuille', file: 'Importer un relevé', none: 'On rapproche les lignes des comptes bancaires, du mobile money et des cartes. Il n’y en a pas encore.', create: 'Portefeuilles', drop: 'Déposez le relevé pour voir ce qu’il apporterait', done: { one: '{n} ligne importée.', other: '{n} lignes importées.' } },
  de: { title: 'Abgleich', wallet: 'Konto', file: 'Kontoauszug importieren', none: 'Abgeglichen werden Buchungen von Bankkonten, Mobile Money und Karten. Es gibt noch keines.', create: 'Konten', drop: 'Auszug ablegen, um zu sehen, was er bringt', done: { one: '{n} Buchung ist importiert.', other: '{n} Buchungen sind importiert.' } },
});

export default function Reconcile() {
  const { query, set } = useAddress();
  const read = useAnswer('listWallets', { query: { limit: '500', sort: 'name' } });
  const wallets = (read.data ?? []).filter((wallet) => wallet.kind !== 'cash');
  const wallet = wallets.find((one) => one.id === query['walletId']) ?? wallets.find((one) => one.unreconciled !== 0) ?? wallets[0];
  // The choice is kept in the address: another wallet is not taken when this one is done.
  useEffect(() => {
    if (wallet && query['walletId'] !== wallet.id) {
      set({ walletId: wallet.id }, true);
    }
  }, [wallet?.id]);
  return (
    <Shown read={read} rows={6}>
      {() =>
        wallet ? (
          <WithFiles key={wallet.id} wallet={wallet} wallets={wallets} choose={(walletId) => set({ walletId })} />
        ) : (
          <Page title={t('title')}>
            <Empty about={t('none')} act={<a class="button primary" href={placed('/wallets?panel=create')}>{t('create')}</a>} />
          </Page>
        )
      }
    </Shown>
  );
}

/** A statement can be dropped anywhere on the page. */
function useDrop(take: (file: File) => void): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const files = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const dragged = (event: DragEvent) => {
      if (files(event)) {
        event.preventDefault();
        setOver(true);
      }
    };
    const left = (event: DragEvent) => {
      if (event.relatedTarget === null) {
        setOver(false);
      }
    };
    const dropped = (event: DragEvent) => {
      if (files(event)) {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer?.files[0];
        if (file) {
          take(file);
        }
      }
    };
    addEventListener('dragover', dragged);
    addEventListener('dragleave', left);
    addEventListener('drop', dropped);
    return () => {
      removeEventListener('dragover', dragged);
      removeEventListener('dragleave', left);
      removeEventListener('drop', dropped);
    };
  }, []);
  return over;
}

function WithFiles({ wallet, wallets, choose }: { wallet: Wallet; wallets: readonly Wallet[]; choose: (id: string) => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const [imports, setImports] = useState(0);
  const importing = may('importStatement');
  const over = useDrop((dropped) => importing && setFile(dropped));
  const imported = (statement: Statement) => {
    setFile(null);
    setWarnings(statement.warnings);
    notify(t('done', { n: statement.imported }));
    // Another order with the new lines among the others; it is kept until the next import.
    void changed('listBankTransactions', 'listWallets', 'listStatements', 'suggestMatches').then(() => setImports((n) => n + 1));
  };
  const acts = (
    <>
      <select class="wallet-choice" aria-label={t('wallet')} value={wallet.id} onChange={(event) => choose(event.currentTarget.value)}>
        {wallets.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name} ({one.currency})
          </option>
        ))}
      </select>
      {importing && <FileButton take={setFile} />}
    </>
  );
  return (
    <Page title={t('title')} acts={acts}>
      <Warnings warnings={warnings} dismiss={() => setWarnings([])} />
      <Desk key={imports} wallet={wallet} />
      {over && importing && (
        <div class="drop">
          <p>{t('drop')}</p>
        </div>
      )}
      {file && <Import walletId={wallet.id} file={file} close={() => setFile(null)} done={imported} />}
    </Page>
  );
}

function FileButton({ take }: { take: (file: File) => void }) {
  const choose = () => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.xml,.sta,.mt940,.940,.txt,.csv,.tsv';
    input.onchange = () => {
      const file = input.files?.[0];
      if (file) {
        take(file);
      }
    };
    input.click();
  };
  return (
    <Button kind="primary" onClick={choose}>
      {t('file')}
    </Button>
  );
}
