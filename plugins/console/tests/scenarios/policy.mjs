// What the service sends with the console: the policy of its pages, and how much there is to load.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { request } from 'node:http';
import { context } from '../lib/context.mjs';

const Headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types svc-worker",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
};
const FirstLoad = 60_000;

/** The answer as it comes over the line, with its size. */
function answer(path) {
  return new Promise((resolve, reject) => {
    request(context.url + path, { headers: { 'Accept-Encoding': 'gzip' } }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, content: Buffer.concat(parts) }));
    }).on('error', reject).end();
  });
}

async function pageText() {
  return (await fetch(`${context.url}/console`)).text();
}

describe('what the service sends', () => {
  for (const path of ['/console', '/console/login', '/console/c/com_none/sales', '/console/manifest.json']) {
    test(`${path} has the policy`, async () => {
      const { status, headers } = await answer(path);
      assert.equal(status, 200);
      for (const [name, value] of Object.entries(Headers)) {
        assert.equal(headers[name], value, name);
      }
      assert.equal(headers['cache-control'], 'no-cache');
      assert.ok(headers.etag);
    });
  }

  test('the files of the page have the policy, stay for a year and are small', async () => {
    const html = await pageText();
    const files = [...new Set([...html.matchAll(/\/console\/assets\/[\w.-]+/g)].map((hit) => hit[0]))];
    assert.ok(files.length > 1);
    let size = (await answer('/console')).content.length;
    for (const file of files) {
      const { status, headers, content } = await answer(file);
      assert.equal(status, 200, file);
      assert.equal(headers['content-security-policy'], Headers['content-security-policy'], file);
      assert.match(headers['cache-control'], /immutable/, file);
      size += content.length;
    }
    assert.ok(size <= FirstLoad, `${size} bytes to load first, at most ${FirstLoad}`);
  });

  test('the page has no inline script or style and names no other origin', async () => {
    const html = await pageText();
    assert.doesNotMatch(html, /<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=|https?:\/\//);
  });
});
