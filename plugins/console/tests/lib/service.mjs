// The service over its API, as a program uses it.
import { randomUUID } from 'node:crypto';

export class Service {
  constructor(url, token) {
    this.url = url;
    this.token = token;
  }

  static async logIn(url, { email, password }) {
    const opened = await new Service(url, null).call('POST', '/auth/login', { email, password });
    return new Service(url, opened.token);
  }

  async ask(method, path, body) {
    const headers = { 'Content-Type': 'application/json' };
    if (this.token) {
      headers.Authorization = `Bearer ${this.token}`;
    }
    if (method !== 'GET') {
      headers['Idempotency-Key'] = randomUUID();
    }
    return fetch(this.url + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  }

  /** The JSON of the answer; throws when it is no success. */
  async call(method, path, body) {
    const response = await this.ask(method, path, body);
    const text = await response.text();
    if (!response.ok) {
      throw new Error(`${method} ${path}: ${response.status} ${text}`);
    }
    return text ? JSON.parse(text) : undefined;
  }
}
