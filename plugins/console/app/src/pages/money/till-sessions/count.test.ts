import assert from 'node:assert/strict';
import test from 'node:test';
import { countOf, denominationsOf, whole, worthOf } from './count';

test('pieces are worth their sum, exactly', () => {
  assert.equal(worthOf({ '50': '12', '20': '15', '0.10': '3', '0.01': '' }), '900.30');
  assert.equal(worthOf({}), '0');
});

test('a count has the pieces that are there, the largest first', () => {
  assert.deepEqual(countOf({ '0.10': '3', '50': '2', '20': '0' }), [
    { denomination: '50', quantity: 2 },
    { denomination: '0.10', quantity: 3 },
  ]);
  assert.equal(countOf({ '20': '' }), null);
});

test('only whole pieces', () => {
  assert.equal(whole({ '20': '3', '10': '' }), true);
  assert.equal(whole({ '20': '1.5' }), false);
  assert.deepEqual(denominationsOf('ZZZ'), []);
});
