// Browser tests of the console, against a running service that serves it.
//
//   node run.mjs --url http://127.0.0.1:8080 --first-run var/first-run.json [--out FOLDER] [scenario …]
//
// Scenarios are the files of scenarios/; all of them when none is named. Pictures of what failed are written into
// --out. Without Chromium the tests are skipped.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { begin, chromiumPath, end } from './lib/context.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    'first-run': { type: 'string', default: 'var/first-run.json' },
    out: { type: 'string', default: 'var/console-tests' },
  },
});

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'scenarios');
const known = readdirSync(folder).map((name) => path.basename(name, '.mjs'));
const chosen = positionals.length > 0 ? positionals : known;
const unknown = chosen.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`no such scenario: ${unknown.join(', ')}; there are ${known.join(', ')}`);
  process.exit(2);
}

if (!chromiumPath()) {
  test('the console in a browser', { skip: 'there is no Chromium: install the package chromium, or name it in CHROMIUM' }, () => {});
} else {
  await begin({ url: options.url.replace(/\/$/, ''), firstRun: options['first-run'], out: options.out });
  after(end);
  for (const name of chosen) {
    await import(path.join(folder, `${name}.mjs`));
  }
}
