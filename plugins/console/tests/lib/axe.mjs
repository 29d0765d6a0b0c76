// Rules of accessibility, checked by axe-core.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const Tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds on the page, one line for each element. `rules` limits it to these. */
export async function axe(page, rules) {
  // The policy of the page lets no script in; the console of the browser is not bound by it.
  await page.evaluate(script);
  const found = await page.evaluate(
    ([tags, only]) => window.axe.run(document, { runOnly: only ?? { type: 'tag', values: tags }, resultTypes: ['violations'] }),
    [Tags, rules && { type: 'rule', values: rules }],
  );
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 200)}${node.any[0]?.message ? ` (${node.any[0].message})` : ''}`),
  );
}
