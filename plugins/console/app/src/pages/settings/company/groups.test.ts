import test from 'node:test';
import assert from 'node:assert/strict';
import { changesOf } from './groups';

test('only changed fields are sent, and an emptied one as null', () => {
  const address = { city: 'Lille' };
  const before = { name: 'Café', phone: '+33', vatNumber: null, address };
  const draft = { ...before, name: 'Café Lumière', phone: '' };
  assert.deepEqual(changesOf({ name: 'Café Lumière', address }, draft, before), { name: 'Café Lumière', phone: null });
  assert.deepEqual(changesOf({ name: 'Café', address }, before, before), {});
});
