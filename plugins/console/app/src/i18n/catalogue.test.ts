import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Problem } from '../data/problem';
import type { Contract, Parameter, Schema } from '../data/contract';
import { catalogue, catalogues, type Catalogue } from './catalogue';
import { fieldName, pathName, sentence, word } from './names';
import { language, languages } from './texts';

/** Parameters whose values no page shows as words. */
const Unshown = new Set(['sort', 'include']);
const file = process.env['SVC_OPENAPI'];
const needsContract = { skip: file ? false : 'SVC_OPENAPI names no contract' };

const parts = ['fields', 'words', 'codes'] as const;
const loaded = new Map<string, Catalogue>();
for (const one of languages) {
  loaded.set(one, await catalogues[one]());
}

async function speaking(one: (typeof languages)[number]): Promise<void> {
  language.value = one;
  catalogue.value = loaded.get(one)!;
}

/** The fields and the values of enumerations in a contract. */
class Collected {
  readonly fields = new Set<string>();
  readonly values = new Set<string>();
  readonly codes = new Set<string>();
  private readonly seen = new Set<string>();

  constructor(private readonly contract: Contract) {
    for (const methods of Object.values(contract.paths)) {
      for (const operation of Object.values(methods)) {
        operation['x-errors']?.forEach((code) => this.codes.add(code.split(':')[0]!));
        operation.parameters?.forEach((one) => this.parameter('$ref' in one ? this.parameterOf(one.$ref) : one));
        Object.values(operation.requestBody?.content ?? {}).forEach((one) => this.schema('', one.schema));
        Object.values(operation.responses).forEach((answer) =>
          Object.values(answer.content ?? {}).forEach((one) => this.schema('', one.schema)),
        );
      }
    }
  }

  private parameterOf(reference: string): Parameter {
    return this.contract.components.parameters[reference.split('/').pop()!]!;
  }

  private parameter(one: Parameter): void {
    if (one.in === 'query' && !Unshown.has(one.name)) {
      this.fields.add(one.name);
      this.schema(one.name, one.schema);
    }
  }

  private schema(field: string, schema: Schema | undefined): void {
    if (!schema) {
      return;
    }
    const name = schema.$ref?.split('/').pop();
    if (name) {
      if (!this.seen.has(`${field} ${name}`)) {
        this.seen.add(`${field} ${name}`);
        this.schema(field, this.contract.components.schemas[name]);
      }
      return;
    }
    schema.enum?.filter((value) => value !== null).forEach((value) => this.values.add(`${field}.${String(value)}`));
    for (const [property, one] of Object.entries(schema.properties ?? {})) {
      this.fields.add(property);
      this.schema(property, one);
    }
    this.schema(field, schema.items);
    schema.oneOf?.forEach((one) => this.schema(field, one));
  }
}

for (const part of parts) {
  test(`the languages name the same ${part}`, () => {
    const names = (one: string) => Object.keys(loaded.get(one)![part]).sort();
    assert.deepEqual(names('fr'), names('en'));
    assert.deepEqual(names('de'), names('en'));
    for (const one of languages) {
      assert.deepEqual(Object.entries(loaded.get(one)![part]).filter(([, text]) => text.trim() === ''), []);
    }
  });
}

test('the sentences of a code hold the same places in all languages', () => {
  const places = (text: string | undefined) => [...new Set(text?.match(/\{\w+\}/g))].sort();
  for (const [code, text] of Object.entries(loaded.get('en')!.codes)) {
    assert.deepEqual(places(loaded.get('fr')!.codes[code]), places(text), code);
    assert.deepEqual(places(loaded.get('de')!.codes[code]), places(text), code);
  }
});

test('every field, value and code of the contract has a text', needsContract, () => {
  const found = new Collected(JSON.parse(readFileSync(file!, 'utf8')) as Contract);
  const { fields, words, codes } = loaded.get('en')!;
  const wordless = [...found.values].filter((key) => !(key in words) && !(key.slice(key.indexOf('.') + 1) in words));
  assert.deepEqual([...found.fields].filter((name) => !(name in fields)), []);
  assert.deepEqual(wordless, []);
  assert.deepEqual([...found.codes].filter((code) => !(code in codes)), []);
});

test('names and words are those of the language, and are spelled when no catalogue has them', async () => {
  await speaking('de');
  assert.equal(fieldName('dueDate'), 'Fälligkeit');
  assert.equal(word('transfer', 'reason'), 'Umlagerung');
  assert.equal(word('transfer', 'kind'), 'Umbuchung');
  assert.equal(fieldName('someNewThing'), 'Some new thing');
  assert.equal(word('some_new-value'), 'Some new value');
  assert.equal(fieldName('constructor'), 'Constructor');
});

test('a path is named step by step', async () => {
  await speaking('en');
  assert.equal(pathName('lines[0].quantity'), 'Lines 1 · Quantity');
  assert.equal(pathName('partner.country'), 'Partner · Country');
});

test('a sentence holds what follows the colon of its code', async () => {
  await speaking('en');
  const said = (message: string) => sentence(new Problem(400, message));
  assert.equal(said('field-required:lines[1].quantity'), '“Lines 2 · Quantity” is missing. Enter it.');
  assert.equal(said('insufficient-stock:itm_1:2.5'), 'Not enough in stock: 2.5 available. Enter less, or receive goods first.');
  assert.equal(said('rate-not-found:EUR:USD'), 'There is no exchange rate from EUR to USD for that day. Enter one first.');
  assert.equal(said('date-locked:2026-03-31'), 'The books are locked up to the lock date. Choose a day after Mar 31, 2026.');
  assert.equal(said('plan-limit:api-keys:10'), 'The plan allows no more: API keys (10). Archive some, or change the plan.');
  assert.equal(said('attachment-too-large:20971520'), 'The file is too large: at most 20 MB. Send a smaller one.');
  assert.equal(said('statement-invalid:3:amount:decimal'), 'The file cannot be read from line 3. Check the format and the columns.');
  assert.equal(said('category-unknown:$&'), 'The category “$&” does not exist. Choose one of the list.');
  assert.equal(said('nobody-knows:this'), 'nobody-knows:this');
});
