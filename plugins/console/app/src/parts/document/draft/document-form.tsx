import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { call, type Answer } from '../../../data/call';
import { company } from '../../../data/company';
import { bodySchema, type Schema } from '../../../data/contract';
import { texts } from '../../../i18n/texts';
import { bodyOf } from '../../form/body';
import type { Draft, Form } from '../../form/draft';
import { Fields } from '../../form/fields';
import { FormFoot, useForm } from '../../form/form';
import { Grid, lineBodies, useLines, type LineStart } from '../../grid/grid';
import { saleColumns } from './columns';
import { Customer } from './customer';
import { placed } from './places';
import { Result } from './result';
import { useTrial, type Body, type DocumentOperation } from './try';
import '../document.css';
import './draft.css';

const t = texts({
  en: { lines: 'Lines', more: 'More', check: 'What is shown beside comes from the service; nothing is saved yet.' },
  fr: { lines: 'Lignes', more: 'Plus', check: 'Ce qui est affiché à côté vient du service ; rien n’est encore enregistré.' },
  de: { lines: 'Positionen', more: 'Mehr', check: 'Was daneben steht, kommt vom Dienst; noch ist nichts gespeichert.' },
});

interface Props<Op extends DocumentOperation> {
  operation: Op;
  /** Fields that are always shown, and those behind "More". */
  head: readonly string[];
  more: readonly string[];
  initial?: Draft;
  start?: readonly LineStart[];
  label: string;
  /** Is a document without a customer possible? */
  anonymous: boolean;
  /** What is below the lines, such as how it is paid. */
  payment?: (form: Form) => ComponentChildren;
  /** Changes what is sent. */
  adjust?: (body: Body) => Body;
  /** Sends something else than the document itself, such as a rule that makes it again and again. */
  save?: (body: Body, key: string, form: Form) => Promise<unknown>;
  done: (answer: Answer<Op>) => void;
}

/** The contract of a document without its lines, which the grid checks. */
function headSchema(operation: DocumentOperation): Schema {
  const schema = bodySchema(operation);
  const { lines: _, ...properties } = schema.properties ?? {};
  return { ...schema, properties, required: [] };
}

/** The form of sales and quotes: customer, dates, lines, and at the side what the service would make of it. */
export function DocumentForm<Op extends DocumentOperation>(props: Props<Op>) {
  const { operation } = props;
  const form = useForm({ pricesIncludeTax: company.value?.pricesIncludeTax, ...props.initial });
  const schema = headSchema(operation);
  const rest = useRef<HTMLDivElement>(null);
  const base = company.value?.currency ?? 'EUR';
  const lines = useLines(saleColumns({ currency: base, amounts: new Map() }), props.start);
  const body = (): Body => {
    const head = bodyOf(schema, form.draft.value);
    const made = { ...head, lines: lineBodies(lines) };
    return props.adjust?.(made) ?? made;
  };
  const text = JSON.stringify([form.draft.value, lines.all.value.map((line) => [line.item?.id, line.cells])]);
  const trial = useTrial(operation, text, () => (lines.filled.length === 0 ? null : body()));
  const result = trial.answer?.result;
  const told = trial.current && result ? result.lines.map((line) => (result.pricesIncludeTax ? line.total : line.net)) : [];
  lines.columns = saleColumns({ currency: result?.currency ?? base, amounts: new Map(lines.filled.flatMap((line, index) => (told[index] === undefined ? [] : [[line.key, told[index]]]))) }, lines.all.value);

  const submit = async () => {
    const send = (key: string) => (props.save ? props.save(body(), key, form) : call(operation, { body: body() as never, key }));
    const answer = await form.submit(async (key) => ({ saved: (await send(key)) as Answer<Op> }));
    if (answer) {
      props.done(answer.saved);
      return;
    }
    if (form.problem.value) {
      form.wrong.value = placed(form.problem.value, lines.filled);
    }
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.draft [aria-invalid=true]')?.focus());
  };
  // What is still missing is said when the document is saved, not while it is typed.
  const tried = trial.problem ? placed(trial.problem, lines.filled) : {};
  const missing = trial.problem?.code === 'field-required';
  return (
    <form
      noValidate
      class="draft"
      onSubmit={(event) => {
        event.preventDefault();
        // Forms of dialogs, such as for a new customer, are inside this one.
        if (event.target === event.currentTarget) {
          void submit();
        }
      }}
      onKeyDown={(event) => {
        const inDialog = event.target instanceof Element && event.target.closest('dialog');
        if (event.key !== 'Enter' || event.defaultPrevented || inDialog) {
          return;
        }
        if (event.ctrlKey || event.metaKey) {
          event.preventDefault();
          void submit();
        } else if (event.target instanceof HTMLInputElement) {
          // A document is saved by Ctrl+Enter or its button, never by Enter in a field.
          event.preventDefault();
        }
      }}
    >
      <div>
        <Customer form={form} optional={props.anonymous} />
        <div class="across">
          <Fields form={form} schema={schema} only={props.head} />
        </div>
        <Grid
          lines={lines}
          label={t('lines')}
          wrong={{ ...(missing ? {} : tried), ...form.wrong.value }}
          save={() => void submit()}
          leave={() => rest.current?.querySelector<HTMLElement>('input, select, button')?.focus()}
        />
        <div ref={rest} class="rest">
          {props.payment?.(form)}
          <details>
            <summary>{t('more')}</summary>
            <div class="across">
              <Fields form={form} schema={schema} only={props.more} />
            </div>
          </details>
          <FormFoot form={form} label={props.label} again={() => void submit()}>
            <small>{t('check')}</small>
          </FormFoot>
        </div>
      </div>
      <aside>
        <Result trial={Object.keys(tried).length > 0 ? { ...trial, problem: null, current: false } : trial} />
      </aside>
    </form>
  );
}
