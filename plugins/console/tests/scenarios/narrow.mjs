// 320 px, as a page of 1280 px has at 400 %: nothing of a page is beside the screen, and the menu is reached.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { context } from '../lib/context.mjs';
import { routes } from '../lib/pages.mjs';
import { Visit } from '../lib/visit.mjs';

/** Elements that stand out of the screen; what scrolls inside its own region may. */
function standingOut(page) {
  return page.evaluate(() => {
    const inRegion = (element) => {
      for (let up = element.parentElement; up && up.tagName !== 'MAIN' && up !== document.body; up = up.parentElement) {
        if (/auto|scroll|hidden|clip/.test(getComputedStyle(up).overflowX)) {
          return true;
        }
      }
      return false;
    };
    const wide = [...document.querySelectorAll('main, main *, header.top, header.top *')].filter((element) => {
      const box = element.getBoundingClientRect();
      return box.width > 0 && box.right > innerWidth + 1 && !inRegion(element) && !element.closest('.skip');
    });
    const innermost = wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)));
    return innermost.slice(0, 3).map((element) => `${element.outerHTML.slice(0, 120)} reaches ${Math.round(element.getBoundingClientRect().right)} px`);
  });
}

describe('at 320 px', () => {
  let visit;
  before(async () => {
    visit = await Visit.begin({ viewport: { width: 320, height: 640 } });
    await visit.signIn(context.owner);
  });
  after(() => visit.end());

  test('the menu opens, leads to a page and closes', async () => {
    const { page } = visit;
    await page.click('[data-menu]');
    assert.equal(await page.getAttribute('[data-menu]', 'aria-expanded'), 'true');
    await page.click('nav.side a[href$="/items"]');
    await visit.settled();
    assert.equal(await page.isVisible('nav.side'), false);
  });

  for (const route of routes()) {
    test(route, async () => {
      await visit.go(route);
      const found = await standingOut(visit.page);
      if (found.length > 0) {
        await visit.picture(`narrow${route}`);
      }
      assert.deepEqual(found, []);
    });
  }
});
