import test from 'node:test';
import assert from 'node:assert/strict';
import { momentOf, objectOf } from './request';

test('the object of a request is the last identifier of its path', () => {
  const sale = 'sal_01jd9p4be1mfmxgscfzmzebnt7';
  assert.equal(objectOf(`/companies/com_01m8kt841ze00at7r77kmxa5xy/sales/${sale}/payments?x=1`), sale);
  assert.equal(objectOf('/companies/com_01m8kt841ze00at7r77kmxa5xy/sales'), null);
});

test('the moment of a request surrounds it', () => {
  assert.deepEqual(momentOf('2026-11-20T12:00:00.000Z', 500), { from: '2026-11-20T11:59:58.500Z', to: '2026-11-20T12:00:01.500Z' });
});
