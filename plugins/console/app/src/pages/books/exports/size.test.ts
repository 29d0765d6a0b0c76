import assert from 'node:assert/strict';
import test from 'node:test';
import { neededSetting, sizeText } from './size';

test('sizes', () => {
  assert.equal(sizeText(999, 'en'), '999 byte');
  assert.equal(sizeText(1_440_000, 'en'), '1.4 MB');
});

test('only missing accounting data leads to the settings', () => {
  assert.equal(neededSetting('field-required', 'accounting.siren'), 'accounting.siren');
  assert.equal(neededSetting('field-required', 'from'), null);
  assert.equal(neededSetting('chart-unknown', 'accounting.x'), null);
});
