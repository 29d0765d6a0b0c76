import { useEffect, useRef, useState } from 'preact/hooks';
import { call, newKey } from '../../../data/call';
import { asProblem, type Problem } from '../../../data/problem';
import { sentence } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { Button, Money } from '../../../parts/controls';
import { Dialog } from '../../../parts/dialog';
import { Loading } from '../../../parts/states';
import { scoreText } from './candidates';
import { unmatched, type Line } from './state';
import { verySure, type Suggestion } from './suggestions';
import { matchOf, type Work } from './work';

const t = texts({
  en: { title: 'Accept what is certain', about: 'Suggestions of 98 % and more that are clearly the first. Untick what you do not want.', none: 'No suggestion is that certain.', reading: '{n} of {all} lines read', act: { one: 'Accept {n} suggestion', other: 'Accept {n} suggestions' }, doing: '{n} of {all} accepted', accepted: 'Accepted', limit: 'Only the first {n} lines were read.' },
  fr: { title: 'Accepter ce qui est certain', about: 'Propositions de 98 % et plus, nettement les premières. Décochez ce que vous ne voulez pas.', none: 'Aucune proposition n’est aussi certaine.', reading: '{n} lignes lues sur {all}', act: { one: 'Accepter {n} proposition', other: 'Accepter {n} propositions' }, doing: '{n} acceptées sur {all}', accepted: 'Acceptée', limit: 'Seules les {n} premières lignes ont été lues.' },
  de: { title: 'Sicheres annehmen', about: 'Vorschläge ab 98 %, die klar an erster Stelle stehen. Nehmen Sie weg, was Sie nicht wollen.', none: 'Kein Vorschlag ist so sicher.', reading: '{n} von {all} Buchungen gelesen', act: { one: '{n} Vorschlag annehmen', other: '{n} Vorschläge annehmen' }, doing: '{n} von {all} angenommen', accepted: 'Angenommen', limit: 'Nur die ersten {n} Buchungen wurden gelesen.' },
});

/** Lines that are looked at together: a session has 600 requests a minute. */
const Most = 200;
/** Suggestions that are read at the same time. */
const Together = 4;

interface Offer {
  line: Line;
  suggestion: Suggestion;
  key: string;
  taken: boolean;
  done: boolean;
  problem: Problem | null;
}

/** Lists what would be accepted before anything is; then one request per line, each with its own key. */
export function AcceptAll({ work, close }: { work: Work; close: () => void }) {
  const [offers, setOffers] = useState<Offer[]>([]);
  const [read, setRead] = useState(0);
  const [running, setRunning] = useState(false);
  const [lines] = useState(() => work.state.lines.filter(unmatched).slice(0, Most));
  const closed = useRef(false);
  useEffect(() => {
    const queue = [...lines];
    const next = async (): Promise<void> => {
      const line = queue.shift();
      if (!line || closed.current) {
        return;
      }
      const found = await call('suggestMatches', { path: { id: line.id } }).catch(() => []);
      if (verySure(found)) {
        setOffers((before) => [...before, { line, suggestion: found[0]!, key: newKey(), taken: true, done: false, problem: null }]);
      }
      setRead((n) => n + 1);
      await next();
    };
    void Promise.all(Array.from({ length: Together }, next));
    return () => {
      closed.current = true;
    };
  }, []);

  const change = (id: string, to: Partial<Offer>) => setOffers((before) => before.map((one) => (one.line.id === id ? { ...one, ...to } : one)));
  const open = offers.filter((one) => one.taken && !one.done);
  const act = async () => {
    setRunning(true);
    for (const { line, suggestion, key } of open) {
      if (closed.current) {
        return;
      }
      try {
        const answer = await call('matchBankTransaction', { path: { id: line.id }, body: matchOf(line, suggestion), key });
        change(line.id, { done: true, problem: null });
        work.acted(answer);
      } catch (error) {
        const problem = asProblem(error);
        change(line.id, { problem, ...(problem.uncertain ? {} : { key: newKey() }) });
        if (problem.status === 401 || problem.status === 429) {
          break;
        }
      }
    }
    setRunning(false);
  };

  return (
    <Dialog title={t('title')} close={close} wide>
      <div class="import">
        <p>{t('about')}</p>
        {read < lines.length && <p role="status">{t('reading', { n: read, all: lines.length })}</p>}
        {read < lines.length && offers.length === 0 && <Loading rows={4} />}
        {read === lines.length && offers.length === 0 && <p>{t('none')}</p>}
        {lines.length === Most && <p class="small">{t('limit', { n: Most })}</p>}
        {offers.length > 0 && (
          <table>
            <tbody>
              {offers.map((offer) => (
                <OfferRow key={offer.line.id} offer={offer} take={(taken) => change(offer.line.id, { taken })} />
              ))}
            </tbody>
          </table>
        )}
        <footer>
          {offers.some((one) => one.done) && <span role="status">{t('doing', { n: offers.filter((one) => one.done).length, all: offers.length })}</span>}
          {open.length > 0 && (
            <Button kind="primary" disabled={running || read < lines.length} onClick={() => void act()}>
              {t('act', { n: open.length })}
            </Button>
          )}
        </footer>
      </div>
    </Dialog>
  );
}

function OfferRow({ offer: { line, suggestion, taken, done, problem }, take }: { offer: Offer; take: (taken: boolean) => void }) {
  return (
    <tr>
      <td>
        <input type="checkbox" aria-label={line.label} checked={taken} disabled={done} onChange={(event) => take(event.currentTarget.checked)} />
      </td>
      <td>{line.label}</td>
      <td>{suggestion.matches.map((match) => `${match.number ?? ''} ${match.partner?.name ?? ''}`).join(', ')}</td>
      <td>{scoreText(suggestion.score)}</td>
      <td class="right">
        <Money minor={line.amount} currency={line.currency} />
      </td>
      <td>{done ? t('accepted') : problem ? <span class="wrong">{sentence(problem)}</span> : ''}</td>
    </tr>
  );
}
