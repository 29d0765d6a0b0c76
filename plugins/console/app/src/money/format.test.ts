import assert from 'node:assert/strict';
import test from 'node:test';
import { toJson, exact } from '../data/json';
import { language, type Language } from '../i18n/texts';
import { digitsOf, majorText, money, percent, quantity } from './format';
import { parseNumber } from './parse';

/** Spaces of all kinds as plain ones: which of them a language has changes with the browser. */
function plain(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, ' ');
}

function shown(spoken: Language, minor: number, currency: string, style = {}): string {
  language.value = spoken;
  return plain(money(minor, currency, style));
}

test('currencies have the digits of their minor units', () => {
  assert.deepEqual(['XOF', 'EUR', 'TND'].map(digitsOf), [0, 2, 3]);
});

test('minor units become decimal text', () => {
  assert.equal(majorText(1250, 'EUR'), '12.50');
  assert.equal(majorText(5, 'EUR'), '0.05');
  assert.equal(majorText(-5, 'EUR'), '-0.05');
  assert.equal(majorText(1250, 'XOF'), '1250');
  assert.equal(majorText(1250, 'TND'), '1.250');
  assert.equal(majorText(0, 'TND'), '0.000');
  assert.equal(majorText(1e15, 'EUR'), '10000000000000.00');
  assert.equal(majorText(9007199254740991, 'TND'), '9007199254740.991');
});

test('unit prices keep four digits more', () => {
  assert.equal(majorText(123.4567, 'EUR'), '1.234567');
  assert.equal(majorText(0.0001, 'EUR'), '0.000001');
  assert.equal(majorText(0.0001, 'XOF'), '0.0001');
  assert.equal(majorText(12.5, 'TND'), '0.0125');
});

test('amounts for people in three currencies and languages', () => {
  assert.equal(shown('en', 123456, 'EUR'), '€1,234.56');
  assert.equal(shown('fr', 123456, 'EUR'), '1 234,56 €');
  assert.equal(shown('de', 123456, 'EUR'), '1.234,56 €');
  assert.equal(shown('en', 123456, 'XOF'), 'F CFA 123,456');
  assert.equal(shown('fr', 123456, 'XOF'), '123 456 F CFA');
  assert.equal(shown('de', 123456, 'XOF'), '123.456 F CFA');
  assert.equal(shown('en', 123456, 'TND'), 'TND 123.456');
  assert.equal(shown('fr', 123456, 'TND'), '123,456 TND');
  assert.equal(shown('de', 123456, 'TND'), '123,456 TND');
});

test('amounts of sixteen digits are exact', () => {
  assert.equal(shown('en', 9007199254740991, 'EUR', { bare: true }), '90,071,992,547,409.91');
  assert.equal(shown('fr', 9007199254740991, 'TND', { bare: true }), '9 007 199 254 740,991');
  assert.equal(shown('de', 1e15, 'XOF', { bare: true }), '1.000.000.000.000.000');
});

test('a minus is a true one, zero may be a dash, nothing is nothing', () => {
  assert.equal(shown('de', -1250, 'EUR', { bare: true }), '−12,50');
  assert.equal(shown('en', -1250, 'EUR'), '−€12.50');
  assert.equal(shown('en', 0, 'EUR', { dash: true }), '–');
  assert.equal(shown('en', 0, 'EUR'), '€0.00');
  assert.equal(money(null, 'EUR'), '');
  assert.equal(money(undefined, 'EUR'), '');
});

test('a unit price shows the digits that it has', () => {
  assert.equal(shown('en', 123.4567, 'EUR', { bare: true }), '1.234567');
  assert.equal(shown('en', 123, 'EUR', { bare: true }), '1.23');
  assert.equal(shown('fr', 0.5, 'XOF', { bare: true }), '0,5');
});

test('what is shown bare can be typed again', () => {
  for (const spoken of ['en', 'fr', 'de'] as const) {
    for (const [minor, currency] of [[123456, 'EUR'], [1e15, 'EUR'], [123456, 'XOF'], [1234567, 'TND']] as const) {
      const text = shown(spoken, minor, currency, { bare: true });
      const read = parseNumber(text);
      // Several groups, or a group and a fraction, are read in one way only; a single group is refused.
      if (read !== null) {
        assert.equal(read, majorText(minor, currency), `${spoken} ${text}`);
      }
    }
  }
});

test('the JSON text of amounts has the digits typed', () => {
  assert.equal(toJson({ amount: exact('1000000000000000.1234') }), '{"amount":1000000000000000.1234}');
  for (const currency of ['EUR', 'XOF', 'TND']) {
    assert.equal(toJson(exact(majorText(1e15, currency))), majorText(1e15, currency));
  }
});

test('quantities and percentages', () => {
  language.value = 'fr';
  assert.equal(plain(quantity(1234.5)), '1 234,5');
  assert.equal(quantity(-2), '−2');
  assert.equal(quantity(null), '');
  assert.equal(plain(percent(5.5)), '5,5 %');
});
