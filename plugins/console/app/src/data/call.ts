import { signal } from '@preact/signals';
import type { operations } from '../../gen/api';
import type { operationTable } from '../../gen/operations';
import { language } from '../i18n/texts';
import { routeOf, type OperationRoute } from './contract';
import { companyId } from './place';
import { toJson } from './json';
import { newKey } from './key';
import { Problem, problemOf } from './problem';
import { end, token } from './session';

export { newKey };

export type OperationId = keyof operations & keyof typeof operationTable;

type Parameters<Op extends OperationId> = operations[Op]['parameters'];
type Content<T> = T extends { content: infer C } ? C[keyof C] : undefined;
type Answers<Op extends OperationId> = operations[Op]['responses'];
type Success = 200 | 201 | 202 | 204;

/** The body of the successful answer of an operation. */
export type Answer<Op extends OperationId> = Content<Answers<Op>[keyof Answers<Op> & Success]>;
/** A record of a list, whether the list answers an array or pages. */
export type Row<Op extends OperationId> =
  Answer<Op> extends infer A ? (A extends readonly (infer R)[] ? R : A extends { data: readonly (infer R)[] } ? R : never) : never;
/** The body that an operation takes. */
export type Body<Op extends OperationId> =
  operations[Op] extends { requestBody?: infer R } ? Content<NonNullable<R>> : undefined;
type Query<Op extends OperationId> = Parameters<Op> extends { query?: infer Q } ? NonNullable<Q> : never;

export interface Request<Op extends OperationId> {
  /** Parameters of the path. `companyId` is that of the address when it is left out. */
  path?: Record<string, string>;
  query?: Partial<Query<Op>> | Record<string, string | undefined>;
  body?: Body<Op> | FormData | Blob;
  /** Idempotency-Key of a write; one is drawn when it is left out, so that a retry of the browser is harmless. */
  key?: string;
  /** The version that the writer has seen (If-Match). */
  version?: number;
  /** Runs every check and rolls back. */
  dryRun?: boolean;
  signal?: AbortSignal;
}

/** An answer with its headers. */
export interface Reply<T> {
  body: T;
  headers: Headers;
}

/** What a dry run would have done. */
export interface DryRun<T> {
  result: T;
  events: { type: string; object: string; data: Record<string, unknown> }[];
  postings: { account: string; label: string; debit: number; credit: number }[];
}

/** Is the service reachable, as far as the last call tells? */
export const reachable = signal(true);
/** The build of the service (`info.version` of its document) may change while the console is open. */
export const limitedUntil = signal(0);

function known(operation: OperationId): OperationRoute {
  const route = routeOf(operation);
  if (!route) {
    throw new Error(`no operation ${operation}`);
  }
  return route;
}

/** Address of an operation: `{…}` of its path replaced, filters appended. */
export function addressOf(operation: OperationId, path: Record<string, string> = {}, query: object = {}): string {
  const all: Record<string, string> = { companyId: companyId.value ?? '', ...path };
  const [, pattern] = known(operation);
  const address = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = all[name];
    if (!value) {
      throw new Error(`${operation} needs ${name}`);
    }
    return encodeURIComponent(value);
  });
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') {
      parameters.set(name, Array.isArray(value) ? value.join(',') : String(value));
    }
  }
  const text = parameters.toString();
  return text ? `${address}?${text}` : address;
}

function bodyOf(body: unknown, headers: Headers): BodyInit | null {
  if (body === undefined) {
    return null;
  }
  if (body instanceof FormData || body instanceof Blob) {
    if (body instanceof Blob && body.type) {
      headers.set('Content-Type', body.type);
    }
    return body;
  }
  headers.set('Content-Type', 'application/json');
  return toJson(body);
}

/** What the person typed was wrong; the session goes on. */
const WrongCredentials = new Set(['credentials-invalid', 'otp-required', 'otp-invalid', 'account-locked']);

/** Sends one request; throws a Problem unless the answer is a success. */
export async function send<Op extends OperationId>(operation: Op, request: Request<Op> = {}): Promise<Response> {
  const [method] = known(operation);
  const headers = new Headers({ 'Accept-Language': language.value, 'Svc-Version': '3.0' });
  if (token.value) {
    headers.set('Authorization', `Bearer ${token.value}`);
  }
  if (method !== 'GET') {
    headers.set('Idempotency-Key', request.key ?? newKey());
  }
  if (request.version !== undefined) {
    headers.set('If-Match', `"${request.version}"`);
  }
  if (request.dryRun) {
    headers.set('Svc-Dry-Run', 'true');
  }
  const body = bodyOf(request.body, headers);
  let response: Response;
  try {
    response = await fetch(addressOf(operation, request.path, request.query), {
      method,
      headers,
      body,
      signal: request.signal ?? null,
    });
  } catch (error) {
    if (request.signal?.aborted) {
      throw error;
    }
    reachable.value = false;
    throw new Problem(0, 'no-answer');
  }
  reachable.value = true;
  if (response.ok) {
    return response;
  }
  const problem = await problemOf(response);
  if (problem.status === 401 && token.value && !WrongCredentials.has(problem.code)) {
    end();
  }
  if (problem.status === 429) {
    limitedUntil.value = Date.now() + problem.retryAfter * 1000;
  }
  throw problem;
}

/** Calls an operation and answers the JSON body with the headers. */
export async function reply<Op extends OperationId>(operation: Op, request: Request<Op> = {}): Promise<Reply<Answer<Op>>> {
  const response = await send(operation, request);
  const body = response.status === 204 ? undefined : await response.json();
  return { body: body as Answer<Op>, headers: response.headers };
}

/** Calls an operation and answers the JSON body. */
export async function call<Op extends OperationId>(operation: Op, request: Request<Op> = {}): Promise<Answer<Op>> {
  return (await reply(operation, request)).body;
}

/** Tries a write without doing it. */
export async function tryOut<Op extends OperationId>(operation: Op, request: Request<Op> = {}): Promise<DryRun<Answer<Op>>> {
  return (await call(operation, { ...request, dryRun: true })) as unknown as DryRun<Answer<Op>>;
}

/** Told while a file comes: bytes that are there, and all of them when the answer says how many. */
export type Progress = (bytes: number, total: number | null) => void;

/** Reads a file, such as a PDF. */
export async function file<Op extends OperationId>(operation: Op, request: Request<Op> = {}, progress?: Progress): Promise<{ name: string; content: Blob }> {
  const response = await send(operation, request);
  const disposition = response.headers.get('Content-Disposition') ?? '';
  const name = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  const plain = /filename="([^"]+)"/.exec(disposition)?.[1];
  const content = progress ? await contentOf(response, progress) : await response.blob();
  return { name: name ? decodeURIComponent(name) : (plain ?? operation), content };
}

async function contentOf(response: Response, progress: Progress): Promise<Blob> {
  const length = Number(response.headers.get('Content-Length') ?? 0);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body!.getReader();
  let bytes = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      bytes += part.value.length;
      progress(bytes, length || null);
    }
  } catch (error) {
    // A file that was cut is no file.
    if (error instanceof DOMException && error.name === 'AbortError') {
      throw error;
    }
    throw new Problem(0, 'no-answer');
  }
  return new Blob(parts, { type: response.headers.get('Content-Type') ?? '' });
}
