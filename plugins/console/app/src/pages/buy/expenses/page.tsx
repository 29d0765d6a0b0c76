import { useAddress } from '../../../data/address';
import type { Row } from '../../../data/call';
import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { dateText, instantText } from '../../../i18n/dates';
import { fieldName } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { percent } from '../../../money/format';
import { categoryLabel, useCategories } from '../../../parts/categories';
import { Badge, Button, Facts, Money } from '../../../parts/controls';
import { SidePanel } from '../../../parts/dialog';
import { List } from '../../../parts/list/list';
import { useChoice } from '../../../parts/lookup';
import { Page } from '../../../shell/page';
import { Quick } from './quick';

const t = texts({
  en: { title: 'Expenses', create: 'New expenses', wallet: 'Paid from', supplier: 'Supplier', about: 'What was paid at once: rent, electricity, a train ticket.', tax: 'Of it tax', void: 'An expense is taken back by voiding its movement in the wallet.', movement: 'Movement in the wallet' },
  fr: { title: 'Dépenses', create: 'Nouvelles dépenses', wallet: 'Payée depuis', supplier: 'Fournisseur', about: 'Ce qui a été payé tout de suite : un loyer, l’électricité, un billet de train.', tax: 'Dont TVA', void: 'Une dépense s’annule en annulant son mouvement dans le portefeuille.', movement: 'Mouvement dans le portefeuille' },
  de: { title: 'Ausgaben', create: 'Neue Ausgaben', wallet: 'Bezahlt aus', supplier: 'Lieferant', about: 'Was gleich bezahlt wurde: Miete, Strom, eine Fahrkarte.', tax: 'Davon Steuer', void: 'Eine Ausgabe wird zurückgenommen, indem ihre Bewegung im Konto storniert wird.', movement: 'Bewegung im Konto' },
});

type Expense = Row<'listExpenses'>;

function Category({ name }: { name: string }) {
  return <>{categoryLabel(useCategories(), name)}</>;
}

function WalletName({ id }: { id: string }) {
  return <>{useChoice('wal', may('listWallets') ? id : null)?.label ?? ''}</>;
}

function Detail({ expense, close }: { expense: Expense; close: () => void }) {
  const supplier = useChoice('par', expense.partnerId);
  return (
    <SidePanel title={expense.label} close={close}>
      <Facts
        rows={[
          [fieldName('status'), <Badge key="s" value={expense.status} />],
          [fieldName('date'), dateText(expense.date)],
          [fieldName('amount'), <Money key="a" minor={expense.amount} currency={expense.currency} />],
          [t('tax'), <><Money minor={expense.tax} currency={expense.currency} /> {expense.taxRate !== null && `(${percent(expense.taxRate)})`}</>],
          [fieldName('category'), <Category key="c" name={expense.category} />],
          [t('wallet'), <a key="w" href={placed(`/wallets/${expense.walletId}`)}><WalletName id={expense.walletId} /></a>],
          [t('supplier'), expense.partnerId && <a href={placed(`/partners/${expense.partnerId}`)}>{supplier?.label}</a>],
          [fieldName('reference'), expense.reference],
          [fieldName('voidedAt'), instantText(expense.voidedAt)],
          [fieldName('createdAt'), instantText(expense.createdAt)],
        ]}
      />
      {expense.status === 'posted' && (
        <p class="small">
          {t('void')} <a href={placed(`/wallets/${expense.walletId}?open=${expense.transactionId}`)}>{t('movement')}</a>
        </p>
      )}
    </SidePanel>
  );
}

export default function Expenses() {
  const address = useAddress();
  const create = may('createExpense') && (
    <Button kind="primary" onClick={() => address.set({ create: '1', open: undefined })}>
      {t('create')}
    </Button>
  );
  return (
    <Page title={t('title')} acts={create}>
      <List
        operation="listExpenses"
        title={t('title')}
        columns={[
          'date',
          { field: 'label', width: 240 },
          { field: 'category', width: 140, show: (one) => <Category name={one.category} /> },
          { field: 'walletId', label: t('wallet'), width: 140, show: (one) => <WalletName id={one.walletId} /> },
          'reference',
          { field: 'status', width: 100 },
          { field: 'tax', label: t('tax'), width: 110 },
          'amount',
        ]}
        panel={(id, close, expense) => expense && <Detail key={id} expense={expense} close={close} />}
        side={
          address.query['create'] &&
          may('createExpense') && (
            <SidePanel title={t('create')} close={() => address.set({ create: undefined })}>
              <Quick />
            </SidePanel>
          )
        }
        about={t('about')}
        act={create}
        curl={{ method: 'POST', route: '/expenses', body: { label: 'Electricity', amount: 142.3, taxRate: 20 } }}
      />
    </Page>
  );
}
