import { asProblem, type Problem } from '../../data/problem';
import { newKey } from '../../data/key';
import { signal } from '@preact/signals';

/** What a person has typed into a form: texts and flags, in objects and lists, as the body will have them. */
export type Draft = Record<string, unknown>;

/** The value at a path such as `lines[0].quantity`. */
export function at(draft: unknown, path: string): unknown {
  return steps(path).reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], draft);
}

export function steps(path: string): string[] {
  return path.split(/[.[\]]/).filter((step) => step !== '');
}

/** The draft with another value at a path; what is not on the path stays the same object. */
export function withValue<T>(draft: T, path: string, value: unknown): T {
  const [step, ...rest] = steps(path);
  if (step === undefined) {
    return value as T;
  }
  const inner = withValue((draft as Record<string, unknown> | undefined)?.[step], rest.join('.'), value);
  if (Array.isArray(draft) || (!draft && /^\d+$/.test(step))) {
    const copy: unknown[] = [...((draft as unknown[] | null | undefined) ?? [])];
    copy[Number(step)] = inner;
    return copy as T;
  }
  return { ...(draft as object | undefined), [step]: inner } as T;
}

/** The forms that are on the page now. */
export const openForms = new Set<Form>();

/** Has a form on the page changes that are not saved? */
export function hasUnsaved(): boolean {
  return [...openForms].some((form) => form.changed.value);
}

/** One form: what was typed, what is wrong with it, and the key that makes it happen once. */
export class Form {
  readonly draft = signal<Draft>({});
  /** Sentences by path; the path `` is for the whole form. */
  readonly wrong = signal<Record<string, string>>({});
  readonly problem = signal<Problem | null>(null);
  readonly saving = signal(false);
  readonly changed = signal(false);
  /** What was typed before a reload and is offered. */
  readonly kept = signal<Draft | null>(null);
  private key = newKey();

  constructor(
    initial: Draft = {},
    /** Name under which what was typed survives a reload. */
    readonly keepAs?: string,
  ) {
    this.draft.value = initial;
  }

  value(path: string): unknown {
    return at(this.draft.value, path);
  }

  set(path: string, value: unknown): void {
    this.draft.value = withValue(this.draft.value, path, value);
    this.changed.value = true;
    if (this.wrong.value[path]) {
      const { [path]: _, ...rest } = this.wrong.value;
      this.wrong.value = rest;
    }
  }

  /** Forgets the changes; what was kept of them for a reload goes too. */
  discard(): void {
    this.changed.value = false;
  }

  /**
   * Sends the form. Its key stays the same until a write has succeeded or was refused, so that trying again after a
   * lost answer does it once.
   */
  async submit<T>(send: (key: string) => Promise<T>): Promise<T | undefined> {
    if (this.saving.value) {
      return undefined;
    }
    this.saving.value = true;
    this.problem.value = null;
    try {
      const answer = await send(this.key);
      this.key = newKey();
      this.changed.value = false;
      this.wrong.value = {};
      return answer;
    } catch (error) {
      if (error instanceof Refusal) {
        this.wrong.value = error.wrong;
        return undefined;
      }
      const problem = asProblem(error);
      this.problem.value = problem;
      if (!problem.uncertain) {
        this.key = newKey();
      }
      return undefined;
    } finally {
      this.saving.value = false;
    }
  }
}

/** The field that a refusal is about: what its code names, or the amount. Empty when it is about none. */
export function fieldOf(problem: Problem): string {
  if (problem.detail && /^(already-exists|field|amount|line)/.test(problem.code)) {
    return problem.detail;
  }
  return problem.code.startsWith('amount-') ? 'amount' : '';
}

/** What was typed cannot be sent: sentences by path. */
export class Refusal extends Error {
  constructor(readonly wrong: Record<string, string>) {
    super('the form has mistakes');
  }
}
