/**
 * Why a call failed. `code` is the stable code of the service (`field-required`), `detail` what follows its colon
 * (`lines[0].quantity`). Status 0: no answer came, so a write may or may not have been done.
 */
export class Problem extends Error {
  readonly code: string;
  readonly detail: string;

  constructor(
    readonly status: number,
    message: string,
    readonly requestId: string = '',
    /** Seconds until a refused request fits again (429). */
    readonly retryAfter: number = 0,
    /** The scope that the session lacks (403). */
    readonly scope: string = '',
  ) {
    super(message);
    const colon = message.indexOf(':');
    this.code = colon < 0 ? message : message.slice(0, colon);
    this.detail = colon < 0 ? '' : message.slice(colon + 1);
  }

  /** It is not known whether a write was done: the same call with the same key tells. */
  get uncertain(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

export function asProblem(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem(0, 'no-answer');
}

export async function problemOf(response: Response): Promise<Problem> {
  const body = (await response.json().catch(() => null)) as { message?: unknown } | null;
  const message = typeof body?.message === 'string' ? body.message : `http-${response.status}`;
  return new Problem(
    response.status,
    message,
    response.headers.get('X-Request-Id') ?? '',
    Number(response.headers.get('Retry-After') ?? 0),
    response.headers.get('Svc-Missing-Scope') ?? '',
  );
}
