import { useAddress } from '../../../data/address';
import { businessUnit, may } from '../../../data/company';
import { placed } from '../../../data/place';
import { useAnswer } from '../../../data/query';
import { fieldName } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Button, Money, Section } from '../../../parts/controls';
import { Empty, Shown } from '../../../parts/states';
import { Page } from '../../../shell/page';
import { NewWallet, type Wallet } from './forms';
import { Rates } from './rates';
import { Transfer } from './transfer';
import './page.css';

const t = texts({
  en: {
    title: 'Wallets', about: 'Where your money is: tills, bank accounts, mobile money and cards.', create: 'New wallet', transfer: 'Transfer', rates: 'Exchange rates', archived: 'Archived',
    cash: 'Tills', bank: 'Bank accounts', mobile_money: 'Mobile money', card: 'Cards', left: 'To reconcile', main: 'Default', open: 'Session open', unit: 'Account',
  },
  fr: {
    title: 'Portefeuilles', about: 'Où se trouve votre argent : caisses, comptes bancaires, mobile money et cartes.', create: 'Nouveau portefeuille', transfer: 'Virement interne', rates: 'Cours de change', archived: 'Archivés',
    cash: 'Caisses', bank: 'Comptes bancaires', mobile_money: 'Mobile money', card: 'Cartes', left: 'À rapprocher', main: 'Par défaut', open: 'Session ouverte', unit: 'Compte',
  },
  de: {
    title: 'Konten', about: 'Wo Ihr Geld liegt: Kassen, Bankkonten, Mobile Money und Karten.', create: 'Neues Konto', transfer: 'Umbuchung', rates: 'Wechselkurse', archived: 'Archiviert',
    cash: 'Kassen', bank: 'Bankkonten', mobile_money: 'Mobile Money', card: 'Karten', left: 'Abzugleichen', main: 'Standard', open: 'Sitzung offen', unit: 'Kontonummer',
  },
});

const Kinds = ['cash', 'bank', 'mobile_money', 'card'] as const;

export default function Wallets() {
  const { query, set } = useAddress();
  const archived = query['archived'] === 'true';
  const read = useAnswer('listWallets', { query: { limit: '500', sort: 'name', businessUnitId: businessUnit.value || undefined, ...(archived ? { archived: 'true' } : {}) } });
  const panel = query['panel'];
  const open = (name: string) => set({ panel: name });
  const close = () => set({ panel: undefined });
  const create = may('createWallet') && (
    <Button kind="primary" onClick={() => open('create')}>
      {t('create')}
    </Button>
  );
  const acts = (
    <>
      <label class="field flag">
        {t('archived')}
        <input type="checkbox" checked={archived} onChange={(event) => set({ archived: event.currentTarget.checked ? 'true' : undefined })} />
      </label>
      {may('listRates') && <Button onClick={() => open('rates')}>{t('rates')}</Button>}
      {may('transferBetweenWallets') && <Button onClick={() => open('transfer')}>{t('transfer')}</Button>}
      {create}
    </>
  );
  return (
    <Page title={t('title')} acts={acts}>
      <div class="list">
        <div class="list-main wallets">
          <Shown read={read} rows={6}>
            {(wallets) =>
              wallets.length === 0 ? (
                <Empty about={t('about')} act={create} curl={{ method: 'POST', route: '/wallets', body: { name: 'Till', kind: 'cash' } }} />
              ) : (
                <>
                  {Kinds.map((kind) => (
                    <OfKind key={kind} title={t(kind)} wallets={wallets.filter((wallet) => wallet.kind === kind)} />
                  ))}
                </>
              )
            }
          </Shown>
        </div>
        {panel === 'create' && <NewWallet close={close} />}
        {panel === 'transfer' && read.data && <Transfer wallets={read.data} close={close} />}
        {panel === 'rates' && <Rates close={close} />}
      </div>
    </Page>
  );
}

function OfKind({ title, wallets }: { title: string; wallets: readonly Wallet[] }) {
  if (wallets.length === 0) {
    return null;
  }
  return (
    <Section title={title}>
      <div class="scroll" tabIndex={0} role="region" aria-label={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{fieldName('name')}</th>
              <th scope="col">{t('unit')}</th>
              <th scope="col" class="right">{t('left')}</th>
              <th scope="col" class="right">{fieldName('balance')}</th>
            </tr>
          </thead>
          <tbody>
            {wallets.map((wallet) => (
              <tr key={wallet.id}>
                <td>
                  <div>
                    <a href={placed(`/wallets/${wallet.id}`)}>{wallet.name}</a>
                  </div>
                  <div class="small">{[wallet.isDefault && t('main'), wallet.openSessionId && t('open')].filter(Boolean).join(' · ')}</div>
                </td>
                <td>{wallet.iban ?? wallet.accountNumber ?? ''}</td>
                <td class="right">
                  {wallet.unreconciled !== 0 && (
                    <a class="wallet-late" href={placed(`/reconcile?walletId=${wallet.id}`)}>
                      <Money minor={wallet.unreconciled} currency={wallet.currency} />
                    </a>
                  )}
                </td>
                <td class="right">
                  <Money minor={wallet.balance} currency={wallet.currency} dash />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
