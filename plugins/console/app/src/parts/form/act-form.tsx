import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { call, tryOut, type Answer, type Body, type DryRun, type OperationId } from '../../data/call';
import { bodySchema, type Schema } from '../../data/contract';
import { sentence } from '../../i18n/names';
import { bodyOf, typedPath } from './body';
import { fieldOf, type Draft, type Form } from './draft';
import { Fields } from './fields';
import { FormFoot, KeptNotice, useForm } from './form';

/** Puts what the service refused beside its field, when the code names one. */
function place(form: Form, body: Draft): void {
  const problem = form.problem.value;
  const path = problem && fieldOf(problem);
  if (path) {
    form.wrong.value = { ...form.wrong.value, [typedPath(body, path)]: sentence(problem) };
  }
}

export interface ActFormProps<Op extends OperationId> {
  operation: Op;
  path?: Record<string, string>;
  /** The version of the record that the person has seen. */
  version?: number;
  /** Fields to show, in their order; all of the contract when left out. */
  only?: readonly string[];
  initial?: Draft;
  /** Changes what is sent, such as to add what the person does not type. */
  adjust?: (body: Draft) => Draft;
  /** What the button says it does, to what. */
  label: string;
  danger?: boolean;
  /** Asks before it is sent, such as with `confirm`; nothing is sent unless it says yes. */
  before?: () => Promise<boolean>;
  done: (answer: Answer<Op>) => void;
  form?: Form;
  schema?: Schema;
  /** Before the fields of the contract. */
  lead?: ComponentChildren;
  /** After the fields of the contract. */
  children?: ComponentChildren;
}

/** A form of an operation: its fields, checks and texts follow from the contract. */
export function ActForm<Op extends OperationId>(props: ActFormProps<Op>) {
  const schema = props.schema ?? bodySchema(props.operation);
  const own = useForm(props.initial, hasSecret(schema) ? undefined : [props.operation, ...Object.values(props.path ?? {})].join(' '));
  const form = props.form ?? own;
  const element = useRef<HTMLFormElement>(null);
  const submit = async () => {
    let held = false;
    let body: Draft = {};
    const answer = await form.submit(async (key) => {
      body = bodyOf(schema, form.draft.value);
      const request = requestOf(props, body, key);
      held = props.before !== undefined && !(await props.before());
      return held ? undefined : { answer: await call(props.operation, request) };
    });
    if (held) {
      form.changed.value = true;
      return;
    }
    if (answer) {
      props.done(answer.answer);
      return;
    }
    place(form, body);
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
      {props.lead}
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

/** What a form would do, without doing it. */
export async function check<Op extends OperationId>(operation: Op, path: Record<string, string>, draft: Draft): Promise<DryRun<Answer<Op>>> {
  return tryOut(operation, { path, body: bodyOf(bodySchema(operation), draft) as unknown as Body<Op> });
}
