import test from 'node:test';
import assert from 'node:assert/strict';
import { supplierOf } from './supplier';

test('a seller becomes a supplier of the country of its VAT number', () => {
  assert.deepEqual(supplierOf({ name: 'Bohne', vatNumber: 'DE 123456789', registrationNumber: null }), { name: 'Bohne', kind: 'supplier', company: true, vatNumber: 'DE123456789', country: 'DE' });
  assert.equal(supplierOf({ name: 'Kafe', vatNumber: 'EL123456789', registrationNumber: 'x' })['country'], 'GR');
  assert.deepEqual(supplierOf({ name: 'Anon', vatNumber: null, registrationNumber: null }), { name: 'Anon', kind: 'supplier', company: true });
});
