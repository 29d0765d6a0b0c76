import test from 'node:test';
import assert from 'node:assert/strict';
import { countedOf, replaced, sumOf } from './lines';

test('lines without a number were not counted', () => {
  const { lines, at } = countedOf([{ itemId: 'a' }, { itemId: 'b', counted: 2 }, { itemId: 'c' }, { itemId: 'd', counted: 0 }]);
  assert.deepEqual(lines.map((line) => line['itemId']), ['b', 'd']);
  assert.deepEqual(replaced({ 'lines[1].lotNumber': 'needed', note: 'long' }, at), { 'lines[3].lotNumber': 'needed', note: 'long' });
});

test('value and number of differences', () => {
  assert.deepEqual(sumOf([{ difference: -1, value: -700 }, { difference: 0, value: 0 }, { difference: 2, value: 250 }, { difference: null, value: null }]), { value: -450, differing: 2 });
});
