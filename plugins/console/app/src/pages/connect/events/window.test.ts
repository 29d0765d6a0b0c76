import test from 'node:test';
import assert from 'node:assert/strict';
import { beginOf, merged, wider } from './window';

test('"earlier" widens the window until everything is shown', () => {
  assert.equal(wider('1'), '6');
  assert.equal(wider('168'), 'all');
  assert.equal(wider('all'), undefined);
  assert.equal(beginOf('6', Date.parse('2026-11-20T12:00:00Z')), '2026-11-20T06:00:00.000Z');
  assert.equal(beginOf('all', 0), undefined);
});

test('an event that comes twice is shown once', () => {
  assert.deepEqual(merged([{ id: 'evt_3' }, { id: 'evt_2' }], [{ id: 'evt_2' }, { id: 'evt_1' }]).map((one) => one.id), ['evt_3', 'evt_2', 'evt_1']);
});
