import assert from 'node:assert/strict';
import test from 'node:test';
import { changeOf, counted, quickAmounts, remaining, totalOf, withProduct, withQuantity, type Basket, type Product } from './basket';

const cup: Product = { id: 'itm_1', name: 'Cup', sku: null, barcode: null, category: null, price: '7.90', taxRate: 20 };
const tea: Product = { ...cup, id: 'itm_2', name: 'Tea', price: '6.90', taxRate: 5.5 };
const empty: Basket = { id: 'b', lines: [] };

test('the same product at the same price is one line', () => {
  let basket = withProduct(empty, cup, '7.90');
  basket = withProduct(basket, cup, '7.90');
  basket = withProduct(basket, cup, '5');
  assert.deepEqual(basket.lines.map((line) => [line.price, line.quantity]), [['7.90', '2'], ['5', '1']]);
  assert.equal(withQuantity(basket, 0, '0').lines.length, 1);
});

test('totals are exact, with tax added where prices do not have it', () => {
  const basket = withQuantity(withProduct(withProduct(empty, cup, '7.90'), tea, '6.90'), 1, '0.333');
  assert.equal(totalOf(basket, 2, true, 20), '10.20');
  // 7.90 and 1.58 of tax, 2.30 and 0.13 of tax.
  assert.equal(totalOf(basket, 2, false, 20), '11.91');
  assert.equal(totalOf({ id: 'b', lines: [{ ...basket.lines[0]!, price: '1250', quantity: '3' }] }, 0, true, 0), '3750');
});

test('what is left to pay, and change', () => {
  assert.equal(remaining('15.80', [{ method: 'card', walletId: 'w', amount: '10' }]), '5.80');
  assert.equal(changeOf('15.80', '20'), '4.20');
  assert.equal(changeOf('15.80', '15'), null);
});

test('amounts that a guest is likely to hand over', () => {
  assert.deepEqual(quickAmounts('15.80', 'EUR'), ['15.80', '20', '50', '100', '200']);
  assert.deepEqual(quickAmounts('20', 'EUR'), ['20', '50', '100', '200', '500']);
  assert.deepEqual(quickAmounts('3750', 'XOF').slice(0, 3), ['3750', '3800', '4000']);
  assert.deepEqual(quickAmounts('3.20', 'JPY'), ['3.20']);
});

test('a count of notes and coins', () => {
  assert.equal(counted({ '20': '3', '0.50': '7', '0.01': '', '2': 'x' }), '63.50');
});
