import assert from 'node:assert/strict';
import test from 'node:test';
import { changeOf, daysOf, durationText, mondayOf, parseDuration, rowsOf, type Worked } from './week';

const entry = (id: string, date: string, minutes: number, project: string, partner: string | null, billed = false): Worked => ({
  id, date, minutes, project, partnerId: partner && `par_${partner}`, partner: partner ? { name: partner } : null, billed,
});

test('weeks begin on Monday', () => {
  assert.equal(mondayOf('2026-11-29'), '2026-11-23');
  assert.equal(mondayOf('2026-11-23'), '2026-11-23');
  assert.deepEqual(daysOf('2026-12-28').slice(3, 5), ['2026-12-31', '2027-01-01']);
});

test('rows are projects of clients, cells the entries of a day', () => {
  const days = daysOf('2026-11-23');
  const rows = rowsOf([entry('1', '2026-11-23', 90, 'Bar', 'Quais'), entry('2', '2026-11-23', 30, 'Bar', 'Quais'), entry('3', '2026-11-29', 60, 'Bar', null), entry('4', '2026-11-30', 60, 'Bar', null)], days);
  assert.deepEqual(rows.map((row) => [row.partner, row.project, row.days.map((cell) => cell.length)]), [
    ['', 'Bar', [0, 0, 0, 0, 0, 0, 1]],
    ['Quais', 'Bar', [2, 0, 0, 0, 0, 0, 0]],
  ]);
});

test('durations as people type them', () => {
  assert.deepEqual(['1:30', '1h30', '2h', '45m', '1.5', '1,25', '', '8'].map(parseDuration), [90, 90, 120, 45, 90, 75, 0, 480]);
  assert.deepEqual(['x', '1:75', '0.333', '25', '-1'].map(parseDuration), [null, null, null, null, null]);
  assert.deepEqual([0, 5, 90].map(durationText), ['', '0:05', '1:30']);
});

test('what a changed cell means', () => {
  const one = [entry('1', '2026-11-23', 90, 'Bar', null)];
  assert.deepEqual(changeOf([], 60), { kind: 'put', id: null, minutes: 60 });
  assert.deepEqual(changeOf(one, 60), { kind: 'put', id: '1', minutes: 60 });
  assert.deepEqual(changeOf(one, 0), { kind: 'remove', id: '1' });
  assert.deepEqual(changeOf(one, 90), { kind: 'none' });
  assert.deepEqual(changeOf([entry('1', '2026-11-23', 90, 'Bar', null, true)], 60), { kind: 'billed' });
  assert.deepEqual(changeOf([...one, ...one], 60), { kind: 'several' });
});
