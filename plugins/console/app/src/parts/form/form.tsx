import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { effect } from '@preact/signals';
import { call, tryOut, type Answer, type Body, type DryRun, type OperationId } from '../../data/call';
import { bodySchema, type Schema } from '../../data/contract';
import { sentence } from '../../i18n/names';
import { texts } from '../../i18n/texts';
import { Button } from '../controls';
import { Failure, Uncertain } from '../states';
import { bodyOf } from './body';
import { Form, openForms, type Draft } from './draft';
import { Fields } from './fields';
import { forgetDraft, keepDraft, keptDraft } from './kept';

const t = texts({
  en: { saving: 'Saving…', kept: 'There is unsent content of this form.', restore: 'Restore it', drop: 'Discard it' },
  fr: { saving: 'Enregistrement…', kept: 'Il reste une saisie non envoyée de ce formulaire.', restore: 'La reprendre', drop: 'L’abandonner' },
  de: { saving: 'Wird gespeichert…', kept: 'Zu diesem Formular gibt es nicht gesendete Eingaben.', restore: 'Übernehmen', drop: 'Verwerfen' },
});

/** How long after the last key what was typed is kept, in milliseconds. */
const KeepPause = 500;

/**
 * A form that lives as long as the component. A changed one asks before the page is left. With `keepAs`, a name of the
 * form, what was typed survives a reload and is offered; forms with secrets have no such name.
 */
export function useForm(initial: Draft = {}, keepAs?: string): Form {
  const form = useMemo(() => new Form(initial, keepAs), []);
  useEffect(() => {
    openForms.add(form);
    const warn = (event: BeforeUnloadEvent) => {
      if (form.changed.value && !keepAs) {
        event.preventDefault();
      }
    };
    addEventListener('beforeunload', warn);
    return () => {
      openForms.delete(form);
      removeEventListener('beforeunload', warn);
    };
  }, [form]);
  useEffect(() => {
    if (!keepAs) {
      return undefined;
    }
    void keptDraft(keepAs).then((draft) => {
      form.kept.value = form.changed.value ? null : draft;
    });
    let timer: ReturnType<typeof setTimeout>;
    let keeping = false;
    const stop = effect(() => {
      const draft = form.draft.value;
      const changed = form.changed.value;
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (changed) {
          keeping = true;
          void keepDraft(keepAs, draft);
        } else if (keeping) {
          keeping = false;
          void forgetDraft(keepAs);
        }
      }, KeepPause);
    });
    return stop;
  }, [form, keepAs]);
  return form;
}

/** Offers what was kept of a form before a reload; nothing is put into the form by itself. */
export function KeptNotice({ form }: { form: Form }) {
  const draft = form.kept.value;
  const drop = () => {
    form.kept.value = null;
    void forgetDraft(form.keepAs ?? '');
  };
  return draft && !form.changed.value ? (
    <p class="notice">
      {t('kept')}{' '}
      <Button
        onClick={() => {
          form.draft.value = draft;
          form.changed.value = true;
          form.kept.value = null;
        }}
      >
        {t('restore')}
      </Button>{' '}
      <Button kind="quiet" onClick={drop}>
        {t('drop')}
      </Button>
    </p>
  ) : null;
}

/** Puts what the service refused beside its field, when the code names one. */
function place(form: Form): void {
  const problem = form.problem.value;
  if (problem && /^(field|amount|line)/.test(problem.code) && problem.detail) {
    form.wrong.value = { ...form.wrong.value, [problem.detail]: sentence(problem) };
  }
}

export interface ActFormProps<Op extends OperationId> {
  operation: Op;
  path?: Record<string, string>;
  version?: number;
  /** Fields to show, in their order; all of the contract when left out. */
  only?: readonly string[];
  initial?: Draft;
  /** Changes what is sent, such as to add what the person does not type. */
  adjust?: (body: Draft) => Draft;
  /** What the button says it does, to what. */
  label: string;
  danger?: boolean;
  done: (answer: Answer<Op>) => void;
  form?: Form;
  schema?: Schema;
  /** Beside the fields of the contract. */
  children?: ComponentChildren;
}

/** A form of an operation: its fields, checks and texts follow from the contract. */
export function ActForm<Op extends OperationId>(props: ActFormProps<Op>) {
  const schema = props.schema ?? bodySchema(props.operation);
  const own = useForm(props.initial, hasSecret(schema) ? undefined : [props.operation, ...Object.values(props.path ?? {})].join(' '));
  const form = props.form ?? own;
  const element = useRef<HTMLFormElement>(null);
  const submit = async () => {
    const answer = await form.submit(async (key) => {
      const body = bodyOf(schema, form.draft.value);
      return { answer: await call(props.operation, requestOf(props, body, key)) };
    });
    if (answer) {
      props.done(answer.answer);
      return;
    }
    place(form);
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  return (
    <form
      ref={element}
      noValidate
      class="act-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          void submit();
        }
      }}
    >
      <KeptNotice form={form} />
      <Fields form={form} schema={schema} {...(props.only ? { only: props.only } : {})} />
      {props.children}
      <FormFoot form={form} label={props.label} danger={props.danger ?? false} again={submit} />
    </form>
  );
}

function requestOf<Op extends OperationId>(props: ActFormProps<Op>, body: Draft, key: string) {
  return {
    path: props.path ?? {},
    body: (props.adjust?.(body) ?? body) as unknown as Body<Op>,
    key,
    ...(props.version === undefined ? {} : { version: props.version }),
  };
}

/** Secrets are never kept. */
function hasSecret(schema: Schema): boolean {
  return Object.entries(schema.properties ?? {}).some(([name, one]) => one['x-secret'] || one.format === 'password' || /password|secret|credential/i.test(name));
}

/** The button of a form, and what went wrong. */
export function FormFoot({ form, label, danger, again, children }: { form: Form; label: string; danger?: boolean; again: () => void; children?: ComponentChildren }) {
  const problem = form.problem.value;
  const placed = problem !== null && problem.detail in form.wrong.value;
  return (
    <>
      {problem?.uncertain && <Uncertain again={again} />}
      {problem && !problem.uncertain && !placed && <Failure problem={problem} />}
      <footer class="form-foot">
        {children}
        <Button kind={danger ? 'danger' : 'primary'} type="submit" disabled={form.saving.value}>
          {form.saving.value ? t('saving') : label}
        </Button>
      </footer>
    </>
  );
}

/** What a form would do, without doing it. */
export async function check<Op extends OperationId>(operation: Op, path: Record<string, string>, draft: Draft): Promise<DryRun<Answer<Op>>> {
  return tryOut(operation, { path, body: bodyOf(bodySchema(operation), draft) as unknown as Body<Op> });
}
