import assert from 'node:assert/strict';
import test from 'node:test';
import { moveOf, type Place } from './moves';

const at = (line: number, column: number, more: Partial<Place> = {}): Place => ({
  line, column, lines: 3, columns: 4, open: () => true, empty: false, fixed: false, ...more,
});
const key = (name: string, held: { ctrl?: boolean; alt?: boolean; shift?: boolean } = {}) => ({
  key: name, ctrl: held.ctrl ?? false, alt: held.alt ?? false, shift: held.shift ?? false,
});

test('Tab and Enter go to the next cell, then to the next line, then to a new one', () => {
  for (const name of ['Tab', 'Enter']) {
    assert.deepEqual(moveOf(key(name), at(0, 1)), { kind: 'cell', line: 0, column: 2 });
    assert.deepEqual(moveOf(key(name), at(0, 3)), { kind: 'cell', line: 1, column: 0 });
    assert.deepEqual(moveOf(key(name), at(2, 3)), { kind: 'new' });
  }
});

test('an empty last line is where the grid is left', () => {
  assert.deepEqual(moveOf(key('Tab'), at(2, 0, { empty: true })), { kind: 'leave' });
  assert.deepEqual(moveOf(key('Tab'), at(1, 0, { empty: true })), { kind: 'cell', line: 1, column: 1 });
});

test('cells that are not there are passed over', () => {
  const open = (line: number, column: number) => !(line === 1 && column === 2) && column !== 3;
  assert.deepEqual(moveOf(key('Tab'), at(1, 1, { open })), { kind: 'cell', line: 2, column: 0 });
  assert.deepEqual(moveOf(key('ArrowDown'), at(0, 2, { open })), { kind: 'cell', line: 2, column: 2 });
  assert.deepEqual(moveOf(key('Tab', { shift: true }), at(2, 0, { open })), { kind: 'cell', line: 1, column: 1 });
});

test('Shift+Tab in the first cell is left to the browser', () => {
  assert.equal(moveOf(key('Tab', { shift: true }), at(0, 0)), null);
});

test('keys on lines', () => {
  assert.deepEqual(moveOf(key('ArrowUp', { alt: true }), at(1, 0)), { kind: 'shift', by: -1 });
  assert.deepEqual(moveOf(key('d', { ctrl: true }), at(1, 0)), { kind: 'duplicate' });
  assert.deepEqual(moveOf(key('Backspace', { ctrl: true }), at(1, 0)), { kind: 'remove' });
  assert.deepEqual(moveOf(key('Enter', { ctrl: true }), at(1, 0)), { kind: 'save' });
  assert.equal(moveOf(key('a'), at(1, 0)), null);
});

test('given lines are neither added, removed nor moved', () => {
  assert.deepEqual(moveOf(key('Enter'), at(2, 3, { fixed: true })), { kind: 'leave' });
  assert.equal(moveOf(key('Backspace', { ctrl: true }), at(1, 0, { fixed: true })), null);
  assert.equal(moveOf(key('ArrowUp', { alt: true }), at(1, 0, { fixed: true })), null);
});
