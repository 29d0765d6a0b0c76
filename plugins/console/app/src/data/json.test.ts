import assert from 'node:assert/strict';
import test from 'node:test';
import { exact, toJson } from './json';

test('plain values are written as JSON writes them', () => {
  const value = { text: 'é "\n', flag: true, nothing: null, list: [1, 'a', null], inner: { at: -1.5 } };
  assert.equal(toJson(value), JSON.stringify(value));
  assert.deepEqual(JSON.parse(toJson({ '__proto__x': 1, 'a"b': 2 })), { '__proto__x': 1, 'a"b': 2 });
});

test('numbers typed keep every digit', () => {
  assert.equal(toJson({ lines: [{ unitPrice: exact('19.9000') }, { unitPrice: exact('1000000000000000.1234') }] }), '{"lines":[{"unitPrice":19.9000},{"unitPrice":1000000000000000.1234}]}');
  assert.equal(toJson(exact('-0.10')), '-0.10');
});

test('numbers that JSON cannot read are refused or mended', () => {
  for (const digits of ['', '1.', '.5', '1e3', '1,5', '+1', 'Infinity', '--1']) {
    assert.throws(() => exact(digits), RangeError, digits);
  }
  for (const digits of ['007', '-00.5', '0', '00']) {
    assert.equal(JSON.parse(toJson(exact(digits))), Number(digits), digits);
  }
});

test('members without a value are left out, elements are not', () => {
  assert.equal(toJson({ a: undefined, b: null }), '{"b":null}');
  assert.equal(toJson([undefined, 1]), '[null,1]');
  assert.equal(toJson(undefined), 'null');
});

test('dates are written as their text', () => {
  assert.equal(toJson({ at: new Date(0) }), '{"at":"1970-01-01T00:00:00.000Z"}');
});
