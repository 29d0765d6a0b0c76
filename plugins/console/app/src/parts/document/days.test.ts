import assert from 'node:assert/strict';
import test from 'node:test';
import { daysBetween } from './days';

test('days between business dates', () => {
  assert.equal(daysBetween('2026-11-29', '2026-12-31'), 32);
  assert.equal(daysBetween('2026-11-29', '2026-11-29'), 0);
  assert.equal(daysBetween('2026-11-29', '2026-11-01'), -28);
});
