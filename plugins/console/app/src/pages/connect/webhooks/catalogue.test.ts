import test from 'node:test';
import assert from 'node:assert/strict';
import { families, matching, withPattern } from './catalogue';

const type = (name: string) => ({ type: name, family: name.split('.')[0]!, reserved: false, descriptions: {} });
const catalogue = [type('sale.created'), type('invoice.paid'), type('invoice.issued')];

test('types stand in their families', () => {
  assert.deepEqual(families(catalogue).map((one) => [one.family, one.types.length]), [['invoice', 2], ['sale', 1]]);
});

test('patterns take one type, a family or everything', () => {
  const taken = (...patterns: string[]) => matching(patterns, catalogue).length;
  assert.equal(taken('invoice.paid'), 1);
  assert.equal(taken('invoice.*', 'invoice.paid'), 2);
  assert.equal(taken('*'), 3);
  assert.equal(taken(), 0);
});

test('a wider pattern replaces what it holds', () => {
  assert.deepEqual(withPattern(['invoice.paid', 'sale.created'], 'invoice.*', true), ['sale.created', 'invoice.*']);
  assert.deepEqual(withPattern(['invoice.*', 'sale.created'], '*', true), ['*']);
  assert.deepEqual(withPattern(['invoice.*'], 'invoice.*', false), []);
});
