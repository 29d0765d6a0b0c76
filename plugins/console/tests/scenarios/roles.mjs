// Each built-in role sees the pages whose operations it may call, no others, and is never refused.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { randomBytes } from 'node:crypto';
import { context } from '../lib/context.mjs';
import { entries } from '../lib/pages.mjs';
import { Service } from '../lib/service.mjs';
import { Visit } from '../lib/visit.mjs';

/** Scopes that a session has through another one (the permissions of roles). */
const Through = { 'webhooks:manage': 'developers:manage', 'events:read': 'developers:manage', 'exports:create': 'reports:view' };
const Roles = ['owner', 'manager', 'accountant', 'cashier', 'viewer'];

/** A new member with a built-in role. */
async function memberWith(role) {
  const at = `/companies/${context.companyId}`;
  const roles = await context.service.call('GET', `${at}/roles`);
  const { id: roleId } = roles.find((one) => one.builtIn && one.name === role);
  const email = `${role}-${randomBytes(4).toString('hex')}@console.example`;
  const password = `${randomBytes(12).toString('hex')} words`;
  const invited = await context.service.call('POST', `${at}/members`, { email, roleId });
  const token = invited.invitationUrl.split('/').pop();
  await new Service(context.url, null).call('POST', `/auth/invitations/${token}/accept`, { name: role, password });
  return { email, password, memberId: invited.id };
}

async function operations() {
  const { paths } = await new Service(context.url, null).call('GET', '/openapi.json');
  const all = new Map();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, one] of Object.entries(methods)) {
      if (one.operationId) {
        all.set(one.operationId, { method: method.toUpperCase(), path, scopes: one['x-scope'] ?? [] });
      }
    }
  }
  return all;
}

for (const role of Roles) {
  describe(`the role ${role}`, () => {
    let visit;
    let member;
    let service;
    let expected;
    before(async () => {
      member = await memberWith(role);
      service = await Service.logIn(context.url, member);
      const me = await service.call('GET', '/auth/me');
      const held = new Set(me.companies.find((one) => one.id === context.companyId).permissions);
      const may = ({ scopes }) => scopes.length === 0 || scopes.some((scope) => held.has(scope) || held.has(Through[scope]));
      const all = await operations();
      expected = entries.filter(({ needs }) => needs.every((id) => all.has(id) && may(all.get(id))));
      // The service agrees: what it reads for a page is refused exactly where the page is hidden.
      for (const { route, needs } of entries) {
        const reads = needs.map((id) => all.get(id)).filter((one) => one?.method === 'GET' && !/\{(?!companyId)/.test(one.path));
        for (const read of reads) {
          const { status } = await service.ask('GET', read.path.replace('{companyId}', context.companyId));
          assert.equal(status === 403, !may(read), `${role} ${route}: GET ${read.path} is ${status}`);
        }
      }
      visit = await (await Visit.begin()).signIn(member);
    });
    after(async () => {
      await visit?.end();
      await context.service.ask('DELETE', `/companies/${context.companyId}/members/${member.memberId}`);
    });

    test('sees its pages and no others', async () => {
      const shown = await visit.page.$$eval('nav.side a', (links) => links.map((link) => new URL(link.href).pathname));
      const own = shown.map((path) => path.split('/').slice(4).join('/')).map((path) => `/${path}`);
      const known = new Set(entries.map((entry) => entry.route));
      assert.deepEqual(own.filter((route) => known.has(route)), expected.map((entry) => entry.route));
    });

    test('is refused nothing on them', async () => {
      const faults = [];
      for (const { route } of expected) {
        await visit.go(route);
        faults.push(...visit.taken().map((fault) => `${route} ${fault}`));
      }
      assert.deepEqual(faults, []);
    });

    test('is told why on the others', async () => {
      for (const { route } of entries.filter((entry) => !expected.includes(entry)).slice(0, 3)) {
        await visit.go(route);
        assert.equal(await visit.page.isVisible('.notice'), true, route);
        assert.deepEqual(visit.taken(), [], route);
      }
    });
  });
}
