import assert from 'node:assert/strict';
import test from 'node:test';
import { change, daysOf, filled } from './days';

test('days of a period end today', () => {
  assert.deepEqual(daysOf('2026-11-27', '2026-11-30', '2026-11-29'), ['2026-11-27', '2026-11-28', '2026-11-29']);
  assert.deepEqual(daysOf('2026-02-27', '2026-03-01', '2026-11-29'), ['2026-02-27', '2026-02-28', '2026-03-01']);
  assert.deepEqual(daysOf('2026-12-01', '2026-12-31', '2026-11-29'), ['2026-12-01']);
});

test('days without sales are zero', () => {
  assert.deepEqual(filled(['2026-11-01', '2026-11-02'], [{ date: '2026-11-02', total: 5 }]), [0, 5]);
});

test('a change is exact, also for large amounts', () => {
  assert.equal(change(150, 100), 500);
  assert.equal(change(50, 100), -500);
  assert.equal(change(1, 3), -667);
  assert.equal(change(100, -100), 2000);
  assert.equal(change(10 ** 15, 10 ** 15 - 1), 0);
  assert.equal(change(5, 0), null);
});
