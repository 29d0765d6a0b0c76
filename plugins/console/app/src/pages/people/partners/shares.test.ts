import test from 'node:test';
import assert from 'node:assert/strict';
import { sharesOf } from './shares';

test('parts of a bar', () => {
  assert.deepEqual(sharesOf([0, 500, 500]), [0, 500, 500]);
  assert.deepEqual(sharesOf([0, 0]), [0, 0]);
  assert.deepEqual(sharesOf([-100, 300]), [0, 1000]);
});
