import { useEffect, useMemo, useRef } from 'preact/hooks';
import { bodySchema } from '../../../data/contract';
import { may } from '../../../data/company';
import { placed } from '../../../data/place';
import { dateText } from '../../../i18n/dates';
import { fieldName, word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { inDirection, useCategories, withCategories } from '../../../parts/categories';
import { Badge, Button, Facts, Money } from '../../../parts/controls';
import { Form } from '../../../parts/form/draft';
import { ActForm } from '../../../parts/form/act-form';
import { Slot } from '../../../parts/slot';
import { unmatched, type Line, type Mode } from './state';
import type { Work } from './work';

const t = texts({
  en: {
    record: 'Record as movement', recordAct: 'Record the movement', ignore: 'Ignore', ignoreAct: 'Ignore this line', search: 'Look for other documents', reopen: 'Reopen', back: 'Back',
    matches: 'Matched with', reason: 'Reason', twice: 'This may be the same as another line of that day.', removed: 'The bank took this line back on {date}.',
  },
  fr: {
    record: 'Enregistrer comme mouvement', recordAct: 'Enregistrer le mouvement', ignore: 'Ignorer', ignoreAct: 'Ignorer cette ligne', search: 'Chercher d’autres pièces', reopen: 'Rouvrir', back: 'Retour',
    matches: 'Rapprochée de', reason: 'Motif', twice: 'Cette ligne est peut-être la même qu’une autre de ce jour.', removed: 'La banque a repris cette ligne le {date}.',
  },
  de: {
    record: 'Als Bewegung buchen', recordAct: 'Bewegung buchen', ignore: 'Ignorieren', ignoreAct: 'Diese Buchung ignorieren', search: 'Andere Belege suchen', reopen: 'Wieder öffnen', back: 'Zurück',
    matches: 'Abgeglichen mit', reason: 'Grund', twice: 'Dies ist vielleicht dieselbe wie eine andere Buchung des Tages.', removed: 'Die Bank hat diese Buchung am {date} zurückgenommen.',
  },
});

const Documents: Record<string, string> = { sale: '/sales/', purchase: '/purchases/' };

/** The second column: all that the bank says about the line, and what can be done with it. */
export function LineView({ line, work }: { line: Line; work: Work }) {
  const { state, send } = work;
  const mode = (to: Mode) => send({ kind: 'mode', mode: to });
  return (
    <section aria-label={line.label}>
      <h2>
        <Money minor={line.amount} currency={line.currency} />
      </h2>
      <p>{line.label}</p>
      <Slot name="bankLine.actions" record={line} />
      {line.possibleDuplicateOf && <p class="wrong">{t('twice')}</p>}
      {line.removedAt && <p class="wrong">{t('removed', { date: dateText(line.removedAt) })}</p>}
      <Facts
        rows={[
          [fieldName('status'), <Badge value={line.status} />],
          [fieldName('bookedAt'), dateText(line.bookedAt)],
          [fieldName('valueDate'), line.valueDate === line.bookedAt ? '' : dateText(line.valueDate)],
          [fieldName('counterparty'), line.counterparty.name],
          [fieldName('iban'), line.counterparty.iban],
          [fieldName('reference'), line.reference],
          [fieldName('endToEndId'), line.endToEndId],
          [fieldName('bankReference'), line.bankReference],
          [t('reason'), line.ignoredReason],
        ]}
      />
      {line.matches.length > 0 && <Matches line={line} />}
      {unmatched(line) && may('matchBankTransaction') && state.mode === 'suggest' && (
        <div class="acts">
          <Button onClick={() => mode('search')}>{t('search')} (/)</Button>
          <Button onClick={() => mode('record')}>{t('record')} (t)</Button>
          <Button onClick={() => mode('ignore')}>{t('ignore')} (i)</Button>
        </div>
      )}
      {!unmatched(line) && may('reopenBankTransaction') && (
        <div class="acts">
          <Button disabled={state.busy} onClick={() => void work.reopen(line.id)}>
            {t('reopen')}
          </Button>
        </div>
      )}
      {unmatched(line) && (state.mode === 'record' || state.mode === 'ignore') && <Forms key={state.mode} line={line} work={work} back={() => mode('suggest')} />}
    </section>
  );
}

function Matches({ line }: { line: Line }) {
  return (
    <>
      <h3>{t('matches')}</h3>
      <ul>
        {line.matches.map((match) => (
          <li key={match.id} class="document">
            {Documents[match.kind] ? <a href={placed(Documents[match.kind] + match.id)}>{match.number}</a> : <span>{word(match.kind)}</span>}
            <span>{match.partner?.name}</span>
            <Money minor={match.amount} currency={line.currency} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Records the line as a movement of its own, or sets it aside. */
function Forms({ line, work, back }: { line: Line; work: Work; back: () => void }) {
  const element = useRef<HTMLDivElement>(null);
  const record = work.state.mode === 'record';
  const categories = inDirection(useCategories(), line.amount < 0 ? 'out' : 'in');
  const form = useMemo(() => new Form(), []);
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('select, input, textarea')?.focus();
  }, []);
  return (
    <div
      ref={element}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) {
          event.preventDefault();
          back();
        }
      }}
    >
      <h3>{t(record ? 'record' : 'ignore')}</h3>
      {record ? (
        <ActForm
          operation="recordBankTransaction"
          path={{ id: line.id }}
          form={form}
          schema={withCategories(bodySchema('recordBankTransaction'), categories)}
          only={['category', 'label', 'partnerId', 'taxRate']}
          label={t('recordAct')}
          done={(answer) => work.acted(answer.bankTransaction)}
        >
          <Button onClick={back}>{t('back')}</Button>
        </ActForm>
      ) : (
        <ActForm operation="ignoreBankTransaction" path={{ id: line.id }} form={form} label={t('ignoreAct')} done={work.acted}>
          <Button onClick={back}>{t('back')}</Button>
        </ActForm>
      )}
    </div>
  );
}
