import assert from 'node:assert/strict';
import test from 'node:test';
import { matched } from './plugin-routes';

const pages = [{ route: '/rooms' }, { route: '/rooms/plan' }, { route: '/rooms/{id}' }];

test('a page is found by its route, the fixed one before the one with a name in it', () => {
  assert.equal(matched('/rooms', pages)?.page.route, '/rooms');
  assert.equal(matched('/rooms/', pages)?.page.route, '/rooms');
  assert.equal(matched('/rooms/plan', pages)?.page.route, '/rooms/plan');
  assert.deepEqual(matched('/rooms/12', pages), { page: { route: '/rooms/{id}' }, id: '12' });
  assert.deepEqual(matched('/rooms/a%20b', pages), { page: { route: '/rooms/{id}' }, id: 'a b' });
});

test('other addresses have no page', () => {
  assert.equal(matched('/rooms/12/beds', pages), null);
  assert.equal(matched('/', pages), null);
});
