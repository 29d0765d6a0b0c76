import { computed, signal } from '@preact/signals';
import type { components } from '../../gen/api';

export type OpenedSession = components['schemas']['OpenedSession'];
export type Membership = components['schemas']['Membership'];
export type Person = components['schemas']['User'];

const Kept = 'svc.session';
/** How long a new tab waits for another one to hand over its session, in milliseconds. */
const HandOverWait = 150;

interface KeptSession {
  token: string;
  expiresAt: string;
}

function readKept(): KeptSession | null {
  const text = sessionStorage.getItem(Kept);
  return text ? (JSON.parse(text) as KeptSession) : null;
}

const kept = signal<KeptSession | null>(readKept());
export const token = computed(() => kept.value?.token ?? null);
export const expiresAt = computed(() => kept.value?.expiresAt ?? null);
/** The person of the session and their companies; null until `/auth/me` has answered. */
export const person = signal<Person | null>(null);
export const memberships = signal<Membership[]>([]);

const endings = new Set<() => void>();
/** Runs `forget` when the session ends: caches and drafts of a person do not outlive it. */
export function onSessionEnd(forget: () => void): void {
  endings.add(forget);
}

const channel = new BroadcastChannel('svc.session');
channel.onmessage = (event: MessageEvent<{ kind: string; session?: KeptSession }>) => {
  if (event.data.kind === 'ask' && kept.value) {
    channel.postMessage({ kind: 'give', session: kept.value });
  } else if (event.data.kind === 'end' && kept.value) {
    forget();
  }
};

/** Takes over the session of another tab of this origin, when there is one that is signed in. */
export async function takeOver(): Promise<boolean> {
  if (kept.value) {
    return true;
  }
  const asking = new BroadcastChannel('svc.session');
  try {
    return await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), HandOverWait);
      asking.onmessage = (event: MessageEvent<{ kind: string; session?: KeptSession }>) => {
        if (event.data.kind === 'give' && event.data.session) {
          clearTimeout(timer);
          keep(event.data.session);
          resolve(true);
        }
      };
      asking.postMessage({ kind: 'ask' });
    });
  } finally {
    asking.close();
  }
}

function keep(session: KeptSession): void {
  sessionStorage.setItem(Kept, JSON.stringify(session));
  kept.value = session;
}

export function open(session: OpenedSession): void {
  keep({ token: session.token, expiresAt: session.expiresAt });
  person.value = session.user;
  memberships.value = session.companies;
}

function forget(): void {
  sessionStorage.removeItem(Kept);
  kept.value = null;
  person.value = null;
  memberships.value = [];
  endings.forEach((ending) => ending());
}

/** Ends the session here and in the other tabs; the service is told by the caller. */
export function end(): void {
  forget();
  channel.postMessage({ kind: 'end' });
}
