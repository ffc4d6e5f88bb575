import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { expectedVerdicts } from '../../src/app/demo/expected-verdicts.ts'
import { runDemo } from '../../src/app/demo/run-demo.ts'
import type { CheckOutcome, RunResult } from '../../src/define/index.ts'
import { createProcessTerminal } from '../../src/service/commands/terminal.ts'
import { createFolder, runCheckwright, runProcess } from '../app/command.ts'
import { findHarProblems } from '../evidence/har-problems.ts'

test('checkwright demo signs in, runs and leaves a run.json with passes, findings with remedy, and a permission error', async () => {
  const cwd = createFolder()

  const { stdout, stderr, exitCode } = await runCheckwright(['demo', '--out', 'out', '--json'], { cwd })

  const run = JSON.parse(stdout) as RunResult
  const check = (id: string): CheckOutcome | undefined => run.checks.find((each) => each.id === id)
  expect(JSON.parse(readFileSync(join(cwd, 'out/run.json'), 'utf8'))).toEqual(run)
  const har = JSON.parse(readFileSync(join(cwd, 'out/exchanges.har'), 'utf8'))
  expect(findHarProblems(har)).toEqual([])
  expect(har.log.entries.map(({ _exchange }: { _exchange: number }) => _exchange).toSorted()).toEqual(
    run.checks.flatMap(({ exchanges }) => exchanges).toSorted(),
  )
  expect(run.replayable).toBe(true)
  expect(run.summary.results).toMatchObject({ pass: 68, fail: 3, manual: 1 })
  for (const { status, remediation } of run.checks.flatMap(({ results }) => results)) {
    expect(remediation !== undefined && remediation !== '').toBe(status === 'fail')
  }
  expect(check('admin-mfa')).toMatchObject({ status: 'fail', requests: 3 })
  expect(check('devices-encrypted')).toMatchObject({ status: 'pass', requests: 4 })
  expect(check('audit-log-kept')).toMatchObject({
    status: 'error',
    results: [],
    error: { kind: 'permission', code: 'HTTP_PERMISSION_DENIED', missingScopes: ['audit:read'] },
  })
  expect(stderr).toMatch(/2\. Signed in as Ada Lovelace by the authorization code flow with PKCE\. Granted: 5 of 6/)
  expect(stderr).toMatch(/5\. Ran the checks again offline, .*: the same\s+results\./)
  expect(stderr).toMatch(/6\. Connected 3 more systems/)
  expect(stderr).toContain('they are the same.')
  expect(exitCode).toBe(0)
})

test('checkwright demo shows a table, and can be run again over its own store', async () => {
  const cwd = createFolder()

  const first = await runCheckwright(['demo'], { cwd })
  const second = await runCheckwright(['demo'], { cwd })

  const replayed = await runCheckwright(['replay', 'data/demo'], { cwd })
  expect(replayed.stdout).toContain('All 6 checks of data/demo reach the same results.')
  expect(second.stdout).toMatch(/^\? error {8}The audit log is kept for a year +permission$/m)
  // Somebody who left, an account of nobody, and one of which nothing can be told.
  expect(second.stdout.split('\nNobody who left can still sign in\n')[1]?.split('\n').slice(0, 3)).toEqual([
    '✗ fail          Ken Thompson left on 2026-03-31, and Ken Thompson on Acme Code is active',
    '! needs review  Whose is deploy-bot on Acme Code?',
    expect.stringMatching(/^\? cannot tell {3}night-owl \(Acme Chat\): Acme Chat does not say/),
  ])
  expect(second.stderr).toContain('data/demo/run.json')
  expect([first.exitCode, second.exitCode, replayed.exitCode]).toEqual([0, 0, 0])
})

test('checkwright demo needs no package that an installed copy does not have', async () => {
  const withoutPeers = `import { registerHooks } from 'node:module'
    registerHooks({ resolve(specifier, context, next) {
      if (specifier !== 'oidc-provider' && specifier !== 'pg-boss') return next(specifier, context)
      throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
    } })`

  const { stderr, exitCode } = await runProcess(['demo'], {
    node: ['--import', `data:text/javascript,${encodeURIComponent(withoutPeers)}`],
  })

  expect(stderr).toMatch(/2\. Signed in as Ada Lovelace by the authorization code flow with PKCE\./)
  expect(stderr).toContain('they are the same.')
  expect(exitCode).toBe(0)
})

test('runDemo() tells what differs and gives 2 when the run is not what the data must lead to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'checkwright-demo-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // The store lies beside it.
  const out = join(folder, 'demo')
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough(), env: {} }
  const expected = { ...expectedVerdicts, 'admin-mfa': { status: 'pass', results: { pass: 6 } } } as const
  const interrupt = {
    runInterruptibly: <T>(work: (signal: AbortSignal) => Promise<T>) => work(new AbortController().signal),
  }

  const exitCode = await runDemo({ out, expected }, { terminal: createProcessTerminal(streams), interrupt })

  streams.stderr.end()
  expect(exitCode).toBe(2)
  expect(await text(streams.stderr)).toContain(
    '- admin-mfa: expected pass with 6 pass, 0 fail, 0 need review, 0 not applicable, and the run gave fail with 4 pass, 2 fail, 0 need review, 0 not applicable\n',
  )
})
