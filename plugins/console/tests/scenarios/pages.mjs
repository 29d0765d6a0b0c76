// Every page opens without a fault, and axe finds nothing on it, in light and in dark.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { axe } from '../lib/axe.mjs';
import { context } from '../lib/context.mjs';
import { routes } from '../lib/pages.mjs';
import { Visit } from '../lib/visit.mjs';

describe('every page opens without a fault', () => {
  let visit;
  before(async () => {
    visit = await (await Visit.begin()).signIn(context.owner);
  });
  after(() => visit.end());

  for (const route of routes()) {
    test(route, async () => {
      await visit.go(route);
      const found = await axe(visit.page);
      await visit.page.emulateMedia({ colorScheme: 'dark' });
      const dark = await axe(visit.page, ['color-contrast']);
      await visit.page.emulateMedia({ colorScheme: 'light' });
      const faults = [...visit.taken(), ...found, ...dark.map((one) => `dark: ${one}`)];
      if (faults.length > 0) {
        await visit.picture(`page${route}`);
      }
      assert.deepEqual(faults, []);
    });
  }
});
