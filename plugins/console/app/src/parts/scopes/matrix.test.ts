import test from 'node:test';
import assert from 'node:assert/strict';
import { callable, columnOf, matrix, presets, usedColumns, type Caller } from './matrix';

const offered = [
  { scope: 'sales:view', module: 'Sales', description: 'Read sales' },
  { scope: 'sales:refund', module: 'Sales', description: 'Refund' },
  { scope: 'items:update', module: 'Catalogue', description: 'Update items' },
  { scope: 'inventory:update', module: 'Catalogue', description: 'Adjust' },
  { scope: 'settings:company', module: 'Settings', description: 'Edit the company' },
];

test('scopes stand in the row of their module and the column of what they allow', () => {
  const rows = matrix(offered);
  assert.deepEqual(rows.map((row) => row.module), ['Catalogue', 'Sales', 'Settings']);
  assert.deepEqual(rows[0]?.cells['update']?.map((one) => one.scope), ['items:update', 'inventory:update']);
  assert.equal(columnOf('events:read'), 'view');
  assert.equal(columnOf('settings:company'), 'other');
});

test('a search leaves the rows and columns that match', () => {
  const rows = matrix(offered, 'refund');
  assert.deepEqual(rows.map((row) => row.module), ['Sales']);
  assert.deepEqual(usedColumns(rows), ['refund']);
});

test('the preset for reading takes nothing that writes', () => {
  assert.deepEqual(offered.map((one) => one.scope).filter(presets.readOnly), ['sales:view']);
});

test('what a key can call follows from the scopes of the contract', () => {
  const paths = {
    '/companies/{companyId}/sales': {
      get: { operationId: 'listSales', summary: 'List', 'x-scope': ['sales:view'] },
      post: { operationId: 'createSale', summary: 'Create', 'x-scope': ['sales:create'] },
    },
    '/companies/{companyId}': { get: { operationId: 'readCompany', summary: 'Read', 'x-scope': [] } },
    '/companies/{companyId}/x': { get: { operationId: 'x', summary: 'X', description: 'Only for people who have logged in.', 'x-scope': [] } },
    '/auth/me': { get: { operationId: 'readMe', summary: 'Me' } },
  };
  const ids = (scopes: string[], caller: Caller = 'key') => callable(paths, scopes, caller).map((one) => one.operationId);
  assert.deepEqual(ids([]), ['readCompany']);
  assert.deepEqual(ids(['sales:view', 'sales:create']), ['listSales', 'createSale', 'readCompany']);
  assert.deepEqual(ids(['sales:create'], 'test key'), ['readCompany']);
  assert.deepEqual(ids([], 'person'), ['readCompany', 'x']);
});
