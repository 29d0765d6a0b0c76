import assert from 'node:assert/strict';
import test from 'node:test';
import { csvOf, MostRows } from './csv';

interface Row {
  text: string;
}

const columns = [{ field: 'text', label: 'Text', width: 1, right: false, show: (row: Row) => row.text, text: (row: Row) => row.text }];

function cellOf(text: string): string {
  return csvOf(columns, [{ text }]).split('\r\n')[1]!;
}

test('a file begins with the mark of UTF-8 and a head', () => {
  assert.equal(csvOf(columns, [{ text: 'é' }]), '\ufeffText\r\né\r\n');
});

test('separators, quotes and breaks are quoted', () => {
  assert.equal(cellOf('a,b'), '"a,b"');
  assert.equal(cellOf('a;b'), '"a;b"');
  assert.equal(cellOf('say "yes"'), '"say ""yes"""');
  assert.equal(csvOf(columns, [{ text: 'two\nlines' }]), '\ufeffText\r\n"two\nlines"\r\n');
});

test('no cell is a formula', () => {
  assert.equal(cellOf('=1+1'), "'=1+1");
  assert.equal(cellOf('@SUM(A1)'), "'@SUM(A1)");
  assert.equal(cellOf('+33 3 20'), "'+33 3 20");
  assert.equal(cellOf('-cmd'), "'-cmd");
  assert.equal(cellOf('\tx'), "'\tx");
});

test('negative numbers stay numbers', () => {
  assert.equal(cellOf('-12.50'), '-12.50');
  assert.equal(cellOf('-1\u202f234'), '-1\u202f234');
  assert.equal(cellOf('\u221212,50\u00a0€'), '"-12,50\u00a0€"');
});

test('an export has an end', () => {
  const rows = Array.from({ length: MostRows + 5 }, () => ({ text: 'x' }));
  assert.equal(csvOf(columns, rows).split('\r\n').length, MostRows + 2);
});
