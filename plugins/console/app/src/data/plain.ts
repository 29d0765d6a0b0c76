import { language } from '../i18n/texts';
import { newKey } from './call';
import { token } from './session';

/**
 * `fetch` for modules of plugins, bound to the session: an address of the API such as `/companies/com_…/stays`, and
 * the headers that every call has. A write gets an Idempotency-Key unless it brings its own.
 */
export function fetchAsPerson(address: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(address, location.origin);
  if (url.origin !== location.origin) {
    throw new TypeError(`not an address of this service: ${address}`);
  }
  const headers = new Headers(init.headers);
  headers.set('Accept-Language', language.value);
  if (token.value) {
    headers.set('Authorization', `Bearer ${token.value}`);
  }
  if ((init.method ?? 'GET').toUpperCase() !== 'GET' && !headers.has('Idempotency-Key')) {
    headers.set('Idempotency-Key', newKey());
  }
  return fetch(url, { ...init, headers });
}
