import { expect, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/vendor/fixed-clock.ts'
import type { Check, Waiver } from '../../../src/define/index.ts'
import { runChecks } from '../../../src/things/runs/run-checks.ts'
import { createConnectorWith, secretKey } from '../../http/support.ts'
import { openRuntimeWith } from '../runtime/world.ts'

const accepted: Waiver = {
  connector: 'acme',
  check: '*',
  resource: 'u1',
  justification: 'Leaves in July.',
  approver: 'Ada',
  expires: '2026-06-30',
}

const connector = {
  ...createConnectorWith({ baseUrl: 'https://api.acme.example' }),
  checks: [
    check('mixed', (ctx) => {
      for (const id of ['u1', 'u2']) ctx.fail({ resource: { type: 'user', id }, title: 'Off', remediation: 'On.' })
      ctx.pass({ resource: { type: 'group', id: 'u1' }, title: 'On' })
      ctx.manual({ resource: { type: 'role', id: 'u1' }, title: 'Look' })
    }),
    check('only', (ctx) => ctx.fail({ resource: { type: 'user', id: 'u1' }, title: 'Off', remediation: 'On.' })),
    check('untold', (ctx) => ctx.cannotTell({ kind: 'permission', message: 'u1 is hidden.' })),
  ],
}

function check(id: string, run: Check['run']): Check {
  return { id, title: id, connectorId: 'acme', run }
}

function run(waivers: readonly Waiver[] | undefined, time: string) {
  const clock = fixedClock(time)
  return runChecks(connector, { credentials: { api_key: secretKey }, waivers, clock })
}

test('a waiver marks failing results alone; every status stays what it is', async () => {
  const { status, checks, summary, waivers } = await run([accepted], '2026-06-15T00:00:00Z')

  const { justification, approver, expires } = accepted
  const waived = { justification, approver, expires }
  expect(checks.map((each) => each.status)).toEqual(['fail', 'fail', 'error'])
  expect(checks[0]?.results.map((result) => [result.resource.type, result.resource.id, result.waived])).toEqual([
    ['user', 'u1', waived],
    ['user', 'u2', undefined],
    ['group', 'u1', undefined],
    ['role', 'u1', undefined],
  ])
  expect(status).toBe('error')
  expect(summary.results).toMatchObject({ fail: 3, waived: 2 })
  expect(waivers).toEqual([{ ...accepted, state: 'applied', results: 2 }])
})

test('a stored waiver for a connection is told as unused in a run without a stored connection', async () => {
  const ofConnection = { ...accepted, connection: '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d10' }
  const unable = { ...accepted, check: 'untold', connection: [ofConnection.connection] }

  const { summary, checks, waivers } = await run([ofConnection, unable], '2026-06-15T00:00:00Z')

  const note = 'is for a stored connection, and this run has no stored connection, so it is not applied'
  expect(summary.results).toMatchObject({ fail: 3, waived: 0 })
  expect(checks.flatMap(({ results }) => results).filter(({ waived }) => waived)).toEqual([])
  expect(waivers).toEqual([
    { ...ofConnection, state: 'unused', results: 0, note },
    { ...unable, state: 'unused', results: 0, note },
  ])
})

test('a waiver that is over at the start of the run waives nothing, and the result says so', async () => {
  const { summary, waivers } = await run([accepted], '2026-07-01T00:00:00Z')

  expect(summary.results.waived).toBe(0)
  expect(waivers).toEqual([{ ...accepted, state: 'expired', results: 2 }])
})

test('a run without waivers does not speak of them', async () => {
  const result = await run(undefined, '2026-06-15T00:00:00Z')

  expect(result.waivers).toBeUndefined()
})

test('a waiver that is not well-formed ends the run before it begins', async () => {
  await expect(run([{ ...accepted, expires: 'never' }], '2026-06-15T00:00:00Z')).rejects.toMatchObject({
    code: 'WAIVERS_INVALID',
  })
})

test('runs.start() takes waivers, and keeps what became of them with the run', async () => {
  const { runtime } = await openRuntimeWith({ connectors: [connector], clock: fixedClock('2026-06-15T00:00:00Z') })
  const credentials = { api_key: secretKey }
  const { id } = await runtime.connections.create({ connector: 'acme', organizationId: 'acme', credentials })

  const run = await runtime.runs.start({ connectionId: id, waivers: [accepted] })
  const result = await run.result

  expect(result.summary.results.waived).toBe(2)
  expect((await runtime.runs.get(run.id))?.result?.waivers).toEqual([{ ...accepted, state: 'applied', results: 2 }])
  await expect(
    runtime.runs.start({ connectionId: id, waivers: [{ ...accepted, approver: '' }] }),
  ).rejects.toMatchObject({
    code: 'WAIVERS_INVALID',
  })
  expect(await runtime.runs.list({ organizationId: 'acme' })).toHaveLength(1)
})
