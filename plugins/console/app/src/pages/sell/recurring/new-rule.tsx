import { call, type Body } from '../../../data/call';
import { bodySchema } from '../../../data/contract';
import { dateText, today } from '../../../i18n/dates';
import { texts } from '../../../i18n/texts';
import { DocumentForm } from '../../../parts/document/draft/document-form';
import { bodyOf } from '../../../parts/form/body';
import { Refusal, type Draft } from '../../../parts/form/draft';
import { Fields } from '../../../parts/form/fields';
import { notify } from '../../../parts/notices';
import { rulesChanged } from './rule';

const t = texts({
  en: { rule: 'When', save: 'Save the rule', saved: 'Saved; the next sale is made on {date}.' },
  fr: { rule: 'Quand', save: 'Enregistrer la règle', saved: 'Enregistré ; prochaine vente le {date}.' },
  de: { rule: 'Wann', save: 'Regel speichern', saved: 'Gespeichert; der nächste Verkauf wird am {date} angelegt.' },
});

const RuleFields = ['every', 'interval', 'dayOfMonth', 'startsOn', 'endsOn', 'maxCount', 'send'] as const;

/** The part of the body that says when; the document is its template. */
function ruleSchema() {
  const { properties, required } = bodySchema('createRecurringSale');
  return {
    type: 'object',
    properties: Object.fromEntries(RuleFields.flatMap((name) => (properties?.[name] ? [[name, properties[name]]] : []))),
    required: (required ?? []).filter((name) => name !== 'template'),
  };
}

/** The rule as the body has it; what is wrong with it is said at its fields, which lie below `rule`. */
function ruleOf(draft: Draft): Draft {
  try {
    return bodyOf(ruleSchema(), draft);
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(Object.fromEntries(Object.entries(error.wrong).map(([path, text]) => [`rule.${path}`, text]))) : error;
  }
}

/** A sale that is made again and again: the form of a sale, and when. At the side is what each of them would be. */
export function NewRule({ close }: { close: () => void }) {
  return (
    <DocumentForm
      operation="createSale"
      head={[]}
      more={['businessUnitId', 'currency', 'pricesIncludeTax', 'discountPercent', 'discountAmount', 'deliverLater', 'locationId', 'purchaseOrderRef', 'note']}
      initial={{ rule: { every: 'month', interval: '1', startsOn: today(), send: true } }}
      label={t('save')}
      anonymous={false}
      adjust={({ rule: _, ...body }) => body}
      payment={(form) => (
        <fieldset>
          <legend>{t('rule')}</legend>
          <div class="across">
            <Fields form={form} schema={ruleSchema()} prefix="rule." only={RuleFields} />
          </div>
        </fieldset>
      )}
      save={async (template, key, form) => {
        const rule = ruleOf((form.value('rule') ?? {}) as Draft);
        const made = await call('createRecurringSale', { body: { ...rule, template } as unknown as Body<'createRecurringSale'>, key });
        notify(t('saved', { date: dateText(made.nextOn) }));
      }}
      done={() => {
        void rulesChanged();
        close();
      }}
    />
  );
}
