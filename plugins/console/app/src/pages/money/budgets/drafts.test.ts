import assert from 'node:assert/strict';
import test from 'node:test';
import { lastDay, monthBeside, rowsOf, spentShare, typed } from './drafts';

test('months', () => {
  assert.equal(monthBeside('2026-11', 1), '2026-12');
  assert.equal(monthBeside('2026-12', 1), '2027-01');
  assert.equal(monthBeside('2026-01', -1), '2025-12');
  assert.equal(lastDay('2028-02'), '2028-02-29');
});

test('rows are the categories of money out, and removed ones that have a budget', () => {
  const categories = [{ key: 'rent', direction: 'out' }, { key: 'other_income', direction: 'in' }, { key: 'x', direction: 'both' }];
  assert.deepEqual(rowsOf(categories, [{ category: 'old', amount: 1, spent: 0, remaining: 1 }]), ['rent', 'x', 'old']);
});

test('shares are exact and stay between nothing and all', () => {
  assert.equal(spentShare({ category: 'a', amount: 300, spent: 45, remaining: 255 }), 15);
  assert.equal(spentShare({ category: 'a', amount: 300, spent: 450, remaining: -150 }), 100);
  assert.equal(spentShare({ category: 'a', amount: 0, spent: 1, remaining: -1 }), 100);
});

test('texts that are no amounts are named', () => {
  const parse = (text: string) => (/^-?\d+$/.test(text) ? text : null);
  assert.deepEqual(typed({ rent: '900', energy: '', wages: 'x', travel: '-5' }, parse), {
    budgets: [{ category: 'rent', amount: '900' }],
    wrong: ['wages', 'travel'],
  });
});
