// Builds the console: types of the API, type check, bundle, compressed copies.
//
//   node build.mjs --openapi FILE --modules DIR --out DIR     builds into --out
//   node build.mjs --openapi FILE --modules DIR --test        unit tests, after a build
//
// Everything that is made lies beside --modules, the folder node_modules: the folder of the sources is only read,
// unless its own node_modules is used.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const { values: options } = parseArgs({
  options: {
    openapi: { type: 'string' },
    modules: { type: 'string' },
    out: { type: 'string' },
    test: { type: 'boolean', default: false },
  },
});
const sources = path.dirname(fileURLToPath(import.meta.url));
const modules = path.resolve(options.modules ?? path.join(sources, 'node_modules'));
const work = path.dirname(modules);

/** Largest sizes in bytes after gzip (docs/modules/console.md, "Sizes"). */
const Budget = { firstLoad: 60_000, chunk: 40_000, all: 400_000 };
/** The texts of the API in one language: of these files a person loads one. */
const Catalogue = /^catalogue-/;
/** Files that are not counted: they are loaded when a document is shown. */
const Viewer = /^pdf/;

function run(script, ...args) {
  const done = spawnSync(process.execPath, [path.join(modules, script), ...args], { cwd: work, stdio: 'inherit' });
  if (done.status !== 0) {
    process.exit(done.status ?? 1);
  }
}

function copySources() {
  if (work === sources) {
    return;
  }
  rmSync(path.join(work, 'src'), { recursive: true, force: true });
  for (const name of ['src', 'index.html', 'tsconfig.json', 'vite.config.ts', 'package.json']) {
    cpSync(path.join(sources, name), path.join(work, name), { recursive: true });
  }
}

/** gen/api.d.ts: all types of the API. gen/operations.ts: method, path, scope and plugin of each operation. */
function generate(openapi) {
  const gen = path.join(work, 'gen');
  mkdirSync(gen, { recursive: true });
  run('openapi-typescript/bin/cli.js', path.resolve(openapi), '--output', path.join(gen, 'api.d.ts'));
  const document = JSON.parse(readFileSync(openapi, 'utf8'));
  const lines = [];
  for (const [address, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId) {
        const scopes = JSON.stringify(operation['x-scope'] ?? []);
        lines.push(`  ${operation.operationId}: ['${method.toUpperCase()}', '${address}', ${scopes}],`);
      }
    }
  }
  writeFileSync(
    path.join(gen, 'operations.ts'),
    '/** Method, path and scopes of each operation. */\nexport const operationTable = {\n' +
      `${lines.join('\n')}\n} as const satisfies Record<string, readonly [string, string, readonly string[]]>;\n`,
  );
}

function unitTests() {
  const tests = readdirSync(path.join(work, 'src'), { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => path.join(work, 'src', name));
  const bundled = path.join(work, 'tests');
  rmSync(bundled, { recursive: true, force: true });
  run('esbuild/bin/esbuild', ...tests, '--bundle', '--platform=node', '--format=esm', '--packages=external',
    '--out-extension:.js=.mjs', '--log-level=warning', `--outdir=${bundled}`, `--outbase=${path.join(work, 'src')}`);
  const files = readdirSync(bundled, { recursive: true }).filter((name) => name.endsWith('.mjs'));
  const done = spawnSync(process.execPath, ['--test', ...files.map((name) => path.join(bundled, name))], {
    stdio: 'inherit',
    env: options.openapi ? { ...process.env, SVC_OPENAPI: path.resolve(options.openapi) } : process.env,
  });
  process.exit(done.status ?? 1);
}

/** Writes `.br` and `.gz` beside each file and answers the sizes after gzip. */
function compress(out) {
  const sizes = new Map();
  for (const name of readdirSync(out, { recursive: true })) {
    const file = path.join(out, name);
    if (!statSync(file).isFile()) {
      continue;
    }
    const content = readFileSync(file);
    const zipped = gzipSync(content, { level: 9 });
    writeFileSync(`${file}.gz`, zipped);
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
    sizes.set(name, zipped.length);
  }
  return sizes;
}

/** Fails when a part is larger than its limit: who opens the console on a slow line pays for each byte. */
function checkSizes(out, sizes) {
  const first = [...readFileSync(path.join(out, 'index.html'), 'utf8').matchAll(/assets\/[\w.-]+/g)].map((hit) => hit[0]);
  const code = [...sizes].filter(([name]) => /\.(js|css)$/.test(name) && !Viewer.test(path.basename(name)));
  const catalogues = code.filter(([name]) => Catalogue.test(path.basename(name)));
  const largest = Math.max(0, ...catalogues.map(([, size]) => size));
  const sum = (entries) => entries.reduce((total, [, size]) => total + size, 0);
  const figures = [
    ['first load', sum([...sizes].filter(([name]) => name === 'index.html' || first.includes(name))), Budget.firstLoad],
    ['all code without the viewer of documents', sum(code.filter((one) => !catalogues.includes(one))) + largest, Budget.all],
    ...code.filter(([name]) => !first.includes(name)).map(([name, size]) => [name, size, Budget.chunk]),
  ];
  let failed = false;
  for (const [what, size, limit] of figures) {
    if (size > limit) {
      console.error(`console: ${what} is ${size} bytes after gzip, the limit is ${limit}`);
      failed = true;
    }
  }
  const [[, load], [, all]] = figures;
  console.log(`console: ${load} bytes to load first, ${all} in all (gzip)`);
  if (failed) {
    process.exit(1);
  }
}

copySources();
if (options.test) {
  unitTests();
}
if (options.openapi) {
  generate(options.openapi);
}
// The bundler does not look at types: both work at the same time.
const types = spawn(process.execPath, [path.join(modules, 'typescript/bin/tsc'), '--project', path.join(work, 'tsconfig.json')], {
  cwd: work,
  stdio: 'inherit',
});
const checked = new Promise((resolve) => types.on('close', resolve));
const out = path.resolve(options.out ?? path.join(work, 'dist'));
rmSync(out, { recursive: true, force: true });
run('vite/bin/vite.js', 'build', '--outDir', out, '--emptyOutDir', '--logLevel', 'warn');
const sizes = compress(out);
if ((await checked) !== 0) {
  process.exit(1);
}
checkSizes(out, sizes);
