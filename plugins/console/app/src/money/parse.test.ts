import assert from 'node:assert/strict';
import test from 'node:test';
import { language, languages, type Language } from '../i18n/texts';
import { parseAmount, parseNumber } from './parse';

/** What each language reads from what was typed; null where it could be read in two ways. */
const typed: Record<string, Record<Language, string | null>> = {
  '0': { en: '0', fr: '0', de: '0' },
  '1234': { en: '1234', fr: '1234', de: '1234' },
  '1234.5': { en: '1234.5', fr: '1234.5', de: '1234.5' },
  '12,5': { en: '12.5', fr: '12.5', de: '12.5' },
  '1 234,50': { en: '1234.50', fr: '1234.50', de: '1234.50' },
  '1\u202f234,50': { en: '1234.50', fr: '1234.50', de: '1234.50' },
  '1\u00a0234.50': { en: '1234.50', fr: '1234.50', de: '1234.50' },
  "1'234.50": { en: '1234.50', fr: '1234.50', de: '1234.50' },
  '1.234,50': { en: '1234.50', fr: '1234.50', de: '1234.50' },
  '1,234.50': { en: '1234.50', fr: '1234.50', de: '1234.50' },
  '1,234': { en: null, fr: '1.234', de: '1.234' },
  '1.234': { en: '1.234', fr: null, de: null },
  '0.500': { en: '0.500', fr: '0.500', de: '0.500' },
  '1234.567': { en: '1234.567', fr: '1234.567', de: '1234.567' },
  '1.234.567': { en: '1234567', fr: '1234567', de: '1234567' },
  '1,234,567': { en: '1234567', fr: '1234567', de: '1234567' },
  '1,234,567.89': { en: '1234567.89', fr: '1234567.89', de: '1234567.89' },
  '12.3456': { en: '12.3456', fr: '12.3456', de: '12.3456' },
  ',5': { en: '0.5', fr: '0.5', de: '0.5' },
  '-12.50': { en: '-12.50', fr: '-12.50', de: '-12.50' },
  '\u221212.50': { en: '-12.50', fr: '-12.50', de: '-12.50' },
  '+3': { en: '3', fr: '3', de: '3' },
  '1000000000000000.1234': { en: '1000000000000000.1234', fr: '1000000000000000.1234', de: '1000000000000000.1234' },
  '1,23,456.7': { en: null, fr: null, de: null },
  '12.34.567': { en: null, fr: null, de: null },
  '1.2.3,4,5': { en: null, fr: null, de: null },
  '12.': { en: null, fr: null, de: null },
  '.': { en: null, fr: null, de: null },
  '': { en: null, fr: null, de: null },
  'abc': { en: null, fr: null, de: null },
  '1e3': { en: null, fr: null, de: null },
  '12 €': { en: null, fr: null, de: null },
  '1 2 3': { en: null, fr: null, de: null },
  '12 34': { en: null, fr: null, de: null },
};

for (const spoken of languages) {
  test(`numbers as they are typed in ${spoken}`, () => {
    language.value = spoken;
    for (const [text, read] of Object.entries(typed)) {
      assert.equal(parseNumber(text), read[spoken], JSON.stringify(text));
    }
  });
}

test('sums and products are exact', () => {
  language.value = 'en';
  assert.equal(parseAmount('3*19.90'), '59.7');
  assert.equal(parseAmount('3 x 19.90'), '59.7');
  assert.equal(parseAmount('3×0.1'), '0.3');
  assert.equal(parseAmount('0.1+0.2'), '0.3');
  assert.equal(parseAmount('12 + 7,5'), '19.5');
  assert.equal(parseAmount('12-7.5'), '4.5');
  assert.equal(parseAmount('-3'), '-3');
  assert.equal(parseAmount('−3'), '-3');
  assert.equal(parseAmount('10-2*3+1'), '5');
  assert.equal(parseAmount('3*-2'), '-6');
  assert.equal(parseAmount('1000000000000000*1.0001'), '1000100000000000');
  assert.equal(parseAmount('5-5'), '0');
  assert.equal(parseAmount('100'), '100');
  assert.equal(parseAmount('1.20'), '1.2');
});

test('what is no amount is refused', () => {
  language.value = 'en';
  for (const text of ['', ' ', '3*', '*3', '1+', '3**2', '1+1,234', 'total', '1--', '1/3']) {
    assert.equal(parseAmount(text), null, JSON.stringify(text));
  }
});
