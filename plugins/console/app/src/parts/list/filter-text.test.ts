import assert from 'node:assert/strict';
import test from 'node:test';
import type { Parameter } from '../../data/contract';
import { typedFilters } from './filter-text';

const parameters: Parameter[] = [
  { name: 'paymentStatus', in: 'query', schema: { type: 'array', items: { type: 'string', enum: ['unpaid', 'paid'] } } },
  { name: 'overdue', in: 'query', schema: { type: 'boolean' } },
  { name: 'from', in: 'query', schema: { type: 'string', format: 'date' } },
  { name: 'to', in: 'query', schema: { type: 'string', format: 'date' } },
];

test('names with values become filters, the rest is searched for', () => {
  assert.deepEqual(typedFilters('paymentStatus:Unpaid two words', parameters), {
    filters: { paymentStatus: 'unpaid' },
    rest: 'two words',
  });
});

test('a month or a day is the period', () => {
  assert.deepEqual(typedFilters('2028-02', parameters).filters, { from: '2028-02-01', to: '2028-02-29' });
  assert.deepEqual(typedFilters('2026-11-20', parameters).filters, { from: '2026-11-20', to: '2026-11-20' });
});

test('a value that does not fit stays a text', () => {
  assert.deepEqual(typedFilters('paymentStatus:late overdue:perhaps', parameters), {
    filters: {},
    rest: 'paymentStatus:late overdue:perhaps',
  });
});

test('parameters have other names too', () => {
  assert.deepEqual(typedFilters('zahlung:paid', parameters, { zahlung: 'paymentStatus' }).filters, { paymentStatus: 'paid' });
});
