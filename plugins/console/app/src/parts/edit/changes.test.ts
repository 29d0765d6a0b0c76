import test from 'node:test';
import assert from 'node:assert/strict';
import { amountTyped, changedFields, changesOf, draftOf } from './changes';

const schema = {
  properties: {
    name: { type: 'string' },
    creditLimit: { type: ['number', 'null'], 'x-money': true },
    address: { type: 'object', properties: { city: { type: 'string' }, line1: { type: 'string' } } },
    paymentTermsDays: { type: 'integer' },
  },
};

test('a record is shown as it would be typed', () => {
  const draft = draftOf({ name: 'Quais', creditLimit: 500_050, address: { city: 'Lyon', line1: null }, paymentTermsDays: 30 }, schema, ['name', 'creditLimit', 'address', 'paymentTermsDays'], 'EUR');
  assert.deepEqual(draft, { name: 'Quais', creditLimit: '5000.50', address: { city: 'Lyon', line1: '' }, paymentTermsDays: '30' });
});

test('digits of a currency', () => {
  assert.equal(amountTyped(1250, 'EUR'), '12.50');
  assert.equal(amountTyped(1250, 'XOF'), '1250');
  assert.equal(amountTyped(null, 'EUR'), '');
});

test('only what was changed is sent, and nothing for what was emptied', () => {
  const before = { name: 'Quais', phone: '1', address: { city: 'Lyon', line1: '' } };
  const now = { name: 'Quais', phone: '', address: { city: 'Lyon', line1: '2 quai' }, email: '' };
  assert.deepEqual(changedFields(before, now), ['phone', 'address']);
  assert.deepEqual(changesOf(before, now, { name: 'Quais', address: { city: 'Lyon', line1: '2 quai' } }), {
    phone: null,
    address: { city: 'Lyon', line1: '2 quai' },
  });
});
