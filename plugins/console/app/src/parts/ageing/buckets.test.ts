import assert from 'node:assert/strict';
import test from 'node:test';
import { behind, bucketOf, sumsOf, type AgeingRow } from './buckets';

const row: AgeingRow = {
  partnerId: 'par_1', partnerName: 'One', currency: 'EUR', total: 60, notDue: 10, days1to30: 20, days31to60: 0, days61to90: 0, over90: 30,
  documents: [
    { id: 'a', number: 'A', dueDate: '2026-12-01', balance: 10 },
    { id: 'b', number: 'B', dueDate: '2026-11-28', balance: 20 },
    { id: 'c', number: 'C', dueDate: '2026-01-01', balance: 30 },
  ],
};

test('a document is in the column of its age', () => {
  assert.equal(bucketOf('2026-11-29', '2026-11-29'), 'notDue');
  assert.equal(bucketOf('2026-11-28', '2026-11-29'), 'days1to30');
  assert.equal(bucketOf('2026-10-30', '2026-11-29'), 'days1to30');
  assert.equal(bucketOf('2026-10-29', '2026-11-29'), 'days31to60');
  assert.equal(bucketOf('2026-08-31', '2026-11-29'), 'days61to90');
  assert.equal(bucketOf('2026-08-30', '2026-11-29'), 'over90');
  assert.equal(bucketOf(null, '2026-11-29'), 'notDue');
});

test('a cell has the documents of its column, the total all', () => {
  assert.deepEqual(behind(row, 'days1to30', '2026-11-29').map((one) => one.id), ['b']);
  assert.equal(behind(row, 'total', '2026-11-29').length, 3);
});

test('currencies are summed apart', () => {
  const sums = sumsOf([row, row, { ...row, currency: 'USD' }]);
  assert.deepEqual(sums.map(([currency, sum]) => [currency, sum.total, sum.over90]), [['EUR', 120, 60], ['USD', 60, 30]]);
});
