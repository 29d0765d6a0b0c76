/**
 * What a module of a plugin is given by the console. Version 1; it only grows.
 *
 *     export const styles = ['room-plan.css'];
 *     export function mount(element, context) {
 *       element.textContent = context.record.number;
 *       return () => {};
 *     }
 */
export interface Context<Record = unknown> {
  version: 1;
  company: { id: string; name: string; currency: string; country: string; timeZone: string };
  /** Scopes that the person has in the company. The service decides, whatever is shown. */
  permissions: readonly string[];
  language: 'en' | 'fr' | 'de';
  /** What the page shows, of a panel: the sale of `sale.side` as the API answers it. Null for a page. */
  record: Record;
  /** `fetch` of the API with the session: `api('/companies/' + company.id + '/stays')`. Writes get an Idempotency-Key. */
  api: (address: string, init?: RequestInit) => Promise<Response>;
  /** Opens a page of the company, such as `/sales`. */
  navigate: (route: string) => void;
  format: {
    /** Minor units as the API answers them, such as (1250, 'EUR'). */
    money: (minor: number, currency: string) => string;
    /** A business date, such as `2026-11-20`. */
    date: (day: string) => string;
  };
  /** Says what happened, for a short while. */
  notify: (text: string, options?: { failed?: boolean }) => void;
}

/** What the file of a module exports. */
export interface Module<Record = unknown> {
  /** Draws into the element; the answer is called when the console takes it away. */
  mount: (element: HTMLElement, context: Context<Record>) => void | (() => void);
  /** Files with styles beside the module, loaded before it is mounted. */
  styles?: readonly string[];
}
