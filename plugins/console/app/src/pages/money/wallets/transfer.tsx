import { useEffect, useMemo, useState } from 'preact/hooks';
import { tryOut, type Body } from '../../../data/call';
import { bodySchema } from '../../../data/contract';
import { changed } from '../../../data/query';
import { asProblem } from '../../../data/problem';
import { sentence } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { majorText, quantity } from '../../../money/format';
import { parseNumber } from '../../../money/parse';
import { Facts, Money } from '../../../parts/controls';
import { SidePanel } from '../../../parts/dialog';
import { bodyOf } from '../../../parts/form/body';
import { Form, type Draft } from '../../../parts/form/draft';
import { ActForm } from '../../../parts/form/act-form';
import { notify } from '../../../parts/notices';
import type { Wallet } from './forms';
import { rateBetween } from './rate';

const t = texts({
  en: { title: 'Transfer', act: 'Transfer the amount', done: 'The transfer is done.', sent: 'Leaves', received: 'Arrives', rate: 'Rate', of: '1 {from} = {rate} {to}' },
  fr: { title: 'Virement interne', act: 'Virer le montant', done: 'Le virement est fait.', sent: 'Part', received: 'Arrive', rate: 'Cours', of: '1 {from} = {rate} {to}' },
  de: { title: 'Umbuchung', act: 'Betrag umbuchen', done: 'Die Umbuchung ist erfolgt.', sent: 'Geht ab', received: 'Kommt an', rate: 'Kurs', of: '1 {from} = {rate} {to}' },
});

/** How long after the last key the transfer is tried out, in milliseconds. */
const Pause = 400;

interface Preview {
  amount: number;
  currency: string;
  receivedAmount: number;
  receivedCurrency: string;
}

/** What the transfer would do, as the service computes it; null while the form is not complete. */
function usePreview(draft: Draft): { preview: Preview | null; problem: string } {
  const [state, setState] = useState<{ preview: Preview | null; problem: string }>({ preview: null, problem: '' });
  const text = JSON.stringify(draft);
  useEffect(() => {
    const timer = setTimeout(async () => {
      const complete = draft['fromWalletId'] && draft['toWalletId'] && parseNumber(String(draft['amount'] ?? ''));
      if (!complete) {
        setState({ preview: null, problem: '' });
        return;
      }
      try {
        const body = bodyOf(bodySchema('transferBetweenWallets'), draft) as unknown as Body<'transferBetweenWallets'>;
        const tried = await tryOut('transferBetweenWallets', { body });
        setState({ preview: tried.result, problem: '' });
      } catch (error) {
        setState({ preview: null, problem: sentence(asProblem(error)) });
      }
    }, Pause);
    return () => clearTimeout(timer);
  }, [text]);
  return state;
}

export function Transfer({ from, wallets, close }: { from?: string | undefined; wallets: readonly Wallet[]; close: () => void }) {
  const form = useMemo(() => new Form(from ? { fromWalletId: from } : {}), []);
  const draft = form.draft.value;
  const { preview, problem } = usePreview(draft);
  const currencyOf = (name: string) => wallets.find((wallet) => wallet.id === draft[name])?.currency;
  const two = currencyOf('fromWalletId') && currencyOf('toWalletId') && currencyOf('fromWalletId') !== currencyOf('toWalletId');
  return (
    <SidePanel title={t('title')} close={close}>
      <ActForm
        operation="transferBetweenWallets"
        form={form}
        only={['fromWalletId', 'toWalletId', 'amount', ...(two ? ['receivedAmount'] : []), 'fee', 'date', 'label']}
        label={t('act')}
        done={() => {
          void changed('listWallets', 'listTransactions', 'readSummary');
          notify(t('done'));
          close();
        }}
      >
        {preview && <Both preview={preview} />}
        {problem && <p class="small">{problem}</p>}
      </ActForm>
    </SidePanel>
  );
}

function Both({ preview }: { preview: Preview }) {
  const { amount, currency, receivedAmount, receivedCurrency } = preview;
  const rate = currency === receivedCurrency ? null : rateBetween(majorText(amount, currency), majorText(receivedAmount, receivedCurrency));
  return (
    <Facts
      rows={[
        [t('sent'), <Money minor={amount} currency={currency} />],
        [t('received'), <Money minor={receivedAmount} currency={receivedCurrency} />],
        [t('rate'), rate ? t('of', { from: currency, rate: quantity(Number(rate)), to: receivedCurrency }) : ''],
      ]}
    />
  );
}
