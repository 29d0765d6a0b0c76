import { useRoute } from 'preact-iso';
import { useAddress } from '../../../data/address';
import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { useAnswer } from '../../../data/query';
import { fieldName, word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { money } from '../../../money/format';
import { Badge, Button, Facts, Money } from '../../../parts/controls';
import { List } from '../../../parts/list/list';
import { Shown } from '../../../parts/states';
import { Slot } from '../../../parts/slot';
import { Page } from '../../../shell/page';
import { EditWallet, type Wallet } from './forms';
import { MovementPanel, NewMovement } from './movement';
import { Transfer } from './transfer';
import './page.css';

const t = texts({
  en: { title: 'Wallet', movements: 'Movements', about: 'What came into this wallet and what left it, with the balance after each movement.', edit: 'Edit', transfer: 'Transfer', movement: 'New movement', reconcile: 'Reconcile', none: 'There is no such wallet.' },
  fr: { title: 'Portefeuille', movements: 'Mouvements', about: 'Ce qui est entré dans ce portefeuille et ce qui en est sorti, avec le solde après chaque mouvement.', edit: 'Modifier', transfer: 'Virement interne', movement: 'Nouveau mouvement', reconcile: 'Rapprocher', none: 'Ce portefeuille n’existe pas.' },
  de: { title: 'Konto', movements: 'Bewegungen', about: 'Was auf dieses Konto kam und was abging, mit dem Stand nach jeder Bewegung.', edit: 'Bearbeiten', transfer: 'Umbuchung', movement: 'Neue Bewegung', reconcile: 'Abgleichen', none: 'Dieses Konto gibt es nicht.' },
});

/** There is no operation for one wallet; the list of them is short. */
function useWallet(id: string) {
  const active = useAnswer('listWallets', { query: { limit: '500' } });
  const missing = active.data !== undefined && !active.data.some((one) => one.id === id);
  const archived = useAnswer('listWallets', missing ? { query: { limit: '500', archived: 'true' } } : null);
  const wallets = [...(active.data ?? []), ...(archived.data ?? [])];
  return { read: missing ? archived : active, wallet: wallets.find((one) => one.id === id), wallets };
}

export default function WalletRecord() {
  const { params } = useRoute();
  const { read, wallet, wallets } = useWallet(params['id'] ?? '');
  return <Shown read={read}>{() => (wallet ? <Movements wallet={wallet} wallets={wallets} /> : <Page title={t('title')}>{t('none')}</Page>)}</Shown>;
}

function Movements({ wallet, wallets }: { wallet: Wallet; wallets: readonly Wallet[] }) {
  const { query, set } = useAddress();
  const close = () => set({ panel: undefined });
  const open = (panel: string) => set({ panel, open: undefined });
  const acts = (
    <>
      {wallet.kind !== 'cash' && may('listBankTransactions') && (
        <a class="button" href={placed(`/reconcile?walletId=${wallet.id}`)}>
          {t('reconcile')}
        </a>
      )}
      {may('updateWallet') && <Button onClick={() => open('edit')}>{t('edit')}</Button>}
      {may('transferBetweenWallets') && <Button onClick={() => open('transfer')}>{t('transfer')}</Button>}
      {may('createTransaction') && (
        <Button kind="primary" onClick={() => open('movement')}>
          {t('movement')}
        </Button>
      )}
    </>
  );
  return (
    <Page title={wallet.name} acts={acts}>
      <Facts
        rows={[
          [fieldName('balance'), <strong><Money minor={wallet.balance} currency={wallet.currency} /></strong>],
          [fieldName('unreconciled'), wallet.unreconciled ? money(wallet.unreconciled, wallet.currency) : ''],
          [fieldName('kind'), word(wallet.kind)],
          [fieldName('iban'), wallet.iban],
          [fieldName('accountNumber'), wallet.accountNumber],
          [fieldName('archived'), wallet.archived ? <Badge value="archived" /> : ''],
        ]}
      />
      <Slot name="wallet.side" record={wallet} />
      <div class="list">
        <List
          operation="listTransactions"
          title={t('movements')}
          fixed={{ walletId: wallet.id, kind: 'all' }}
          columns={[
            'date',
            { field: 'label', width: 260 },
            { field: 'kind', width: 140, show: (row) => word(row.kind) },
            { field: 'amount', show: (row) => <Money minor={row.direction === 'in' ? row.amount : -row.amount} currency={row.currency} />, text: (row) => money(row.direction === 'in' ? row.amount : -row.amount, row.currency) },
            'balanceAfter',
            { field: 'status', width: 110 },
          ]}
          panel={(_, closeRow, row) => row && <MovementPanel key={row.id} movement={row} close={closeRow} />}
          about={t('about')}
          curl={{ method: 'POST', route: '/transactions', body: { walletId: wallet.id, direction: 'in', amount: 200, category: 'owner_contribution' } }}
        />
        {query['panel'] === 'edit' && <EditWallet key={wallet.version} wallet={wallet} close={close} />}
        {query['panel'] === 'transfer' && <Transfer from={wallet.id} wallets={wallets} close={close} />}
        {query['panel'] === 'movement' && <NewMovement wallet={wallet} close={close} />}
      </div>
    </Page>
  );
}
