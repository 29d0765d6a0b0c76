// The keyboard alone: pages, lists, filters and the palette. What the focus is on is always seen.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { axe } from '../lib/axe.mjs';
import { context } from '../lib/context.mjs';
import { Visit } from '../lib/visit.mjs';

describe('by keyboard alone', () => {
  let visit;
  let page;
  const press = async (...keys) => {
    for (const key of keys) {
      await page.keyboard.press(key);
    }
  };
  const place = () => page.evaluate(() => location.pathname.split('/').slice(4).join('/') + location.search);
  const focused = (of = 'tagName') => page.evaluate((name) => document.activeElement?.[name] ?? '', of);
  /** Presses Tab until the focus is on what the selector names; answers how often, or fails. */
  const tabTo = async (selector, most = 60) => {
    for (let times = 0; times < most; times += 1) {
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) {
        return times;
      }
      await press('Tab');
    }
    return assert.fail(`Tab does not come to ${selector}`);
  };

  before(async () => {
    visit = await (await Visit.begin()).signIn(context.owner);
    page = visit.page;
  });
  after(() => visit.end());

  test('g and a letter open a page, whose heading has the focus', async () => {
    await press('g', 's');
    await page.waitForURL('**/sales');
    await visit.settled();
    assert.equal(await focused(), 'H1');
    const heading = await page.textContent('h1');
    assert.ok((await page.title()).startsWith(`${heading.trim()} · `), await page.title());
  });

  test('the first stop skips to the content', async () => {
    const first = await page.evaluate(() => document.querySelector('a[href], button, input, select, [tabindex]').className);
    assert.equal(first, 'skip');
    await page.focus('.skip');
    assert.ok((await page.locator('.skip').boundingBox()).x >= 0, 'it is seen while it has the focus');
    await press('Enter');
    assert.equal(await focused('id'), 'content');
    await visit.settled();
    assert.match(page.url(), /\/sales(#content)?$/);
  });

  test('a list is walked through, and its record opened and closed', async () => {
    await visit.go('/sales');
    await tabTo('.table-region, .table-region [data-row]');
    await press('ArrowDown', 'ArrowDown', 'ArrowUp');
    const row = await page.evaluate(() => document.activeElement?.getAttribute('data-row'));
    assert.equal(row, '0');
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
    assert.notEqual(outline, 'none');
    await press('Enter');
    await page.waitForSelector('aside.panel');
    await visit.settled();
    assert.match(await place(), /open=sal_/);
    assert.deepEqual(await axe(page), []);
    await press('Escape');
    await page.waitForSelector('aside.panel', { state: 'detached' });
    assert.equal(await page.evaluate(() => document.activeElement?.closest('.table-region') !== null), true);
  });

  test('a filter is set and cleared', async () => {
    await visit.go('/sales');
    await tabTo('select.add-filter');
    await page.selectOption('select.add-filter', 'paymentStatus');
    await tabTo('.chip select');
    await page.selectOption('.chip select', 'unpaid');
    await visit.settled();
    assert.match(await place(), /paymentStatus=unpaid/);
    assert.deepEqual(await axe(page), []);
    await tabTo('.table-region, .table-region [data-row]');
    await press('Shift+Escape');
    await visit.settled();
    assert.doesNotMatch(await place(), /paymentStatus/);
  });

  test('a search with no match says so', async () => {
    await visit.go('/items');
    await press('/');
    assert.equal(await focused('type'), 'search');
    await page.keyboard.type('nothing has this name');
    await page.waitForURL('**/items?q=*');
    await visit.settled();
    assert.equal(await page.isVisible('.list .empty'), true);
    assert.deepEqual(await axe(page), []);
  });

  test('the palette finds a page and opens it', async () => {
    const label = await page.textContent('nav.side a[href$="/wallets"]');
    await press('Control+k');
    await page.waitForSelector('dialog[open] [role=combobox]');
    await page.keyboard.type(label.trim());
    await page.waitForTimeout(300);
    assert.deepEqual(await axe(page), []);
    await press('Enter');
    await page.waitForURL('**/wallets');
    await visit.settled();
    assert.equal(await page.isVisible('dialog[open]'), false);
  });

  test('the palette closes on Escape and gives the focus back', async () => {
    await visit.go('/items');
    await press('Control+k');
    await page.waitForSelector('dialog[open]');
    await press('Escape');
    await page.waitForSelector('dialog[open]', { state: 'detached' });
    assert.equal(await focused(), 'H1');
  });

  test('n makes what the page is about', async () => {
    await visit.go('/sales');
    await press('n');
    await page.waitForURL('**/sales/new');
    await visit.settled();
  });

  test('letters in a field are no commands', async () => {
    await visit.go('/items');
    await press('/');
    await page.keyboard.type('gs');
    await page.waitForTimeout(300);
    assert.match(await place(), /^items/);
  });

  test('nothing failed on the way', () => assert.deepEqual(visit.taken(), []));
});
