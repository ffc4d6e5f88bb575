import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { auditorPage } from './scripts/build/auditor-page.ts'
import { codeEntryCode } from './scripts/build/code-entries.ts'
import { textAssets } from './scripts/build/text-assets.ts'
import { LongFirst } from './test/setup/long-first.ts'
import { postgresLacking } from './test/setup/postgres-server.ts'
import { soakFiles } from './test/setup/soak-files.ts'
import { TotalsReporter } from './test/setup/totals-reporter.ts'
import tsconfig from './tsconfig.json' with { type: 'json' }

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Where `.ci/run` wants the totals and what failed, beside what a person reads. */
const totalsFile = process.env.CHECKWRIGHT_TEST_TOTALS

/** Tests of the packed and installed package; they alone wait for it to be built. */
const ofPackage = 'test/package/**/*.test.ts'

/** Pages as people see them; these alone wait for Chromium. */
const inBrowser = 'test/browser/**/*.test.ts'

/** These measure the memory of their own process, or change its environment or modules, so no other file may share it. */
const alone = [
  'test/golden/story.test.ts',
  'test/app/serving/serve-metrics.test.ts',
  'test/service/queue/put-back.test.ts',
  'test/evidence/bundle/write-bundle.test.ts',
  'test/evidence/bundle/zip.test.ts',
  'test/app/host/upload-memory.test.ts',
  'test/http/exchanges/ledger.test.ts',
  'test/http/files/sealed-spill.test.ts',
  'test/http/transport/proxies.test.ts',
  'test/service/store/keys/keyring.test.ts',
  'test/things/all-stores/open-store.test.ts',
  'test/things/declared/second-thing.test.ts',
]

/** Stories that run on PostgreSQL too, beside its contract. See `test/setup/store.ts`. */
const onPostgresToo = [
  'test/flow/cross-checks.test.ts',
  'test/flow/package/package.test.ts',
  'test/things/api-keys/api/api-keys.test.ts',
  'test/app/query/query-views.test.ts',
  'test/app/routes/story.test.ts',
  'test/app/routes/tenancy.test.ts',
  'test/things/access-reviews/access-reviews.test.ts',
  'test/things/own-frameworks/used-everywhere.test.ts',
  'test/things/packages/making/store-package.test.ts',
  'test/things/connecting/oauth-flow.test.ts',
]

/** Those that take longest, which only `npm run soak` runs there. */
const longOnPostgres = ['test/flow/package/package.test.ts']

/** What the vendors of the connectors' own tests answered, for the tests that change their answers. */
const scenarios = process.env.CHECKWRIGHT_SCENARIOS ?? join(tmpdir(), `checkwright-scenarios-${process.pid}`)

/** For workers that run hundreds of files: most of what these make is gone at once, and with more room for it less is copied. */
const roomy = ['--max-semi-space-size=64']

/** Where processes that tests start keep the modules that they have compiled. */
const compileCache = at('./node_modules/.cache/checkwright/compiled')

export default defineConfig(({ mode }) => {
  const left = mode === 'soak' ? [] : [...soakFiles]
  return {
    plugins: [auditorPage, textAssets, codeEntryCode],
    resolve: {
      alias: [
        // Programs of the service start from what is built, as they do in dist/.
        { find: /^.*\/locate-program\.ts$/, replacement: at('./test/setup/locate-program.ts') },
        { find: /^checkwright\/connectors\/(.+)$/, replacement: `${at('./connectors')}/$1/index.ts` },
        ...Object.entries(tsconfig.compilerOptions.paths).map(([name, [file = '']]) => ({
          find: new RegExp(`^${name}$`),
          replacement: at(file),
        })),
      ],
    },
    test: {
      testTimeout: mode === 'soak' ? 300_000 : 60_000,
      // The first who asks for PostgreSQL waits for it to start, on a machine that is busy with all the others.
      hookTimeout: 60_000,
      // The runner's own second is not enough where several processes share a core.
      expect: { poll: { timeout: 30_000 } },
      // Most tests wait for sockets, files and processes half of their time.
      maxWorkers: 2 * availableParallelism(),
      // A list, as in the projects: a project's text would replace it, its list is added.
      setupFiles: [at('./test/setup/properties.ts')],
      env: {
        CHECKWRIGHT_SCENARIOS: scenarios,
        // Processes that tests start from today's sources strip the types of 500 files, once for all of them.
        NODE_COMPILE_CACHE: compileCache,
      },
      // After the connectors' own tests, whose scenarios others change.
      sequence: { groupOrder: 1, sequencer: LongFirst },
      reporters: [
        'default',
        at('./test/setup/skipped-reporter.ts'),
        ...(totalsFile === undefined ? [] : [new TotalsReporter(totalsFile)]),
      ],
      projects: [
        {
          extends: true,
          test: {
            name: 'connectors',
            include: ['connectors/**/*.test.ts'],
            globalSetup: at('./test/setup/scenarios.ts'),
            setupFiles: [at('./test/setup/write-scenarios.ts')],
            isolate: false,
            execArgv: roomy,
            sequence: { groupOrder: 0 },
          },
        },
        {
          extends: true,
          test: {
            name: 'source',
            globalSetup: [
              at('./test/setup/scenarios.ts'),
              at('./test/setup/postgres-broker.ts'),
              at('./test/setup/child-broker.ts'),
              at('./test/setup/program-broker.ts'),
              at('./test/setup/command-broker.ts'),
            ],
            include: ['test/**/*.test.ts'],
            exclude: ['**/node_modules/**', ofPackage, inBrowser, ...alone, ...left],
            // To load and warm up the sources again for each of 600 files took half of the processor's time.
            isolate: false,
            execArgv: roomy,
          },
        },
        {
          extends: true,
          test: {
            name: 'alone',
            include: alone,
            globalSetup: [at('./test/setup/postgres-broker.ts'), at('./test/setup/child-broker.ts')],
          },
        },
        {
          extends: true,
          test: {
            name: 'postgres',
            globalSetup: at('./test/setup/postgres-broker.ts'),
            isolate: false,
            // Where there is no PostgreSQL, tests of `describePostgres` say so.
            include: postgresLacking === undefined ? onPostgresToo : [],
            exclude: mode === 'soak' ? [] : longOnPostgres,
            env: { CHECKWRIGHT_TEST_STORE: 'postgres' },
          },
        },
        {
          extends: true,
          test: {
            name: 'browser',
            include: [inBrowser],
            exclude: left,
            isolate: false,
            globalSetup: [at('./test/setup/browser.ts'), at('./test/setup/command-broker.ts')],
          },
        },
        {
          extends: true,
          test: {
            name: 'package',
            include: [ofPackage],
            globalSetup: at('./test/setup/installed-package.ts'),
            // npm, tsc and vitest do the work, each in a process that waits for its share of the machine.
            testTimeout: 300_000,
            hookTimeout: 300_000,
          },
        },
      ],
    },
  }
})
