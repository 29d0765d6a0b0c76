import assert from 'node:assert/strict';
import test from 'node:test';
import { add, compare, decimal, multiply, rounded, subtract, toText } from './decimal';

test('texts come back as they were', () => {
  for (const text of ['0', '12.50', '-0.05', '1000000000000000.123456', '-7']) {
    assert.equal(toText(decimal(text)), text);
  }
  for (const text of ['', '1.', '.5', '1e3', '+1', '1,5', ' 1', 'NaN']) {
    assert.throws(() => decimal(text), RangeError, text);
  }
});

test('arithmetic is exact', () => {
  assert.equal(toText(add(decimal('0.1'), decimal('0.2'))), '0.3');
  assert.equal(toText(subtract(decimal('1'), decimal('0.999'))), '0.001');
  assert.equal(toText(multiply(decimal('1000000000000000.01'), decimal('3'))), '3000000000000000.03');
  assert.equal(compare(decimal('1.10'), decimal('1.1')), 0);
  assert.equal(compare(decimal('-2'), decimal('-1.9')), -1);
  assert.equal(compare(decimal('2'), decimal('1.9')), 1);
});

test('halves are rounded away from zero', () => {
  assert.equal(toText(rounded(decimal('2.345'), 2)), '2.35');
  assert.equal(toText(rounded(decimal('-2.345'), 2)), '-2.35');
  assert.equal(toText(rounded(decimal('2.3449'), 2)), '2.34');
  assert.equal(toText(rounded(decimal('0.5'), 0)), '1');
  assert.equal(toText(rounded(decimal('7'), 2)), '7.00');
});
