import assert from 'node:assert/strict';
import test from 'node:test';
import type { GridColumn } from './columns';
import { isTable, pasted, tableOf } from './paste';

const columns: GridColumn[] = [
  { id: 'label', kind: 'item', label: 'Article', heads: ['Désignation'] },
  { id: 'quantity', kind: 'quantity', label: 'Quantité' },
  { id: 'unitPrice', kind: 'money', label: 'Prix', heads: ['PU'] },
  { id: 'amount', kind: 'shown', label: 'Montant' },
];

test('cells are split at tabs and lines, quoted texts stay whole', () => {
  assert.deepEqual(tableOf('a\tb\r\n"x ""y""\nz"\t2\r\n'), [['a', 'b'], ['x "y"\nz', '2']]);
  assert.equal(isTable('coffee\n'), false);
  assert.equal(isTable('coffee\t2'), true);
});

test('columns are known by their heads, whatever their order', () => {
  const { rows, lines } = pasted('quantite\tDESIGNATION\tpu\n2\tCafé\t1 234,50 €\n3\tThé\t4', columns, 'quantity');
  assert.equal(lines, true);
  assert.deepEqual(rows, [
    { quantity: '2', label: 'Café', unitPrice: '1 234,50' },
    { quantity: '3', label: 'Thé', unitPrice: '4' },
  ]);
});

test('without heads, columns are taken in the order shown', () => {
  assert.deepEqual(pasted('Coffee\t2\t4.50\nTea\t1\t3', columns, 'label'), {
    rows: [{ label: 'Coffee', quantity: '2', unitPrice: '4.50' }, { label: 'Tea', quantity: '1', unitPrice: '3' }],
    lines: true,
  });
});

test('numbers pasted into a column fill the lines below', () => {
  assert.deepEqual(pasted('1\n2\n3', columns, 'quantity'), { rows: [{ quantity: '1' }, { quantity: '2' }, { quantity: '3' }], lines: false });
});
