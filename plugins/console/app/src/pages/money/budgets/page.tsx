import { useEffect, useState } from 'preact/hooks';
import { useAddress } from '../../../data/address';
import { call, newKey, type Answer, type Body } from '../../../data/call';
import { may } from '../../../data/company';
import { exact } from '../../../data/json';
import { placed } from '../../../data/place';
import { asProblem, type Problem } from '../../../data/problem';
import { changed, useAnswer } from '../../../data/query';
import { today } from '../../../i18n/dates';
import { fieldName } from '../../../i18n/names';
import { texts } from '../../../i18n/texts';
import { majorText } from '../../../money/format';
import { parseAmount } from '../../../money/parse';
import { categoryLabel, useCategories, type Category } from '../../../parts/categories';
import { Button, Money } from '../../../parts/controls';
import { notify } from '../../../parts/notices';
import { Failure, Shown, Uncertain } from '../../../parts/states';
import { Page } from '../../../shell/page';
import { Categories } from './categories';
import { lastDay, monthBeside, rowsOf, spentShare, typed, type Drafts } from './drafts';
import './page.css';

const t = texts({
  en: { title: 'Budgets', month: 'Month', before: 'Month before', after: 'Month after', categories: 'Categories', budget: 'Budget', spent: 'Spent', remaining: 'Remaining', share: 'Share', save: 'Save the budgets of {month}', saving: 'Saving…', saved: 'The budgets of {month} are saved.', copy: 'Take over the month before', number: 'This is not an amount, or could be read in two ways.' },
  fr: { title: 'Budgets', month: 'Mois', before: 'Mois précédent', after: 'Mois suivant', categories: 'Catégories', budget: 'Budget', spent: 'Dépensé', remaining: 'Reste', share: 'Part', save: 'Enregistrer les budgets de {month}', saving: 'Enregistrement…', saved: 'Les budgets de {month} sont enregistrés.', copy: 'Reprendre le mois précédent', number: 'Ce n’est pas un montant, ou il pourrait être lu de deux façons.' },
  de: { title: 'Budgets', month: 'Monat', before: 'Monat davor', after: 'Monat danach', categories: 'Kategorien', budget: 'Budget', spent: 'Ausgegeben', remaining: 'Rest', share: 'Anteil', save: 'Budgets von {month} speichern', saving: 'Wird gespeichert…', saved: 'Die Budgets von {month} sind gespeichert.', copy: 'Vormonat übernehmen', number: 'Das ist kein Betrag oder könnte auf zwei Arten gelesen werden.' },
});

type Budgets = Answer<'listBudgets'>;

export default function BudgetsPage() {
  const { query, set } = useAddress();
  const period = query['period'] ?? today().slice(0, 7);
  const read = useAnswer('listBudgets', { query: { period, limit: '500' } });
  const categories = useCategories();
  const tools = (
    <div class="budget-tools">
      <Button aria-label={t('before')} onClick={() => set({ period: monthBeside(period, -1) })}>
        ←
      </Button>
      <input type="month" aria-label={t('month')} value={period} onChange={(event) => event.currentTarget.value && set({ period: event.currentTarget.value })} />
      <Button aria-label={t('after')} onClick={() => set({ period: monthBeside(period, 1) })}>
        →
      </Button>
      {may('replaceTransactionCategories') && <Button onClick={() => set({ panel: 'categories' })}>{t('categories')}</Button>}
    </div>
  );
  return (
    <Page title={t('title')} acts={tools}>
      <div class="list">
        <div class="list-main budgets">
          <Shown read={read} rows={8}>
            {(budgets) => <Month key={period} period={period} budgets={budgets} categories={categories} />}
          </Shown>
        </div>
        {query['panel'] === 'categories' && categories.length > 0 && <Categories categories={categories} close={() => set({ panel: undefined })} />}
      </div>
    </Page>
  );
}

function draftsOf(budgets: Budgets): Drafts {
  return Object.fromEntries(budgets.map((one) => [one.category, majorText(one.amount, one.currency)]));
}

function Month({ period, budgets, categories }: { period: string; budgets: Budgets; categories: readonly Category[] }) {
  const [drafts, setDrafts] = useState<Drafts>(() => draftsOf(budgets));
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [saving, setSaving] = useState(false);
  const [key, setKey] = useState(newKey);
  const earlier = useAnswer('listBudgets', { query: { period: monthBeside(period, -1), limit: '500' } });
  const writes = may('replaceBudgets');
  useEffect(() => setDrafts(draftsOf(budgets)), [budgets]);
  const save = async () => {
    const result = typed(drafts, parseAmount);
    setWrong(result.wrong);
    if (result.wrong.length > 0) {
      return;
    }
    setSaving(true);
    setProblem(null);
    try {
      const body: Body<'replaceBudgets'> = { period, budgets: result.budgets.map((one) => ({ category: one.category, amount: exact(one.amount) })) };
      await call('replaceBudgets', { body, key });
      setKey(newKey());
      void changed('listBudgets');
      notify(t('saved', { month: period }));
    } catch (error) {
      const found = asProblem(error);
      setProblem(found);
      setKey(found.uncertain ? key : newKey());
    }
    setSaving(false);
  };
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label={t('title')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{fieldName('category')}</th>
              <th scope="col" class="right">{t('budget')}</th>
              <th scope="col" class="right">{t('spent')}</th>
              <th scope="col" class="right">{t('remaining')}</th>
              <th scope="col">{t('share')}</th>
            </tr>
          </thead>
          <tbody>
            {rowsOf(categories, budgets).map((category) => (
              <BudgetRow
                key={category}
                label={categoryLabel(categories, category)}
                href={placed(`/expenses?category=${encodeURIComponent(category)}&from=${period}-01&to=${lastDay(period)}`)}
                budget={budgets.find((one) => one.category === category)}
                text={drafts[category] ?? ''}
                wrong={wrong.includes(category)}
                set={writes ? (text) => setDrafts({ ...drafts, [category]: text }) : undefined}
              />
            ))}
          </tbody>
        </table>
      </div>
      {problem?.uncertain && <Uncertain again={() => void save()} />}
      {problem && !problem.uncertain && <Failure problem={problem} />}
      {writes && (
        <footer class="form-foot">
          {budgets.length === 0 && earlier.data && earlier.data.length > 0 && <Button onClick={() => setDrafts(draftsOf(earlier.data ?? []))}>{t('copy')}</Button>}
          <Button kind="primary" disabled={saving} onClick={() => void save()}>
            {saving ? t('saving') : t('save', { month: period })}
          </Button>
        </footer>
      )}
    </>
  );
}

interface RowProps {
  label: string;
  href: string;
  budget: Budgets[number] | undefined;
  text: string;
  wrong: boolean;
  set: ((text: string) => void) | undefined;
}

function BudgetRow({ label, href, budget, text, wrong, set }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <a href={href}>{label}</a>
      </th>
      <td class="right">
        {set ? (
          <>
            <input class="number" inputMode="decimal" autoComplete="off" aria-label={`${t('budget')} ${label}`} aria-invalid={wrong || undefined} value={text} onInput={(event) => set(event.currentTarget.value)} />
            {wrong && <p class="wrong">{t('number')}</p>}
          </>
        ) : (
          budget && <Money minor={budget.amount} currency={budget.currency} />
        )}
      </td>
      <td class="right">{budget && <Money minor={budget.spent} currency={budget.currency} />}</td>
      <td class={budget && budget.remaining < 0 ? 'right over' : 'right'}>{budget && <Money minor={budget.remaining} currency={budget.currency} />}</td>
      <td>{budget && <progress max={100} value={spentShare(budget)} aria-label={`${t('share')} ${label}`} />}</td>
    </tr>
  );
}
