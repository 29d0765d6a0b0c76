import assert from 'node:assert/strict';
import test from 'node:test';
import { isSum, lineAmount, raised, settled } from './amounts';
import type { GridColumn, GridItem } from './columns';
import { Lines } from './lines';
import { Burst } from './scan';

const columns: GridColumn[] = [
  { id: 'label', kind: 'item', label: 'Item' },
  { id: 'quantity', kind: 'quantity', label: 'Quantity', initial: '1' },
  { id: 'unitPrice', kind: 'money', label: 'Price' },
];
const beans = { id: 'itm_1', name: 'Beans' } as GridItem;

test('sums become their result, other texts stay as typed', () => {
  assert.equal(settled('3*19.90'), '59.7');
  assert.equal(settled('12.50'), '12.50');
  assert.equal(settled('three'), 'three');
  assert.equal(isSum('-5'), false);
});

test('amounts of lines are exact', () => {
  assert.equal(lineAmount('3', '19.99', '', 2), '59.97');
  assert.equal(lineAmount('1', '0.125', '', 2), '0.13');
  assert.equal(lineAmount('2', '120', '10', 2), '216.00');
  assert.equal(lineAmount('1000000', '1234567.8901', '', 2), '1234567890100.00');
  assert.equal(lineAmount('', '1', '', 2), null);
  assert.equal(raised('2', '1.5'), '3.5');
});

test('a scanned item raises its quantity, or takes the empty line', () => {
  const lines = new Lines(columns);
  lines.add(beans);
  lines.add(beans);
  assert.equal(lines.all.value.length, 1);
  assert.equal(lines.all.value[0]!.cells['quantity'], '2');
  assert.equal(lines.all.value[0]!.cells['label'], 'Beans');
});

test('a removed line can be put back at its place', () => {
  const lines = new Lines(columns, [{ cells: { label: 'a' } }, { cells: { label: 'b' } }, { cells: { label: 'c' } }]);
  const labels = () => lines.all.value.map((line) => line.cells['label']).join('');
  const undo = lines.remove(lines.all.value[1]!.key);
  assert.equal(labels(), 'ac');
  undo();
  assert.equal(labels(), 'abc');
  lines.shift(lines.all.value[0]!.key, 1);
  assert.equal(labels(), 'bac');
  lines.duplicate(lines.all.value[0]!.key);
  assert.equal(labels(), 'bbac');
});

test('pasted rows take the place of an empty line, and numbers fill lines below', () => {
  const lines = new Lines(columns);
  lines.paste(lines.all.value[0]!.key, [{ label: 'Tea', unitPrice: '3' }, { label: 'Milk', quantity: '4' }], true);
  assert.deepEqual(lines.all.value.map((line) => line.cells), [
    { label: 'Tea', unitPrice: '3', quantity: '1' },
    { label: 'Milk', quantity: '4' },
  ]);
  lines.paste(lines.all.value[1]!.key, [{ quantity: '5' }, { quantity: '6' }], false);
  assert.deepEqual(lines.all.value.map((line) => line.cells['quantity']), ['1', '5', '6']);
});

test('only a quick burst that Enter ends is a scanner', () => {
  const burst = new Burst();
  const typed = (text: string, pause: number, from: number) => [...text].reduce((at, one) => (burst.press(one, at), at + pause), from);
  assert.equal(burst.press('Enter', typed('37600001', 8, 0)), '37600001');
  assert.equal(burst.press('Enter', typed('37600001', 120, 1000)), null);
  assert.equal(burst.press('Enter', typed('12', 8, 5000)), null);
});
