import test from 'node:test';
import assert from 'node:assert/strict';
import { entryOf, groups, typeText } from './reference';

const operation = (id: string, tag: string) => ({ operationId: id, summary: `About ${id}`, tags: [tag], responses: {} });
const contract = {
  tags: [{ name: 'sales', description: 'Sales' }],
  paths: {
    '/companies/{companyId}/sales': { get: operation('listSales', 'sales'), post: operation('createSale', 'sales') },
    '/companies/{companyId}/items': { get: operation('listItems', 'stock') },
  },
};

test('operations stand with their plugin, and every word of a search must occur', () => {
  assert.deepEqual(groups(contract).map((one) => [one.name, one.entries.length]), [['sales', 2], ['stock', 1]]);
  assert.deepEqual(groups(contract, 'post SALES').flatMap((one) => one.entries.map((entry) => entry.operation.operationId)), ['createSale']);
  assert.equal(entryOf(contract, 'listItems')?.path, '/companies/{companyId}/items');
});

test('types are short texts', () => {
  assert.equal(typeText({ type: ['string', 'null'], format: 'date' }), 'string | null (date)');
  assert.equal(typeText({ type: 'array', items: { $ref: '#/components/schemas/Line' } }), 'array of Line');
  assert.equal(typeText({ enum: ['sale', 'quote'] }), 'sale | quote');
});
