import { useState } from 'preact/hooks';
import { useAddress } from '../../../data/address';
import { file } from '../../../data/call';
import { may } from '../../../data/company';
import { asProblem, type Problem } from '../../../data/problem';
import { useAnswer } from '../../../data/query';
import { dateText } from '../../../i18n/dates';
import { fieldName, word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Button, Money } from '../../../parts/controls';
import { DocumentLink } from '../../../parts/document-link';
import { download } from '../../../parts/download';
import { Figures } from '../../../parts/record';
import { Failure, Shown } from '../../../parts/states';
import { Ageing } from './ageing';
import type { Partner } from './facts';

const t = texts({
  en: { from: 'From', to: 'To', pdf: 'Statement as PDF', statement: 'Statement of account', document: 'Document', debit: 'Debit', credit: 'Credit', opening: 'Opening balance', closing: 'Closing balance', invoiced: 'Invoiced', paid: 'Paid', credited: 'Credited', overdue: 'Overdue', none: 'Nothing happened between you in this period.' },
  fr: { from: 'Du', to: 'Au', pdf: 'Relevé en PDF', statement: 'Relevé de compte', document: 'Pièce', debit: 'Débit', credit: 'Crédit', opening: 'Solde initial', closing: 'Solde final', invoiced: 'Facturé', paid: 'Réglé', credited: 'En avoir', overdue: 'En retard', none: 'Aucun mouvement entre vous sur cette période.' },
  de: { from: 'Von', to: 'Bis', pdf: 'Kontoauszug als PDF', statement: 'Kontoauszug', document: 'Beleg', debit: 'Soll', credit: 'Haben', opening: 'Anfangssaldo', closing: 'Endsaldo', invoiced: 'Fakturiert', paid: 'Bezahlt', credited: 'Gutgeschrieben', overdue: 'Überfällig', none: 'In diesem Zeitraum ist nichts zwischen Ihnen geschehen.' },
});

function Period() {
  const { query, set } = useAddress();
  return (
    <>
      {(['from', 'to'] as const).map((name) => (
        <label key={name} class="chip">
          {t(name)}
          <input type="date" value={query[name] ?? ''} onChange={(event) => set({ [name]: event.currentTarget.value || undefined }, true)} />
        </label>
      ))}
    </>
  );
}

/** Invoices, purchases and payments between the company and a partner, with the running balance. */
export function Statement({ partner }: { partner: Partner }) {
  const { query } = useAddress();
  const [problem, setProblem] = useState<Problem | null>(null);
  const path = { partnerId: partner.id };
  const period = { ...(query['from'] ? { from: query['from'] } : {}), ...(query['to'] ? { to: query['to'] } : {}) };
  const read = useAnswer('readPartnerStatement', may('readPartnerStatement') ? { path, query: period } : null);
  const pdf = async () => {
    setProblem(null);
    try {
      const answer = await file('getPartnerStatementPdf', { path, query: period });
      download(answer.name, answer.content);
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  return (
    <>
      <Ageing partner={partner} />
      <div class="filters">
        <Period />
        <span class="space" />
        {may('getPartnerStatementPdf') && <Button onClick={pdf}>{t('pdf')}</Button>}
      </div>
      {problem && <Failure problem={problem} />}
      {may('readPartnerStatement') && (
        <Shown read={read} rows={6}>
          {(statement) => (
            <>
              <Figures
                rows={[
                  [t('invoiced'), <Money key="i" minor={statement.invoiced} currency={statement.currency} />],
                  [t('paid'), <Money key="p" minor={statement.paid} currency={statement.currency} />],
                  [t('credited'), <Money key="c" minor={statement.credited} currency={statement.currency} />],
                  [t('overdue'), <Money key="o" minor={statement.overdue} currency={statement.currency} />],
                ]}
              />
              <Lines statement={statement} />
            </>
          )}
        </Shown>
      )}
    </>
  );
}

type Account = NonNullable<ReturnType<typeof useAnswer<'readPartnerStatement'>>['data']>;

function Lines({ statement }: { statement: Account }) {
  const amount = (minor: number) => <Money minor={minor} currency={statement.currency} bare />;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t('statement')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{fieldName('date')}</th>
            <th scope="col">{t('document')}</th>
            <th scope="col">{fieldName('number')}</th>
            <th scope="col" class="right">{t('debit')} ({statement.currency})</th>
            <th scope="col" class="right">{t('credit')}</th>
            <th scope="col" class="right">{fieldName('balance')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{dateText(statement.from)}</td>
            <td colSpan={4}>{t('opening')}</td>
            <td class="right">{amount(statement.opening)}</td>
          </tr>
          {statement.lines.map((line) => (
            <tr key={`${line.documentId} ${line.kind} ${line.balance}`}>
              <td>{dateText(line.date)}</td>
              <td>{word(line.kind)}</td>
              <td>
                <DocumentLink id={line.documentId} label={line.number ?? ''} />
              </td>
              <td class="right">{line.debit === 0 ? '' : amount(line.debit)}</td>
              <td class="right">{line.credit === 0 ? '' : amount(line.credit)}</td>
              <td class="right">{amount(line.balance)}</td>
            </tr>
          ))}
          {statement.lines.length === 0 && (
            <tr>
              <td colSpan={6}>{t('none')}</td>
            </tr>
          )}
          <tr>
            <td>{dateText(statement.to)}</td>
            <td colSpan={4}>
              <strong>{t('closing')}</strong>
            </td>
            <td class="right">
              <strong>{amount(statement.closing)}</strong>
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}
