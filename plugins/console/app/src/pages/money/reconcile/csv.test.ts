import assert from 'node:assert/strict';
import test from 'node:test';
import { base64, delimiterOf, guess, mappingBody, rowsOf, withMeaning } from './csv';

test('quotes hold delimiters, quotes and line ends', () => {
  assert.deepEqual(rowsOf('a;"b;c"\r\n"d ""e""\nf";g\n', ';', 9), [['a', 'b;c'], ['d "e"\nf', 'g']]);
  assert.deepEqual(rowsOf('a;b\nc;d', ';', 1), [['a', 'b']]);
  assert.deepEqual(rowsOf('a;b', ';', 9), [['a', 'b']]);
});

test('the delimiter is that of the most columns', () => {
  assert.equal(delimiterOf('Date;Text;Amount\n1;2,5;3'), ';');
  assert.equal(delimiterOf('Date\tText\n1\t2'), '\t');
});

test('a mapping to begin with', () => {
  const mapping = guess('Account;FR76\nDate;Libellé;Montant\n29/11/2026;VIR HOTEL;-1 234,50\n');
  assert.equal(mapping.decimal, ',');
  assert.equal(mapping.dateFormat, 'DD/MM/YYYY');
  assert.equal(mapping.skipLines, 1);
  assert.equal(mapping.headerRows, 1);
  assert.deepEqual(mapping.columns, { 0: 'bookingDate', 1: 'remittance', 2: 'amount' });
  assert.deepEqual(mappingBody(mapping)['columns'], { bookingDate: 0, remittance: 1, amount: 2 });
});

test('a meaning moves from one column to another', () => {
  const mapping = guess('2026-11-29,Rent,10.00\n');
  assert.equal(mapping.headerRows, 0);
  assert.deepEqual(withMeaning(mapping, 1, 'amount').columns, { 0: 'bookingDate', 1: 'amount' });
  assert.deepEqual(withMeaning(mapping, 0, '').columns, { 1: 'remittance', 2: 'amount' });
});

test('base 64 of any bytes', () => {
  assert.equal(base64(new Uint8Array([0, 255, 65])), 'AP9B');
  assert.equal(base64(new Uint8Array(100_000)).length, 133_336);
});
