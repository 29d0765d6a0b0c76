// Signing in and out: what is said, where it leads, and what stays behind.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { axe } from '../lib/axe.mjs';
import { context } from '../lib/context.mjs';
import { Visit } from '../lib/visit.mjs';

/** Everything that a tab of the console keeps outside its memory. */
function kept(page) {
  return page.evaluate(() => ({ tab: JSON.stringify(sessionStorage), origin: JSON.stringify(localStorage), cookies: document.cookie }));
}

describe('signing in', () => {
  let visit;
  before(async () => {
    visit = await Visit.begin();
  });
  after(() => visit.end());

  test('a page of a company leads to the form', async () => {
    await visit.page.goto(`${context.url}/console/c/${context.companyId}/sales`);
    await visit.page.waitForURL('**/console/login?next=*');
    await visit.page.waitForSelector('input[name=email]');
    assert.deepEqual([...visit.taken(), ...(await axe(visit.page))], []);
  });

  test('a wrong password is told in a sentence, and nothing is kept', async () => {
    const { page } = visit;
    await page.fill('input[name=email]', context.owner.email);
    await page.fill('input[name=password]', 'not the password');
    await page.keyboard.press('Enter');
    const said = await page.waitForSelector('[role=alert]');
    assert.match(await said.textContent(), /password is wrong/);
    assert.deepEqual(visit.taken().filter((fault) => !/401 POST .*\/auth\/login/.test(fault)), []);
    assert.deepEqual(await axe(page), []);
    assert.deepEqual(await kept(page), { tab: '{}', origin: '{}', cookies: '' });
  });

  test('the right one leads to where the person wanted to go', async () => {
    const { page } = visit;
    await page.fill('input[name=password]', context.owner.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/console/c/${context.companyId}/sales`);
    await visit.settled();
    assert.deepEqual(visit.taken(), []);
  });

  test('the token is in the tab and nowhere else', async () => {
    const { tab, origin, cookies } = await kept(visit.page);
    const token = /svc_sess_\w+/.exec(tab)?.[0];
    assert.ok(token, 'the tab keeps its session');
    assert.equal(origin.includes(token), false);
    assert.equal(cookies, '');
    assert.deepEqual(visit.addresses.filter((address) => address.includes(token)), []);
    assert.deepEqual(visit.addresses.filter((address) => address.includes(encodeURIComponent(context.owner.password))), []);
  });

  test('a new tab takes the session over, signing out ends both', async () => {
    const { page } = visit;
    const other = await visit.profile.newPage();
    await other.goto(`${context.url}/console/c/${context.companyId}/items`);
    await other.waitForSelector('nav.side');
    await page.bringToFront();
    await page.click('.menu summary');
    await page.click('.menu button');
    await page.waitForURL('**/console/login*');
    await other.waitForURL('**/console/login*');
    assert.equal((await kept(page)).tab, '{}');
    assert.equal((await kept(other)).tab, '{}');
    await other.close();
  });

  test('no other origin can be named as the place to go to', async () => {
    const { page } = visit;
    await page.goto(`${context.url}/console/login?next=${encodeURIComponent('https://elsewhere.example/console/')}`);
    await page.fill('input[name=email]', context.owner.email);
    await page.fill('input[name=password]', context.owner.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${context.url}/console/c/**`);
  });
});
