import assert from 'node:assert/strict';
import test from 'node:test';
import { remainder } from './quantities';

test('remainders are exact', () => {
  assert.equal(remainder(0.3, 0.1), 0.2);
  assert.equal(remainder(2.5, 2.5), 0);
  assert.equal(remainder(-1, 0), -1);
});
