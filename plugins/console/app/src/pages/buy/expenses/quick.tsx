import { useRef, useState } from 'preact/hooks';
import type { Answer } from '../../../data/call';
import { bodySchema } from '../../../data/contract';
import { changed } from '../../../data/query';
import { today } from '../../../i18n/dates';
import { texts } from '../../../i18n/texts';
import { inDirection, useCategories, withCategories } from '../../../parts/categories';
import { Money, Section } from '../../../parts/controls';
import { Fields } from '../../../parts/form/fields';
import { ActForm } from '../../../parts/form/act-form';
import { useForm } from '../../../parts/form/form';
import { notify } from '../../../parts/notices';

const t = texts({
  en: { save: 'Save and next', keys: 'Ctrl+Enter saves and begins the next one.', more: 'Date, supplier, reference', saved: '{label} is saved.', entered: 'Entered just now' },
  fr: { save: 'Enregistrer et suivante', keys: 'Ctrl+Entrée enregistre et commence la suivante.', more: 'Date, fournisseur, référence', saved: '{label} est enregistrée.', entered: 'Saisies à l’instant' },
  de: { save: 'Speichern und nächste', keys: 'Strg+Eingabe speichert und beginnt die nächste.', more: 'Datum, Lieferant, Referenz', saved: '{label} ist gespeichert.', entered: 'Gerade eingegeben' },
});

const Five = ['label', 'amount', 'taxRate', 'category', 'walletId'] as const;
const More = ['date', 'partnerId', 'reference'] as const;
/** What the next expense begins with. */
const Kept = ['walletId', 'category', 'date'] as const;

type Expense = Answer<'createExpense'>;

/** One expense after the other: five fields, Ctrl+Enter, next. */
export function Quick() {
  const form = useForm({ date: today() });
  const place = useRef<HTMLDivElement>(null);
  const [entered, setEntered] = useState<Expense[]>([]);
  const schema = withCategories(bodySchema('createExpense'), inDirection(useCategories(), 'out'));
  const next = (expense: Expense) => {
    void changed('listExpenses', 'listWallets');
    notify(t('saved', { label: expense.label }));
    setEntered([expense, ...entered]);
    form.draft.value = Object.fromEntries(Kept.map((name) => [name, form.value(name)]).filter(([, value]) => value));
    form.changed.value = false;
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('[data-path=label]')?.focus());
  };
  return (
    <div ref={place} class="fields">
      <p class="small">{t('keys')}</p>
      <ActForm operation="createExpense" form={form} schema={schema} only={Five} label={t('save')} done={next}>
        <details>
          <summary>{t('more')}</summary>
          <Fields form={form} schema={schema} only={More} />
        </details>
      </ActForm>
      {entered.length > 0 && (
        <Section title={t('entered')}>
          <table>
            <tbody>
              {entered.map((one) => (
                <tr key={one.id}>
                  <th scope="row">{one.label}</th>
                  <td class="right">
                    <Money minor={one.amount} currency={one.currency} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Section>
      )}
    </div>
  );
}
