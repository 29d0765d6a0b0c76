import assert from 'node:assert/strict';
import test from 'node:test';
import { rateBetween } from './rate';

test('two amounts make a rate, without floating point', () => {
  assert.equal(rateBetween('100.00', '108.42'), '1.0842');
  assert.equal(rateBetween('3', '1'), '0.333333');
  assert.equal(rateBetween('1', '655.957'), '655.957');
  assert.equal(rateBetween('0', '1'), null);
  assert.equal(rateBetween('1000000000000000', '3000000000000000'), '3');
});
