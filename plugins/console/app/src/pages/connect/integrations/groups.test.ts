import test from 'node:test';
import assert from 'node:assert/strict';
import { grouped } from './groups';

const one = (provider: string, kind: string, state: string) => ({ provider, name: provider, kind, state });

test('errors come first, then what is connected, then the kinds', () => {
  const all = [one('wave', 'mobile_money', 'available'), one('stripe', 'payment', 'connected'), one('qonto', 'bank_feed', 'expired'), one('paypal', 'payment', 'available')];
  assert.deepEqual(
    grouped(all).map((group) => [group.name, group.providers.map((found) => found.provider)]),
    [['attention', ['qonto']], ['connected', ['stripe']], ['payment', ['paypal']], ['mobile_money', ['wave']]],
  );
});
