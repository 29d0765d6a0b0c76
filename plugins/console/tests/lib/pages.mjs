// The pages of the console, as its navigation lists them.
import { readFileSync } from 'node:fs';
import { context } from './context.mjs';

const source = readFileSync(new URL('../../app/src/shell/navigation.ts', import.meta.url), 'utf8');

function quoted(text) {
  return [...text.matchAll(/'([^']+)'/g)].map((hit) => hit[1]);
}

/** Each page: its route, the operations it needs, its key, and the routes below it. */
export const entries = source
  .split(/\n {2}\{\n/)
  .slice(1)
  .map((text) => ({
    id: /\bid: '([^']+)'/.exec(text)[1],
    route: /\broute: '([^']+)'/.exec(text)[1],
    label: /label: \{ en: '([^']+)'/.exec(text)[1],
    needs: quoted(/needs: \[([^\]]*)\]/.exec(text)[1]),
    key: /\bkey: '(\w)'/.exec(text)?.[1],
    below: quoted(/below: \{(.*)\}/.exec(text)?.[1].replace(/import\([^)]*\)/g, '') ?? ''),
  }));

/** Addresses below the company of all pages, with an identifier where a page has one. */
export function routes() {
  return entries.flatMap(({ route, below }) => [
    route,
    ...below.flatMap((rest) => {
      if (!rest.includes(':')) {
        return [route + rest];
      }
      const id = context.records[route];
      return id ? [`${route}/${id}`] : [];
    }),
  ]);
}
