import test from 'node:test';
import assert from 'node:assert/strict';
import { guessed, importFields } from './fields';
import { recordsAt, renamed, sampleOf, unmarked } from './table';

const text = 'Nom;Ville;Remarque\r\n"Café; du Port";Lyon;"deux\nlignes"\r\nBar;Nice;\r\n\r\nHotel;Metz;x\n';

test('heads, rows and their number', () => {
  const sample = sampleOf(text);
  assert.equal(sample.delimiter, ';');
  assert.deepEqual(sample.heads, ['Nom', 'Ville', 'Remarque']);
  assert.deepEqual(sample.rows[0], ['Café; du Port', 'Lyon', 'deux\nlignes']);
  assert.equal(sample.count, 3);
});

test('only the heads are written anew', () => {
  const sample = sampleOf(text);
  assert.equal(renamed(text, sample, ['name', 'address.city', '']), `name;address.city;_3\n${text.slice(sample.rest)}`);
});

test('records are found by their line', () => {
  const found = recordsAt(text, sampleOf(text), [2, 4, 6]);
  assert.deepEqual([...found.values()].map((cells) => cells[0]), ['Café; du Port', 'Bar', 'Hotel']);
});

test('a mark at the beginning is taken away', () => {
  assert.equal(unmarked('\ufeffa'), 'a');
});

test('columns are recognised by the names of other programs, and none twice', () => {
  const fields = ['name', 'vatNumber', 'address.city', 'country'];
  assert.deepEqual(guessed(['Raison sociale', 'N° TVA', 'Ville', 'Nom', 'address.city'], fields), ['name', '', 'address.city', '', '']);
  assert.deepEqual(guessed(['Numéro TVA', 'VAT number', 'Country'], fields), ['vatNumber', '', 'country']);
});

test('nested fields have a dot, lists of records are no columns', () => {
  const schema = { properties: { name: { type: 'string' }, address: { type: 'object', properties: { city: { type: 'string' } } }, contacts: { type: 'array' } } };
  assert.deepEqual(importFields(schema), ['name', 'address.city']);
});
