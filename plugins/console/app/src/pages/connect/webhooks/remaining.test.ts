import test from 'node:test';
import assert from 'node:assert/strict';
import { remaining } from './remaining';

test('a countdown reads like a clock', () => {
  assert.equal(remaining(247_000), '4:07');
  assert.equal(remaining(7_447_900), '2:04:07');
  assert.equal(remaining(-5), '0:00');
});
