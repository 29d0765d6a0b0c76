import assert from 'node:assert/strict';
import test from 'node:test';
import { asProblem, Problem, problemOf } from './problem';

test('a code ends at its first colon', () => {
  const problem = new Problem(400, 'insufficient-stock:itm_1:2');
  assert.equal(problem.code, 'insufficient-stock');
  assert.equal(problem.detail, 'itm_1:2');
  assert.equal(new Problem(404, 'not-found').detail, '');
});

test('a refusal is certain, a lost answer is not', () => {
  assert.equal(new Problem(400, 'amount-required').uncertain, false);
  assert.equal(new Problem(503, 'not-ready').uncertain, true);
  assert.equal(asProblem(new TypeError('fetch failed')).uncertain, true);
});

test('the answer of the service becomes a problem, whatever its body is', async () => {
  const headers = { 'X-Request-Id': 'req_1', 'Retry-After': '7', 'Svc-Missing-Scope': 'sales:create' };
  const told = await problemOf(new Response('{"statusCode":403,"message":"forbidden"}', { status: 403, headers }));
  assert.deepEqual([told.status, told.code, told.requestId, told.retryAfter, told.scope], [403, 'forbidden', 'req_1', 7, 'sales:create']);
  const bare = await problemOf(new Response('<html>', { status: 502 }));
  assert.deepEqual([bare.status, bare.code, bare.requestId, bare.retryAfter], [502, 'http-502', '', 0]);
});
