import assert from 'node:assert/strict';
import test from 'node:test';
import { contract, type Contract, type Schema } from '../../data/contract';
import { toJson } from '../../data/json';
import { language } from '../../i18n/texts';
import { bodyOf, typedPath } from './body';
import { Refusal } from './draft';

language.value = 'en';

const line: Schema = {
  type: 'object',
  required: ['quantity'],
  properties: {
    label: { type: ['string', 'null'], maxLength: 10 },
    quantity: { type: 'number', exclusiveMinimum: 0 },
    unitPrice: { type: 'number', 'x-money': true },
  },
};
const sale: Schema = {
  type: 'object',
  required: ['lines', 'date'],
  additionalProperties: false,
  properties: {
    date: { type: 'string', format: 'date' },
    partnerId: { type: ['string', 'null'], format: 'id', 'x-id': 'par' },
    minutes: { type: ['integer', 'null'], minimum: 1, maximum: 600 },
    kind: { type: 'string', enum: ['invoice', 'ticket'] },
    paidInFull: { type: 'boolean', default: false },
    address: { type: 'object', properties: { city: { type: 'string' }, country: { type: 'string', pattern: '^[A-Z]{2}$' } }, required: ['country'] },
    tags: { type: 'array', items: { type: 'string' } },
    attributes: { type: 'object', additionalProperties: true },
    lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } },
  },
};
contract.value = { components: { schemas: { Line: line }, parameters: {} }, paths: {} } as unknown as Contract;

const good = { date: '2026-11-20', lines: [{ quantity: '1' }] };

function wrongOf(draft: Record<string, unknown>, schema = sale): Record<string, string> {
  try {
    bodyOf(schema, draft);
  } catch (error) {
    assert(error instanceof Refusal, String(error));
    return error.wrong;
  }
  return {};
}

test('what was typed becomes the body, digit by digit', () => {
  const body = bodyOf(sale, { ...good, lines: [{ label: 'Coffee', quantity: '3', unitPrice: '1 234,50' }, { quantity: '0,5', unitPrice: '1000000000000000.1234' }] });
  assert.equal(
    toJson(body),
    '{"date":"2026-11-20","lines":[{"label":"Coffee","quantity":3,"unitPrice":1234.5},{"quantity":0.5,"unitPrice":1000000000000000.1234}]}',
  );
});

test('empty fields and objects are not sent; null and false are', () => {
  const body = bodyOf(sale, { ...good, partnerId: null, kind: '', paidInFull: false, address: { city: '', country: '' }, tags: [] });
  assert.equal(toJson(body), '{"date":"2026-11-20","lines":[{"quantity":1}],"partnerId":null,"paidInFull":false,"tags":[]}');
});

test('mistakes are named by their path', () => {
  assert.deepEqual(Object.keys(wrongOf({ lines: [{ quantity: '1' }] })), ['date']);
  assert.deepEqual(Object.keys(wrongOf({ ...good, lines: [{ quantity: '1' }, { quantity: '' , label: 'x' }] })), ['lines[1].quantity']);
  assert.deepEqual(Object.keys(wrongOf({ ...good, lines: [{ quantity: '0' }] })), ['lines[0].quantity']);
  assert.deepEqual(Object.keys(wrongOf({ ...good, lines: [{ quantity: 'many' }] })), ['lines[0].quantity']);
  assert.deepEqual(Object.keys(wrongOf({ ...good, lines: [{ quantity: '1', label: 'far too long a label' }] })), ['lines[0].label']);
  assert.deepEqual(Object.keys(wrongOf({ ...good, kind: 'quote' })), ['kind']);
  assert.deepEqual(Object.keys(wrongOf({ ...good, minutes: '601' })), ['minutes']);
  assert.deepEqual(Object.keys(wrongOf({ ...good, minutes: '1.5' })), ['minutes']);
  assert.deepEqual(Object.keys(wrongOf({ ...good, address: { city: 'Lille' } })), ['address.country']);
  assert.deepEqual(Object.keys(wrongOf({ ...good, address: { country: 'France' } })), ['address.country']);
});

test('mistakes say what is wrong', () => {
  assert.equal(wrongOf({ lines: [] })['date'], 'This is needed.');
  assert.match(wrongOf({ ...good, minutes: '1,234' })['minutes']!, /two ways/);
  assert.match(wrongOf({ ...good, attributes: '{"a":' })['attributes']!, /JSON/);
});

test('a line left empty is no line, but keeps the paths of the others', () => {
  assert.deepEqual(Object.keys(wrongOf({ ...good, lines: [{}, { quantity: 'x' }] })), ['lines[1].quantity']);
  assert.equal(toJson(bodyOf(sale, { ...good, lines: [{}, { quantity: '2' }, { label: '' }] })), '{"date":"2026-11-20","lines":[{"quantity":2}]}');
  assert.deepEqual(Object.keys(wrongOf({ ...good, lines: [{}, { label: 'x' }] })), ['lines[1].quantity']);
});

test('a refusal of the service is placed where it was typed', () => {
  const body = bodyOf(sale, { ...good, lines: [{}, { quantity: '1' }, { label: '' }, { quantity: '2' }] });
  assert.equal(typedPath(body, 'lines[1].quantity'), 'lines[3].quantity');
  assert.equal(typedPath(body, 'date'), 'date');
  assert.equal(typedPath({}, 'lines[1].quantity'), 'lines[1].quantity');
});

test('free objects are typed as JSON', () => {
  assert.equal(toJson(bodyOf(sale, { ...good, attributes: '{"size":"L"}' })), '{"date":"2026-11-20","lines":[{"quantity":1}],"attributes":{"size":"L"}}');
});

test('values read from the service are sent as they are', () => {
  assert.equal(toJson(bodyOf(sale, { ...good, minutes: 30, lines: [{ quantity: 2, unitPrice: 1.25 }] })), '{"date":"2026-11-20","lines":[{"quantity":2,"unitPrice":1.25}],"minutes":30}');
});

test('settings with a constant that tells their kind', () => {
  const settings: Schema = {
    type: 'object',
    properties: { mode: { oneOf: [{ const: 'test' }, { const: 'production' }] }, url: { type: 'string', format: 'uri' }, retries: { type: 'integer', default: 3 } },
  };
  assert.equal(toJson(bodyOf(settings, { mode: 'test', url: 'https://a.example', retries: '5' })), '{"mode":"test","url":"https://a.example","retries":5}');
  assert.deepEqual(Object.keys(wrongOf({ mode: 'other' }, settings)), ['mode']);
});
