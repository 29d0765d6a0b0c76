// A browser profile that visits the console and notes every fault on the way.
import path from 'node:path';
import { context } from './context.mjs';

/** How long a page may take until it shows what it has, in milliseconds: much, for a machine that does other things too. */
const Patience = 60_000;

export class Visit {
  /** What went wrong since the last `faultless`. */
  faults = [];
  /** Every address that was asked for. */
  addresses = [];
  #open = new Set();

  /** A fresh profile. */
  static async begin(options = {}) {
    const visit = new Visit();
    visit.profile = await context.browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', timezoneId: 'Europe/Paris', ...options });
    visit.profile.setDefaultTimeout(Patience);
    visit.page = await visit.profile.newPage();
    await visit.#watch();
    return visit;
  }

  async #watch() {
    const { page } = this;
    await page.exposeFunction('noteViolation', (text) => this.faults.push(`policy: ${text}`));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        window.noteViolation(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
      });
    });
    page.on('console', (message) => {
      // A failed request is noted with its status below.
      if (['error', 'warning'].includes(message.type()) && !/Failed to load resource/.test(message.text())) {
        this.faults.push(`console: ${message.text()}`);
      }
    });
    page.on('pageerror', (error) => this.faults.push(`script: ${error.stack ?? error}`));
    page.on('request', (request) => {
      this.#open.add(request);
      const { origin, protocol } = new URL(request.url());
      this.addresses.push(request.url());
      if (origin !== context.url && protocol !== 'data:' && protocol !== 'blob:') {
        this.faults.push(`origin: ${request.url()}`);
      }
    });
    page.on('requestfinished', (request) => this.#open.delete(request));
    page.on('requestfailed', (request) => {
      this.#open.delete(request);
      const why = request.failure()?.errorText ?? '';
      if (why !== 'net::ERR_ABORTED') {
        this.faults.push(`request: ${request.method()} ${request.url()} ${why}`);
      }
    });
    page.on('response', (response) => {
      // The console waits by itself when the service asks for it: these tests click faster than people.
      if (response.status() >= 400 && response.status() !== 429) {
        this.faults.push(`answer: ${response.status()} ${response.request().method()} ${response.url()}`);
      }
    });
  }

  async signIn({ email, password }) {
    const { page } = this;
    await page.goto(`${context.url}/console/login`);
    await page.fill('input[name=email]', email);
    await page.fill('input[name=password]', password);
    await page.click('button[type=submit]');
    await page.waitForURL('**/console/c/**', { timeout: Patience });
    await this.settled();
    return this;
  }

  /** Goes to a page of the company as a link in the console does, without loading it anew. */
  async go(route) {
    await this.page.evaluate((to) => {
      const link = document.createElement('a');
      link.href = to;
      document.body.append(link);
      link.click();
      link.remove();
    }, `/console/c/${context.companyId}${route}`);
    await this.settled();
  }

  /** Waits until the page shows what it has: a heading, nothing loading, no request under way. */
  async settled() {
    const until = Date.now() + Patience;
    let calm = 0;
    while (calm < 3) {
      if (Date.now() > until) {
        this.faults.push('the page does not come to rest');
        return;
      }
      await new Promise((resume) => setTimeout(resume, 30));
      const ready = this.#open.size === 0 && (await this.page.evaluate(() => document.querySelector('h1, .notice') !== null && !document.querySelector('[aria-busy="true"]')).catch(() => false));
      calm = ready ? calm + 1 : 0;
    }
  }

  /** The faults since the last call, and none any more. */
  taken() {
    return this.faults.splice(0);
  }

  async picture(name) {
    await this.page.screenshot({ path: path.join(context.out, `${name.replace(/[^a-z0-9]+/gi, '-')}.png`) });
  }

  async end() {
    await this.profile.close();
  }
}
