import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../../data/call';
import { may } from '../../../data/company';
import { companyId } from '../../../data/place';
import { useRead } from '../../../data/query';
import { dateText } from '../../../i18n/dates';
import { word } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { inDirection, useCategories } from '../../../parts/categories';
import { Button, Money } from '../../../parts/controls';
import { Shown } from '../../../parts/states';
import { Left } from './candidates';
import { complete, remainder, type Line, type Tick } from './state';
import { ticksOf, type Work } from './work';

const t = texts({
  en: { title: 'Other documents', search: 'Number, partner or label', none: 'No open document is found.', category: 'What is left goes to', act: 'Match the ticked documents', back: 'Back to the suggestions', keys: 'Space ticks, Ctrl+Enter matches.' },
  fr: { title: 'Autres pièces', search: 'Numéro, tiers ou libellé', none: 'Aucune pièce ouverte trouvée.', category: 'Le reste va en', act: 'Rapprocher les pièces cochées', back: 'Retour aux propositions', keys: 'Espace coche, Ctrl+Entrée rapproche.' },
  de: { title: 'Andere Belege', search: 'Nummer, Partner oder Text', none: 'Kein offener Beleg gefunden.', category: 'Der Rest geht auf', act: 'Angekreuzte Belege abgleichen', back: 'Zurück zu den Vorschlägen', keys: 'Leertaste kreuzt an, Strg+Enter gleicht ab.' },
});

const Pause = 200;
const Most = '30';

interface Found extends Omit<Tick, 'amount'> {
  date: string;
}

/** Open sales for money in, open purchases for money out, and movements of the wallet that no line has yet. */
async function find(line: Line, q: string, signal: AbortSignal): Promise<Found[]> {
  const incoming = line.amount > 0;
  const sign = incoming ? 1 : -1;
  const open = { q, paymentStatus: 'unpaid,partially_paid', limit: Most };
  const found: Found[] = [];
  if (incoming && may('listSales')) {
    const sales = (await call('listSales', { query: open, signal })) as { id: string; number: string; partner: { name: string } | null; balance: number; currency: string; date: string }[];
    found.push(...sales.filter((sale) => sale.currency === line.currency).map((sale) => ({ kind: 'sale' as const, id: sale.id, label: `${sale.number} ${sale.partner?.name ?? ''}`, balance: sale.balance, date: sale.date })));
  } else if (!incoming && may('listPurchases')) {
    const purchases = (await call('listPurchases', { query: open, signal })) as { id: string; number: string; partner: { name: string } | null; balance: number; currency: string; date: string }[];
    found.push(...purchases.filter((one) => one.currency === line.currency).map((one) => ({ kind: 'purchase' as const, id: one.id, label: `${one.number} ${one.partner?.name ?? ''}`, balance: -one.balance, date: one.date })));
  }
  if (may('listTransactions')) {
    const query = { walletId: line.walletId, direction: incoming ? 'in' : 'out', kind: 'all', status: 'posted', q, limit: Most };
    const movements = await call('listTransactions', { query, signal });
    found.push(...movements.filter((one) => !one.reconciled).map((one) => ({ kind: 'transaction' as const, id: one.id, label: one.label || word(one.kind), balance: one.amount * sign, date: one.date })));
  }
  return found;
}

/** Several documents can be ticked; what they leave of the line must be nothing, or gets a category. */
export function Search({ line, work }: { line: Line; work: Work }) {
  const { state, send } = work;
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), Pause);
    return () => clearTimeout(timer);
  }, [typed]);
  const read = useRead(['listSales', companyId.value, 'documents', line.id, line.version, asked], (abort) => find(line, asked, abort));
  const act = () => complete(state) && void work.match(ticksOf(state, line.currency));
  const back = () => send({ kind: 'mode', mode: 'suggest' });
  const left = remainder(state);
  const keyed = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      back();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      act();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      step(event);
    }
  };
  return (
    <section aria-label={t('title')} onKeyDown={keyed}>
      <h2>{t('title')}</h2>
      <input ref={field} type="search" aria-label={t('search')} placeholder={t('search')} value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      <Shown read={read}>{(found) => <Results line={line} work={work} found={withTicked(found, state.ticks)} />}</Shown>
      <div class="search-foot">
        <Left minor={left} currency={line.currency} />
        {state.ticks.length > 0 && left !== 0 && <CategoryChoice left={left} work={work} />}
        <div class="acts">
          <Button kind="primary" disabled={!complete(state)} onClick={act}>
            {t('act')}
          </Button>
          <Button onClick={back}>{t('back')}</Button>
          <span class="small">{t('keys')}</span>
        </div>
      </div>
    </section>
  );
}

/** What is ticked stays in sight when another text is searched. */
function withTicked(found: readonly Found[], ticks: readonly Tick[]): Found[] {
  const others = ticks.filter((tick) => !found.some((one) => one.id === tick.id));
  return [...others.map((tick) => ({ ...tick, date: '' })), ...found];
}

/** ↓ and ↑ go from field to boxes and between them. */
function step(event: KeyboardEvent): void {
  const section = (event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('input');
  const all = [...section];
  const to = all[all.indexOf(document.activeElement as HTMLElement) + (event.key === 'ArrowDown' ? 1 : -1)];
  if (to) {
    event.preventDefault();
    to.focus();
  }
}

function Results({ line, work, found }: { line: Line; work: Work; found: readonly Found[] }) {
  if (found.length === 0) {
    return <p>{t('none')}</p>;
  }
  return (
    <ul class="fields">
      {found.map(({ date, ...one }) => {
        const tick = work.state.ticks.find((other) => other.id === one.id);
        return (
          <li key={one.id}>
            <label class="document">
              <span>
                <input
                  type="checkbox"
                  checked={tick !== undefined}
                  onChange={() => work.send({ kind: 'tick', tick: { kind: one.kind, id: one.id, label: one.label, balance: one.balance } })}
                />{' '}
                {one.label} <small>{date && dateText(date)}</small>
              </span>
              <Money minor={tick ? tick.amount : one.balance} currency={line.currency} />
            </label>
          </li>
        );
      })}
    </ul>
  );
}

function CategoryChoice({ left, work }: { left: number; work: Work }) {
  const categories = inDirection(useCategories(), left < 0 ? 'out' : 'in');
  return (
    <div class="field">
      <label for="write-off">{t('category')}</label>
      <select id="write-off" value={work.state.writeOff} onChange={(event) => work.send({ kind: 'category', key: event.currentTarget.value })}>
        <option value="" />
        {categories.map((one) => (
          <option key={one.key} value={one.key}>
            {one.label}
          </option>
        ))}
      </select>
    </div>
  );
}
