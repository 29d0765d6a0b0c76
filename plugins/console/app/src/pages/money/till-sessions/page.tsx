import { useAddress } from '../../../data/address';
import { may } from '../../../data/company';
import { useAnswer } from '../../../data/query';
import { instantText } from '../../../i18n/dates';
import { fieldName, word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { money } from '../../../money/format';
import { Badge, Button, Facts, Money, Section } from '../../../parts/controls';
import { SidePanel } from '../../../parts/dialog';
import { List } from '../../../parts/list/list';
import { Page } from '../../../shell/page';
import { CloseSession, DrawerForm, OpenSession, type Session } from './forms';
import './page.css';

const t = texts({
  en: { title: 'Till sessions', about: 'What each till took between its opening and its closing, and how much was missing or too much.', open: 'Open a session', wallet: 'Till', sales: 'Sales', methods: 'By method', of: '{wallet}, {when}' },
  fr: { title: 'Sessions de caisse', about: 'Ce que chaque caisse a encaissé entre son ouverture et sa clôture, et ce qui manquait ou était en trop.', open: 'Ouvrir une session', wallet: 'Caisse', sales: 'Ventes', methods: 'Par moyen de paiement', of: '{wallet}, {when}' },
  de: { title: 'Kassensitzungen', about: 'Was jede Kasse zwischen Öffnen und Schließen einnahm, und wie viel fehlte oder zu viel war.', open: 'Sitzung öffnen', wallet: 'Kasse', sales: 'Verkäufe', methods: 'Nach Zahlungsart', of: '{wallet}, {when}' },
});

export default function TillSessions() {
  const { query, set } = useAddress();
  const wallets = useAnswer('listWallets', { query: { kind: 'cash', limit: '500' } }).data ?? [];
  const nameOf = (id: string) => wallets.find((wallet) => wallet.id === id)?.name ?? id;
  const open = may('openCashSession') && (
    <Button kind="primary" onClick={() => set({ panel: 'open', open: undefined })}>
      {t('open')}
    </Button>
  );
  return (
    <Page title={t('title')} acts={open}>
      <div class="list">
        <List
          operation="listCashSessions"
          title={t('title')}
          columns={[
            { field: 'walletId', label: t('wallet'), width: 140, show: (row) => nameOf(row.walletId), text: (row) => nameOf(row.walletId) },
            { field: 'status', width: 110 },
            { field: 'openedAt', width: 150 },
            { field: 'closedAt', width: 150 },
            { field: 'sales', label: t('sales'), width: 120, show: (row) => <Money minor={row.sales.total} currency={row.currency} />, text: (row) => money(row.sales.total, row.currency) },
            'expectedAmount',
            'countedAmount',
            'difference',
          ]}
          panel={(_, close, row) => row && <SessionPanel key={row.id} session={row} wallet={nameOf(row.walletId)} close={close} />}
          about={t('about')}
          act={open}
          curl={{ method: 'POST', route: '/cash-sessions', body: { walletId: wallets[0]?.id ?? 'wal_…', openingAmount: 150 } }}
        />
        {query['panel'] === 'open' && <OpenSession close={() => set({ panel: undefined })} />}
      </div>
    </Page>
  );
}

function SessionPanel({ session, wallet, close }: { session: Session; wallet: string; close: () => void }) {
  const amount = (minor: number | null) => (minor === null ? '' : <Money minor={minor} currency={session.currency} />);
  return (
    <SidePanel title={t('of', { wallet, when: instantText(session.openedAt) })} close={close}>
      <Facts
        rows={[
          [fieldName('status'), <Badge value={session.status} />],
          [fieldName('closedAt'), instantText(session.closedAt)],
          [fieldName('openingAmount'), amount(session.openingAmount)],
          [fieldName('cashPayments'), amount(session.cashPayments)],
          [fieldName('cashRefunds'), amount(session.cashRefunds)],
          [fieldName('paidIn'), amount(session.paidIn)],
          [fieldName('paidOut'), amount(session.paidOut)],
          [fieldName('expectedAmount'), amount(session.expectedAmount)],
          [fieldName('countedAmount'), amount(session.countedAmount)],
          [fieldName('difference'), amount(session.difference)],
          [t('sales'), <Money minor={session.sales.total} currency={session.currency} />],
          [fieldName('note'), session.note],
        ]}
      />
      {session.byMethod.length > 0 && (
        <Section title={t('methods')}>
          <Facts rows={session.byMethod.map((one) => [word(one.method), amount(one.amount)])} />
        </Section>
      )}
      {session.status === 'open' && may('openDrawer') && <DrawerForm session={session} />}
      {session.status === 'open' && may('closeCashSession') && <CloseSession session={session} wallet={wallet} done={close} />}
    </SidePanel>
  );
}
