import test from 'node:test';
import assert from 'node:assert/strict';
import { numberOf, patternProblem } from './number';

test('the next number follows from the pattern', () => {
  assert.equal(numberOf('INV-{YYYY}-{000000}', 2026, 42), 'INV-2026-000042');
  assert.equal(numberOf('FA{YY}-{00000}', 2026, 7), 'FA26-00007');
  assert.equal(numberOf('TKT-{BU}-{YYYY}-{000}', 2026, 12345, 'LIL'), 'TKT-LIL-2026-12345');
});

test('a pattern needs the year, one field of zeros, and the unit where each has its series', () => {
  assert.equal(patternProblem('INV-{YYYY}-{0000}', false), null);
  assert.equal(patternProblem('INV-{0000}', false), 'year');
  assert.equal(patternProblem('INV-{YYYY}', false), 'zeros');
  assert.equal(patternProblem('INV-{YYYY}-{0000}', true), 'unit');
});
