import test from 'node:test';
import assert from 'node:assert/strict';
import { settingsForm, withoutSecrets, withSecrets } from './schema';

const schema = { type: 'object', properties: { siren: { type: 'string' }, clientSecret: { type: 'string', maxLength: 4000 }, receive: { type: 'boolean' } } };
const required = [
  { name: 'siren', type: 'string', secret: false },
  { name: 'clientSecret', type: 'string', secret: true },
];

test('needed settings are marked, and secrets are fields of one line', () => {
  const form = settingsForm(schema, required, {});
  assert.deepEqual(form.required, ['siren', 'clientSecret']);
  assert.deepEqual(form.properties?.['clientSecret'], { type: 'string', 'x-secret': true });
});

test('a secret that is set stays when nothing is typed', () => {
  const settings = { siren: '123456789', clientSecret: '***' };
  assert.deepEqual(settingsForm(schema, required, settings).required, ['siren']);
  assert.deepEqual(withoutSecrets(settings), { siren: '123456789' });
  assert.deepEqual(withSecrets({ siren: '987654321' }, settings), { siren: '987654321', clientSecret: '***' });
  assert.deepEqual(withSecrets({ clientSecret: 'new' }, settings), { clientSecret: 'new' });
});
