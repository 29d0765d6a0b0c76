// What all scenarios share: the service, the browser, the data.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { Service } from './service.mjs';
import { seeded } from './seed.mjs';

const Flags = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

export const context = {
  /** Address of the service. */
  url: '',
  out: '',
  /** The service as the owner of the company of the first run. */
  service: null,
  browser: null,
  owner: { email: '', password: '' },
  companyId: '',
  /** Identifiers of one record of each kind, by the route of its page. */
  records: {},
};

export function chromiumPath() {
  return [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find((one) => one && existsSync(one));
}

export async function begin({ url, firstRun, out }) {
  const run = JSON.parse(readFileSync(firstRun, 'utf8'));
  mkdirSync(out, { recursive: true });
  context.url = url;
  context.out = out;
  context.companyId = run.companyId;
  context.owner = { email: run.ownerEmail, password: run.ownerPassword };
  context.service = await Service.logIn(url, context.owner);
  context.records = await seeded(context.service, run);
  context.browser = await chromium.launch({ executablePath: chromiumPath(), args: Flags });
}

export async function end() {
  await context.browser?.close();
}
