import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { shippedFrameworks } from 'checkwright/runtime'
import { expect, test } from 'vitest'
import { connectors } from '../../connectors/index.ts'
import { evaluateControls, type FrameworkOutcome } from '../../src/checks/controls/evaluate-controls.ts'
import type { ExpectedRun } from '../../src/checks/controls/expected-run.ts'
import { allCrossChecks } from '../../src/crosscheck/checks/all-cross-checks.ts'
import type { BoundedControl, CheckOutcome, JsonValue, ResultStatus, RunResult } from '../../src/define/index.ts'
import { openBundle } from '../../src/evidence/bundle/open-bundle.ts'
import { readRun } from '../../src/evidence/bundle/run-text.ts'
import { createOutcome, createResult, failed, formatDaysAgo, now, run } from '../checks/controls/support.ts'
import { createTempFolder } from '../setup/temp-folder.ts'

/** Frameworks whose states are the same before and after any change of how controls are judged. */
const ids = ['soc2', 'iso27001', 'hipaa', 'gdpr'] as const

interface DeclaredCheck {
  readonly id: string
  readonly controls: readonly (string | BoundedControl)[]
  readonly variables: Readonly<Record<string, JsonValue>>
}

test('states of runs of every connector are those of before', async () => {
  const declared = readDeclared()
  const names = Object.keys(declared)
  const lines: string[] = []

  for (let seed = 1; seed <= 60; seed++) {
    const draw = createDraw(seed)
    const drawn = names.filter(() => draw() < ([0.03, 0.1, 0.5][seed % 3] ?? 1))
    const runs = drawn.map((connector) => createRun(connector, declared[connector] ?? [], seed, draw))
    const expected = drawn
      .filter(() => draw() < 0.7)
      .map((connector) => toExpected(connector, declared[connector] ?? []))
    lines.push(`runs ${seed} of ${drawn.length} connectors`, ...(await describeStates(runs, expected)))
  }

  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('states/generated-runs.txt')
})

test('states of a kept bundle are those of before', async () => {
  const source = await openBundle(keep('run'))
  const recorded = await readRun(() => source.read('run.json'))
  const anHourLater = new Date(Date.parse(recorded.head.inputs.now) + 3_600_000)

  const lines = await describeStates([recorded], [], anHourLater)
  await source.close()

  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('states/kept-bundle.txt')
})

test('every check names the controls of the four frameworks that it named before', async () => {
  const declared = readDeclared()
  const current = new Map<string, readonly (string | BoundedControl)[]>()
  for (const load of Object.values(connectors)) {
    const { id, checks } = await load()
    for (const check of checks) current.set(`${id}/${check.id}`, check.controls ?? [])
  }
  for (const { id, controls = [] } of allCrossChecks) current.set(`cross-checks/${id}`, controls)

  const lost = Object.entries(declared).flatMap(([connector, checks]) =>
    checks.flatMap(({ id, controls }) => {
      const now = current.get(`${connector}/${id}`)
      // A check that is gone is told by the contract of its connector.
      return now === undefined || listNames(now) === listNames(controls) ? [] : [`${connector}/${id}`]
    }),
  )

  expect(lost).toEqual([])
})

/** The controls themselves: bounds follow the variables of a check, and may be put right. */
function listNames(controls: readonly (string | BoundedControl)[]): string {
  return controls.map((control) => (typeof control === 'string' ? control : control.id)).join(' ')
}

async function describeStates(
  runs: Parameters<typeof evaluateControls>[1],
  expected: readonly ExpectedRun[],
  at = now,
): Promise<readonly string[]> {
  const frameworks = await Promise.all(ids.map((id) => shippedFrameworks[id]()))
  const report = await evaluateControls(frameworks, runs, { now: at, expected })
  return report.frameworks.map(describeFramework)
}

function describeFramework({ id, controls }: FrameworkOutcome): string {
  const states = Map.groupBy(
    controls.filter(({ state }) => state !== 'uncovered'),
    ({ state }) => state,
  )
  return `  ${id}: ${[...states]
    .map(([state, found]) => `${state} ${found.map((control) => `${control.id}/${control.checks.length}`).join(' ')}`)
    .sort()
    .join('; ')}`
}

function createRun(connector: string, checks: readonly DeclaredCheck[], seed: number, draw: () => number): RunResult {
  // As in a company that is well kept, a badly kept one, and one in between.
  const good = [0.99, 0.9, 0.6][seed % 3] ?? 1
  const outcomes = checks.filter(() => draw() < 0.98).map((check) => createOutcomeOf(check, good, draw))
  return run(outcomes, {
    id: `run-${connector}-${seed}`,
    connector,
    connectionId: draw() < 0.8 ? `c-${connector}` : undefined,
    at: formatDaysAgo(draw() < 0.97 ? 1 : 40),
  })
}

function createOutcomeOf({ id, controls, variables }: DeclaredCheck, good: number, draw: () => number): CheckOutcome {
  const status = draw() < good ? 'pass' : pick(['fail', 'manual', 'not_applicable', 'error'] as const, draw)
  const bounded = controls.filter((control) => typeof control !== 'string')
  const isLoose = draw() < 0.05
  return createOutcome({
    id,
    title: id,
    controls: controls.map((control) => (typeof control === 'string' ? control : control.id)),
    controlBounds: Object.fromEntries(bounded.map((control) => [control.id, control.requires])),
    variables: Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [
        name,
        isLoose && typeof value === 'number' ? value * 1_000 : value,
      ]),
    ),
    status,
    error: status === 'error' ? failed : undefined,
    results: status === 'error' ? [] : [createResult(status satisfies ResultStatus)],
  })
}

function toExpected(id: string, checks: readonly DeclaredCheck[]): ExpectedRun {
  return { connector: { id, checks: checks.map((check) => ({ ...check, title: check.id })) }, connectionId: `c-${id}` }
}

function pick<T>(from: readonly [T, ...T[]], draw: () => number): T {
  return from[Math.floor(draw() * from.length)] ?? from[0]
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function createDraw(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** What the checks of all shipped connectors declared on 2026-11-30: controls with their bounds, and variables with their defaults. */
function readDeclared(): Readonly<Record<string, readonly DeclaredCheck[]>> {
  const text = readFileSync(new URL('states/declared-checks.json.gz.base64', import.meta.url), 'utf8')
  return JSON.parse(gunzipSync(Buffer.from(text, 'base64')).toString('utf8'))
}

function keep(name: string): string {
  const text = readFileSync(new URL(`kept/${name}.zip.base64`, import.meta.url), 'utf8')
  const path = join(createTempFolder(), `${name}.zip`)
  writeFileSync(path, Buffer.from(text, 'base64'))
  return path
}
