import test from 'node:test';
import assert from 'node:assert/strict';
import { toJson } from '../../../data/json';
import { leftOf, receiptBodies } from './receipt';

test('what has not come', () => {
  assert.equal(leftOf({ quantity: 0.3, quantityReceived: 0.1 }), 0.2);
});

test('lines without a quantity have not come', () => {
  const lines = [
    { cells: { lineId: 'a', quantity: '2.5', unitCost: '9.90', lotNumber: ' L1 ', expiresOn: '2027-01-31' } },
    { cells: { lineId: 'b', quantity: '' } },
    { cells: { lineId: 'c', quantity: '0' } },
    { cells: { quantity: '4' } },
  ];
  assert.equal(toJson(receiptBodies(lines).bodies), '[{"lineId":"a","quantity":2.5,"unitCost":9.9,"lotNumber":"L1","expiresOn":"2027-01-31"}]');
});

test('a text that is no number is named', () => {
  assert.deepEqual(Object.keys(receiptBodies([{ cells: { lineId: 'a', quantity: 'many' } }]).wrong), ['lines[0].quantity']);
});
