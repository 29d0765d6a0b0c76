import test from 'node:test';
import assert from 'node:assert/strict';
import { readinessOf } from './readiness';

const nothing = { country: null, vatNumber: null, registrationNumber: null, peppolId: null, address: null };
const lacking = (buyer: Parameters<typeof readinessOf>[0]) => readinessOf(buyer).filter((one) => !one.met).map((one) => one.demand);

test('of a partner without anything everything is missing', () => {
  assert.deepEqual(lacking(nothing), ['country', 'address', 'vatNumber', 'peppolId']);
});

test('the country may be that of the address, and France asks for the register', () => {
  const address = { line1: '12 rue du Port', postalCode: '69002', city: 'Lyon', country: 'FR' };
  assert.deepEqual(lacking({ ...nothing, address, vatNumber: 'FR40303265045', peppolId: '0225:303265045' }), ['registrationNumber']);
});
