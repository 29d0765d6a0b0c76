import assert from 'node:assert/strict';
import test from 'node:test';
import { keyAct } from './keymap';
import { acceptable, ahead, complete, currentLine, initial, merged, ordered, progressOf, remainder, reopenable, step, type Event, type Line, type State } from './state';
import { decisive, verySure, type Suggestion } from './suggestions';

function line(id: string, amount = 100, status: Line['status'] = 'unmatched', version = 1): Line {
  return { id, amount, status, version, bookedAt: `2026-11-${id.padStart(2, '0')}`, currency: 'EUR' } as Line;
}

function suggestion(score: number): Suggestion {
  return { score, reasons: ['amount'], matches: [], writeOff: null } as unknown as Suggestion;
}

function run(state: State, ...events: Event[]): State {
  return events.reduce(step, state);
}

const four = run(initial, { kind: 'read', lines: [line('3'), line('1'), line('2', 100, 'matched'), line('4')] });
const ids = (state: State) => state.lines.map((one) => one.id).join();

test('lines that are left come first, by date', () => {
  assert.equal(ids(four), '1,3,4,2');
  assert.equal(four.current, '1');
  assert.equal(ordered([line('2'), line('1')])[0]!.id, '1');
});

test('after an act the next line below that is left is taken', () => {
  const state = run(four, { kind: 'go', id: '3' }, { kind: 'acted', line: line('3', 100, 'matched', 2) });
  assert.equal(state.current, '4');
  assert.equal(ids(state), '1,3,4,2');
});

test('after the last line the place is kept, although one is left further up', () => {
  const state = run(four, { kind: 'go', id: '4' }, { kind: 'acted', line: line('4', 100, 'ignored', 2) });
  assert.equal(state.current, '4');
});

test('an older answer does not undo an act, new lines come after the others', () => {
  const before = [line('1', 100, 'matched', 2), line('3')];
  const after = merged(before, [line('3'), line('5'), line('1', 100, 'unmatched', 1), line('0')]);
  assert.equal(after.map((one) => one.id).join(), '1,3,0,5');
  assert.equal(after[0]!.status, 'matched');
});

test('a read keeps the line and what was chosen for it', () => {
  const state = run(four, { kind: 'go', id: '3' }, { kind: 'choose', index: 1 }, { kind: 'read', lines: [line('1'), line('3'), line('4')] });
  assert.equal(state.current, '3');
  assert.equal(state.chosen, 1);
});

test('moving stops at the ends and forgets what was chosen', () => {
  assert.equal(run(four, { kind: 'move', by: -1 }).current, '1');
  assert.equal(run(four, { kind: 'move', by: 9 }).current, '2');
  assert.equal(run(four, { kind: 'choose', index: 0 }, { kind: 'move', by: 1 }).chosen, null);
});

test('suggestions of the next three lines that are left are read ahead', () => {
  const many = run(initial, { kind: 'read', lines: ['1', '2', '3', '4', '5'].map((id) => line(id)) });
  assert.deepEqual(ahead(many), ['2', '3', '4']);
  assert.deepEqual(ahead(run(four, { kind: 'go', id: '3' })), ['4']);
});

test('Enter takes the first suggestion only when it is clearly the first', () => {
  assert.equal(decisive([suggestion(0.95)]), true);
  assert.equal(decisive([suggestion(0.94)]), false);
  assert.equal(decisive([suggestion(0.99), suggestion(0.97)]), false);
  assert.equal(decisive([suggestion(0.99), suggestion(0.9)]), true);
  assert.equal(decisive([]), false);
  assert.equal(verySure([suggestion(0.97)]), false);
  assert.equal(verySure([suggestion(0.98)]), true);
  const two = [suggestion(0.99), suggestion(0.98)];
  assert.equal(acceptable(four, two), null);
  assert.equal(acceptable(run(four, { kind: 'choose', index: 1 }), two), two[1]);
  assert.equal(acceptable(run(four, { kind: 'choose', index: 1 }, { kind: 'begin' }), two), null);
  assert.equal(acceptable(run(four, { kind: 'go', id: '2' }), [suggestion(1)]), null);
});

test('ticked documents take what the line still needs', () => {
  const tick = (id: string, balance: number): Event => ({ kind: 'tick', tick: { kind: 'sale', id, label: id, balance } });
  const search = run(four, { kind: 'mode', mode: 'search' });
  const one = run(search, tick('a', 60));
  assert.equal(remainder(one), 40);
  assert.equal(complete(one), false);
  assert.equal(complete(run(one, { kind: 'category', key: 'bank_fees' })), true);
  const both = run(one, tick('b', 70));
  assert.equal(both.ticks[1]!.amount, 40);
  assert.equal(remainder(both), 0);
  assert.equal(complete(both), true);
  assert.equal(remainder(run(both, tick('a', 60))), 60);
  assert.equal(run(both, { kind: 'move', by: 1 }).ticks.length, 0);
});

test('money out is matched with negative amounts', () => {
  const state = run(initial, { kind: 'read', lines: [line('1', -90)] }, { kind: 'tick', tick: { kind: 'purchase', id: 'p', label: 'p', balance: -120 } });
  assert.equal(state.ticks[0]!.amount, -90);
  assert.equal(remainder(state), 0);
});

test('keys', () => {
  const two = [suggestion(0.9), suggestion(0.8)];
  assert.deepEqual(keyAct('2', four, two), { kind: 'event', event: { kind: 'choose', index: 1 } });
  assert.equal(keyAct('3', four, two), null);
  assert.deepEqual(keyAct('/', four, []), { kind: 'event', event: { kind: 'mode', mode: 'search' } });
  assert.deepEqual(keyAct('Enter', four, []), { kind: 'accept' });
  assert.equal(keyAct('Escape', four, []), null);
  const matched = run(four, { kind: 'go', id: '2' });
  assert.equal(keyAct('t', matched, []), null);
  assert.equal(keyAct('x', four, []), null);
});

test('the last line that was dealt with is reopened, and becomes the current one', () => {
  const acted = run(four, { kind: 'acted', line: line('1', 100, 'matched', 2) }, { kind: 'acted', line: line('3', 100, 'matched', 2) });
  assert.equal(reopenable(acted), '3');
  const open = run(acted, { kind: 'reopened', line: line('3', 100, 'unmatched', 3) });
  assert.equal(open.current, '3');
  assert.equal(currentLine(open)!.status, 'unmatched');
  assert.equal(reopenable(open), '1');
  assert.equal(reopenable(four), null);
  assert.equal(reopenable(run(four, { kind: 'go', id: '2' })), '2');
});

test('progress', () => {
  assert.deepEqual(progressOf(four, 900, 1000), { matched: 1, left: 3, difference: 100 });
  assert.equal(progressOf(four, 900, null).difference, null);
});
