import { useMemo } from 'preact/hooks';
import { bodySchema } from '../../../data/contract';
import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { changed } from '../../../data/query';
import type { Row } from '../../../data/call';
import { dateText, instantText } from '../../../i18n/dates';
import { fieldName, word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { money } from '../../../money/format';
import { categoryLabel, inDirection, useCategories, withCategories } from '../../../parts/categories';
import { Badge, Facts, Money } from '../../../parts/controls';
import { SidePanel } from '../../../parts/dialog';
import { Form } from '../../../parts/form/draft';
import { ActForm } from '../../../parts/form/act-form';
import { notify } from '../../../parts/notices';
import type { Wallet } from './forms';

const t = texts({
  en: { create: 'New movement', act: 'Record the movement', done: '{amount} is recorded.', void: 'Void this movement', about: 'A reversing movement is posted; this one is kept.', voided: '{amount} is voided.', document: 'Document' },
  fr: { create: 'Nouveau mouvement', act: 'Enregistrer le mouvement', done: '{amount} enregistré.', void: 'Annuler ce mouvement', about: 'Un mouvement inverse est passé ; celui-ci est conservé.', voided: '{amount} annulé.', document: 'Pièce' },
  de: { create: 'Neue Bewegung', act: 'Bewegung buchen', done: '{amount} ist gebucht.', void: 'Diese Bewegung stornieren', about: 'Eine Gegenbuchung entsteht; diese Buchung bleibt.', voided: '{amount} ist storniert.', document: 'Beleg' },
});

type Movement = Row<'listTransactions'>;

/** Only these can be voided; the others follow their document. */
const Voidable = new Set(['free', 'expense', 'bank']);
/** Where the document of a movement is shown. */
const Documents: Record<string, string> = { sale: '/sales/', purchase: '/purchases/' };
const Affected = ['listWallets', 'listTransactions', 'readSummary', 'listBudgets'] as const;

export function NewMovement({ wallet, close }: { wallet: Wallet; close: () => void }) {
  const form = useMemo(() => new Form({ walletId: wallet.id, direction: 'out' }), []);
  const direction = form.value('direction') as 'in' | 'out' | undefined;
  const categories = inDirection(useCategories(), direction);
  return (
    <SidePanel title={t('create')} close={close}>
      <ActForm
        operation="createTransaction"
        form={form}
        schema={withCategories(bodySchema('createTransaction'), categories)}
        only={['direction', 'amount', 'category', 'label', 'partnerId', 'taxRate', 'date', 'reference']}
        label={t('act')}
        done={(made) => {
          void changed(...Affected);
          notify(t('done', { amount: money(made.amount, made.currency) }));
          close();
        }}
      />
    </SidePanel>
  );
}

export function MovementPanel({ movement, close }: { movement: Movement; close: () => void }) {
  const categories = useCategories();
  const route = Documents[movement.documentKind ?? ''];
  const voidable = movement.status === 'posted' && Voidable.has(movement.kind) && may('voidTransaction');
  return (
    <SidePanel title={movement.label || word(movement.kind)} close={close}>
      <Facts
        rows={[
          [fieldName('amount'), <Money minor={movement.direction === 'in' ? movement.amount : -movement.amount} currency={movement.currency} />],
          [fieldName('balanceAfter'), <Money minor={movement.balanceAfter} currency={movement.currency} />],
          [fieldName('date'), dateText(movement.date)],
          [fieldName('kind'), word(movement.kind)],
          [fieldName('status'), <Badge value={movement.status} />],
          [fieldName('category'), categoryLabel(categories, movement.category)],
          [fieldName('reference'), movement.reference],
          [t('document'), movement.documentId && route ? <a href={placed(route + movement.documentId)}>{word(movement.documentKind!)}</a> : ''],
          [fieldName('voidedAt'), instantText(movement.voidedAt)],
          [fieldName('voidReason'), movement.voidReason],
        ]}
      />
      {voidable && (
        <>
          <p class="small">{t('about')}</p>
          <ActForm
            operation="voidTransaction"
            path={{ transactionId: movement.id }}
            only={['reason', 'date']}
            label={t('void')}
            danger
            done={() => {
              void changed(...Affected);
              notify(t('voided', { amount: money(movement.amount, movement.currency) }));
              close();
            }}
          />
        </>
      )}
    </SidePanel>
  );
}
