import test from 'node:test';
import assert from 'node:assert/strict';
import { toJson } from '../../../data/json';
import { bodyOfEdits, countOf, fits, storedText, withEdit } from './edits';
import { familiesOf } from './families';

const item = { price: 1800, cost: 938.4, alertThreshold: 10, category: null, currency: 'EUR' };

test('variants come after their parent', () => {
  const rows = [
    { id: 'b', parentId: 'z' },
    { id: 'a', parentId: null },
    { id: 'z', parentId: null },
    { id: 'c', parentId: 'not read' },
  ];
  assert.deepEqual(familiesOf(rows).map((one) => one.id), ['a', 'z', 'b', 'c']);
});

test('a field typed back to what is stored is no change', () => {
  assert.equal(storedText(item, 'cost'), '9.384');
  const once = withEdit({}, 'i', item, 'price', '19');
  const twice = withEdit(once, 'i', item, 'category', 'beans');
  assert.equal(countOf(twice), 2);
  assert.deepEqual(withEdit(withEdit(twice, 'i', item, 'price', '18.00'), 'i', item, 'category', ''), {});
});

test('amounts go out as they were typed', () => {
  assert.equal(toJson(bodyOfEdits({ price: '3*19.90', alertThreshold: '', category: ' beans ' })), '{"price":59.7,"alertThreshold":null,"category":"beans"}');
  assert.equal(fits('price', 'abc'), false);
  assert.equal(fits('price', '-1'), false);
  assert.equal(fits('cost', ''), false);
  assert.equal(fits('price', ''), true);
});
