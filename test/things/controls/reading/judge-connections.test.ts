import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fixedClock } from '../../../../src/author/testing/index.ts'
import { evaluateControls, type FrameworkOutcome } from '../../../../src/checks/controls/evaluate-controls.ts'
import { loadFramework } from '../../../../src/checks/controls/frameworks/shipped-frameworks.ts'
import { defineConnector } from '../../../../src/define/index.ts'
import { judgeConnections } from '../../../../src/things/controls/reading/judge-connections.ts'
import { listNewestRuns } from '../../../../src/things/findings/newest-runs.ts'
import type { Runtime } from '../../../../src/things/runtime/runtime.ts'
import { countRuns } from '../../../setup/count-runs.ts'
import { openRuntimeWith } from '../../runtime/world.ts'

const dayMs = 86_400_000
const organizationId = 'acme'

/** Each check reports what a field of the connection tells it to. */
function createTellingConnector() {
  const telling = defineConnector({
    id: 'telling',
    name: 'Telling',
    version: '1.0.0',
    baseUrl: 'https://telling.example.com',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
    credentialFields: [{ id: 'tells', label: 'Tells', type: 'text' }],
    variables: [{ id: 'most', label: 'Most', type: 'number', default: 3 }],
  })
  return telling.with(
    ...['mfa', 'keys'].map((id, index) =>
      telling.check({
        id,
        title: `${id} is used`,
        controls: ['soc2:CC6.1', { id: ['soc2:CC6.2', 'soc2:CC6.3'][index] ?? '', requires: { most: { max: 5 } } }],
        run(ctx) {
          const tells = String(ctx.credentials.tells).split(' ')[index] ?? ''
          for (const [at, status] of [...tells].entries()) {
            const told = { resource: { type: 'account', id: `a${at}` }, title: 'Told', evidence: { at } }
            if (status === 'p') ctx.pass(told)
            if (status === 'f') ctx.fail({ ...told, remediation: 'Mend it.' })
            if (status === 'm') ctx.manual(told)
            if (status === 'n') ctx.notApplicable(told)
            if (status === 'e') throw new Error('It cannot tell.')
          }
        },
      }),
    ),
  )
}

const anyConnection = fc.record({
  tells: fc.constantFrom('p p', 'pf p', 'm n', 'mm f', 'pe p', 'n n', 'p p', 'p p', ' p'),
  most: fc.constantFrom(3, 3, 3, 9),
  state: fc.constantFrom('ran', 'ran', 'ran', 'ran', 'never ran', 'long ago', 'disconnected', 'mfa alone'),
  decision: fc.constantFrom('none', 'none', 'none', 'waived', 'accepted', 'refused'),
})

async function openConnections(
  connections: readonly (typeof anyConnection extends fc.Arbitrary<infer Each> ? Each : never)[],
) {
  const clock = fixedClock('2026-03-01T12:00:00Z')
  const { runtime } = await openRuntimeWith({ connectors: [createTellingConnector()], clock })
  await runtime.users.put({ organizationId, id: 'ada', name: 'Ada', email: 'ada@example.com' })
  const ids: string[] = []
  for (const { tells, most } of connections) {
    const credentials = { api_key: 'k'.repeat(20), tells }
    ids.push(
      (await runtime.connections.create({ connector: 'telling', organizationId, credentials, variables: { most } })).id,
    )
  }
  const runAll = async (...states: readonly string[]) => {
    for (const [index, { state }] of connections.entries()) {
      if (!states.includes(state)) continue
      const checks = state === 'mfa alone' ? ['mfa'] : undefined
      await (await runtime.runs.start({ connectionId: ids[index] ?? '', organizationId, checks })).recorded
    }
  }
  await runAll('long ago')
  clock.advance(40 * dayMs)
  await runAll('ran', 'disconnected', 'mfa alone')
  for (const [index, { decision }] of connections.entries()) await decide(runtime, ids[index] ?? '', decision)
  for (const [index, { state }] of connections.entries())
    if (state === 'disconnected') await runtime.connections.disconnect(ids[index] ?? '')
  clock.advance(dayMs)
  return { runtime, clock }
}

async function decide(runtime: Runtime, connectionId: string, decision: string): Promise<void> {
  if (decision === 'waived')
    await runtime.waivers.create({
      organizationId,
      userId: 'ada',
      connector: 'telling',
      check: ['mfa', 'keys'],
      connection: connectionId,
      justification: 'It is known.',
      approver: 'ada@example.com',
      expires: '2026-06-01',
    })
  if (decision !== 'accepted' && decision !== 'refused') return
  for (const { runId, result, evidenceSha256 } of await runtime.judgements.listNeeded({ organizationId, connectionId }))
    await runtime.judgements.create({
      organizationId,
      runId,
      findingId: result.findingId,
      evidenceSha256,
      decision,
      reason: 'So it is.',
      expires: '2026-06-01',
      judge: { userId: 'ada', name: 'Ada', email: 'ada@example.com' },
    })
}

/** By every run of every connection. */
async function judgeEach(runtime: Runtime, now: Date) {
  const connections = (await runtime.connections.list({ organizationId })).filter(
    ({ state }) => state !== 'disconnected',
  )
  const soc2 = await loadFramework('soc2')
  const runs = async function* () {
    for (const { id } of connections) yield* listNewestRuns(runtime, { organizationId, connectionId: id })
  }
  const { frameworks } = await evaluateControls(soc2 ? [soc2] : [], runs(), {
    now,
    decisions: await runtime.waivers.inForce({ organizationId }),
    expected: connections.flatMap(({ id }) => runtime.connectors.map((connector) => ({ connector, connectionId: id }))),
  })
  return frameworks
}

/** Controls with their states, and how many connections say what for them. */
function countSaid(frameworks: readonly FrameworkOutcome[]) {
  return frameworks.flatMap(({ controls }) =>
    controls.map(({ id, state, checks }) => {
      const said: Record<string, number> = {}
      for (const { id: check, title, state: each, lacksEvidence, connections = 1 } of checks) {
        const key = [check, title, each, lacksEvidence].join()
        said[key] = (said[key] ?? 0) + connections
      }
      return { id, state, said }
    }),
  )
}

test('controls are judged as by every run of every connection, however many are alike', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyConnection, { minLength: 30, maxLength: 40 }), async (connections) => {
      const { runtime, clock } = await openConnections(connections)

      const { frameworks } = await judgeConnections(runtime, organizationId, { frameworks: ['soc2'] })

      expect(countSaid(frameworks)).toEqual(countSaid(await judgeEach(runtime, new Date(clock.nowMs()))))
    }),
    { numRuns: countRuns(2) },
  )
})

test('of many connections that are alike, ten are named, and the others counted', async () => {
  const alike = { tells: 'p f', most: 3, state: 'ran', decision: 'none' } as const
  const missing = { ...alike, state: 'never ran' } as const
  const { runtime } = await openConnections([
    ...Array(12).fill(alike),
    { ...alike, decision: 'waived' },
    ...Array(13).fill(missing),
  ])

  const { frameworks } = await judgeConnections(runtime, organizationId, { frameworks: ['soc2'] })

  const checks = frameworks[0]?.controls.find(({ id }) => id === 'CC6.3')?.checks ?? []
  const rest = checks.filter(({ connections }) => connections !== undefined)
  expect(checks.filter(({ connectionId }) => connectionId !== undefined)).toHaveLength(10 + 1 + 10)
  expect(rest).toEqual([
    {
      connector: 'telling',
      connections: 2,
      id: 'keys',
      title: 'keys is used',
      state: 'not_satisfied',
      because: 'fails',
    },
    {
      connector: 'telling',
      connections: 3,
      id: 'keys',
      title: 'keys is used',
      state: 'undetermined',
      because: 'was not run',
      lacksEvidence: true,
    },
  ])
})
