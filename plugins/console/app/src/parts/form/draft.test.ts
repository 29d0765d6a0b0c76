import assert from 'node:assert/strict';
import test from 'node:test';
import { Problem } from '../../data/problem';
import { at, Form, Refusal, steps, withValue } from './draft';

test('a path has steps', () => {
  assert.deepEqual(steps('lines[0].quantity'), ['lines', '0', 'quantity']);
  assert.deepEqual(steps(''), []);
  assert.equal(at({ lines: [{ quantity: '2' }] }, 'lines[0].quantity'), '2');
  assert.equal(at({}, 'lines[0].quantity'), undefined);
  assert.equal(at({ note: null }, 'note.text'), undefined);
});

test('a value is set without touching what is beside it', () => {
  const draft = { name: 'A', address: { city: 'Lille', country: 'FR' }, lines: [{ quantity: '1' }, { quantity: '2' }] };
  const next = withValue(draft, 'lines[1].quantity', '3');
  assert.deepEqual(next.lines, [{ quantity: '1' }, { quantity: '3' }]);
  assert.equal(next.address, draft.address);
  assert.equal(next.lines[0], draft.lines[0]);
  assert.equal(draft.lines[1]!.quantity, '2');
});

test('lists and objects are made where there are none', () => {
  assert.deepEqual(withValue({}, 'address.city', 'Lille'), { address: { city: 'Lille' } });
  assert.deepEqual(withValue({}, 'contacts[0].name', 'Ada'), { contacts: [{ name: 'Ada' }] });
  assert.deepEqual(withValue({ lines: [{ a: 1 }] }, 'lines[1].a', 2), { lines: [{ a: 1 }, { a: 2 }] });
  assert.deepEqual(withValue({ lines: null }, 'lines[0].a', 2), { lines: [{ a: 2 }] });
});

test('a form keeps its key while the outcome of a write is unknown', async () => {
  const form = new Form();
  const keys: string[] = [];
  const failing = (problem: Error) => (key: string) => {
    keys.push(key);
    return Promise.reject(problem);
  };
  await form.submit(failing(new Problem(0, 'no-answer')));
  await form.submit(failing(new Problem(503, 'not-ready')));
  assert.equal(keys[0], keys[1]);
  await form.submit(failing(new Problem(400, 'amount-required')));
  await form.submit(async (key) => keys.push(key));
  await form.submit(async (key) => keys.push(key));
  assert.equal(keys[1], keys[2]);
  assert.equal(new Set(keys.slice(2)).size, 3);
});

test('an edit after an unknown outcome is another write', async () => {
  const form = new Form({ amount: '1' });
  const keys: string[] = [];
  await form.submit((key) => {
    keys.push(key);
    return Promise.reject(new Problem(0, 'no-answer'));
  });
  assert.equal(form.problem.value?.uncertain, true);
  await form.submit(async (key) => keys.push(key));
  assert.equal(keys[0], keys[1]);
  assert.equal(form.problem.value, null);
});

test('a refusal names fields; typing into one clears its mistake', async () => {
  const form = new Form();
  form.set('name', '');
  await form.submit(() => Promise.reject(new Refusal({ name: 'This is needed.', 'lines[0].quantity': 'No number.' })));
  assert.deepEqual(Object.keys(form.wrong.value), ['name', 'lines[0].quantity']);
  form.set('name', 'A');
  assert.deepEqual(Object.keys(form.wrong.value), ['lines[0].quantity']);
  assert.equal(form.changed.value, true);
  await form.submit(() => Promise.resolve(1));
  assert.deepEqual([form.changed.value, form.wrong.value, form.saving.value], [false, {}, false]);
});

test('a form is sent once at a time', async () => {
  const form = new Form();
  let sent = 0;
  let finish: () => void = () => undefined;
  const first = form.submit(() => new Promise<void>((resolve) => {
    sent += 1;
    finish = resolve;
  }));
  await form.submit(async () => {
    sent += 1;
  });
  finish();
  await first;
  assert.equal(sent, 1);
});
