import { useEffect, useState } from 'preact/hooks';
import { useAddress } from '../../../data/address';
import type { DryRun, Answer } from '../../../data/call';
import { placed } from '../../../data/place';
import { asProblem, type Problem } from '../../../data/problem';
import { changed } from '../../../data/query';
import { fieldName, sentence } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { quantity } from '../../../money/format';
import { Money } from '../../../parts/controls';
import { Dialog } from '../../../parts/dialog';
import { ActForm, check } from '../../../parts/form/act-form';
import { useForm } from '../../../parts/form/form';
import { notify } from '../../../parts/notices';

const t = texts({
  en: { bill: 'Bill {client}', made: '{number} is made.', open: 'Open it', preview: 'The invoice as it would be', asking: 'The service is asked…' },
  fr: { bill: 'Facturer {client}', made: '{number} est établie.', open: 'L’ouvrir', preview: 'La facture telle qu’elle serait', asking: 'Le service est interrogé…' },
  de: { bill: '{client} abrechnen', made: '{number} ist erstellt.', open: 'Öffnen', preview: 'Die Rechnung, wie sie würde', asking: 'Der Dienst wird gefragt…' },
});

type Billed = Answer<'billTimeEntries'>;

interface InvoiceLine {
  label: string;
  quantity: number;
  unitPrice: number;
  total: number;
}

interface Props {
  partnerId: string;
  name: string;
  from: string | undefined;
  to: string | undefined;
  close: () => void;
}

/** How long after the last change the invoice is tried, in milliseconds. */
const TryPause = 400;

/** Makes an invoice of the hours of a client; what it will be is shown before. */
export function Bill({ partnerId, name, from, to, close }: Props) {
  const { go } = useAddress();
  const form = useForm({ groupBy: 'project', ...(from ? { from } : {}), ...(to ? { to } : {}) });
  return (
    <Dialog title={t('bill', { client: name })} close={close} wide>
      <div class="scroll">
        <ActForm
          operation="billTimeEntries"
          form={form}
          only={['groupBy', 'from', 'to', 'dueDate', 'itemId', 'taxRate', 'note']}
          adjust={(body) => ({ ...body, partnerId })}
          label={t('bill', { client: name })}
          done={(sale) => {
            notify(t('made', { number: sale.number }), { undo: { label: t('open'), act: () => go(placed(`/sales/${sale.id}`)) } });
            void changed('listTimeEntries', 'summarizeTimeEntries', 'listSales');
            close();
          }}
        >
          <Preview partnerId={partnerId} draft={form.draft.value} />
        </ActForm>
      </div>
    </Dialog>
  );
}

function Preview({ partnerId, draft }: { partnerId: string; draft: Record<string, unknown> }) {
  const [tried, setTried] = useState<DryRun<Billed> | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    let left = false;
    const timer = setTimeout(() => {
      check('billTimeEntries', {}, { ...draft, partnerId })
        .then((answer) => {
          if (!left) {
            setTried(answer);
            setProblem(null);
          }
        })
        .catch((error: unknown) => !left && setProblem(asProblem(error)));
    }, TryPause);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [draft]);
  if (problem) {
    return <p class="wrong" role="alert">{sentence(problem)}</p>;
  }
  if (!tried) {
    return <p class="help">{t('asking')}</p>;
  }
  const { lines, total, currency } = tried.result;
  return (
    <table aria-label={t('preview')}>
      <caption>{t('preview')}</caption>
      <thead>
        <tr>
          <th scope="col">{fieldName('label')}</th>
          <th scope="col" class="right">{fieldName('quantity')}</th>
          <th scope="col" class="right">{fieldName('unitPrice')}</th>
          <th scope="col" class="right">{fieldName('total')}</th>
        </tr>
      </thead>
      <tbody>
        {(lines as unknown as InvoiceLine[]).map((line, index) => (
          <tr key={index}>
            <td>{line.label}</td>
            <td class="right">{quantity(line.quantity)}</td>
            <td class="right"><Money minor={line.unitPrice} currency={currency} bare /></td>
            <td class="right"><Money minor={line.total} currency={currency} bare /></td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>{fieldName('total')}</th>
          <td class="right"><Money minor={total} currency={currency} /></td>
        </tr>
      </tfoot>
    </table>
  );
}
