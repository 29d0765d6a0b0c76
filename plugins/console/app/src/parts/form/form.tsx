import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { call, tryOut, type Answer, type Body, type DryRun, type OperationId } from '../../data/call';
import { bodySchema, type Schema } from '../../data/contract';
import { sentence } from '../../i18n/names';
import { texts } from '../../i18n/texts';
import { Button } from '../controls';
import { confirm } from '../dialog';
import { Failure, Uncertain } from '../states';
import { bodyOf } from './body';
import { Form, type Draft } from './draft';
import { Fields } from './fields';

const t = texts({
  en: { saving: 'Saving…', leave: 'What you have entered is not saved.', discard: 'Discard it' },
  fr: { saving: 'Enregistrement…', leave: 'Ce que vous avez saisi n’est pas enregistré.', discard: 'L’abandonner' },
  de: { saving: 'Wird gespeichert…', leave: 'Ihre Eingaben sind nicht gespeichert.', discard: 'Verwerfen' },
});

/** A form that lives as long as the component; a changed one asks before the page is left. */
export function useForm(initial: Draft = {}): Form {
  const form = useMemo(() => new Form(initial), []);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (form.changed.value) {
        event.preventDefault();
      }
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [form]);
  return form;
}

/** May the form be left? Asks once when it has changes. */
export async function mayLeave(form: Form): Promise<boolean> {
  return !form.changed.value || confirm(t('leave'), t('discard'));
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
  const own = useForm(props.initial);
  const form = props.form ?? own;
  const schema = props.schema ?? bodySchema(props.operation);
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
