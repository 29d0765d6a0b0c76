import test from 'node:test';
import assert from 'node:assert/strict';
import { offeredToRoles } from './offered';

test('roles are offered what any role holds, and nothing that only keys have', () => {
  const details = [
    { scope: 'sales:view', module: 'Sales', description: 'Read sales', keyOnly: false },
    { scope: 'events:read', module: 'Events and webhooks', description: 'Read events', keyOnly: true },
  ];
  const roles = [{ permissions: ['sales:view'] }, { permissions: ['sales:view', 'billing:view', 'orders:view'] }];
  assert.deepEqual(
    offeredToRoles(roles, details).map((one) => [one.scope, one.module]),
    [['sales:view', 'Sales'], ['billing:view', 'Settings'], ['orders:view', 'Orders']],
  );
});
