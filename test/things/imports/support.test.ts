import { describe, expect, test } from 'vitest'
import { judgeControls, type ReceivedSupport } from '../../../src/checks/controls/evaluate-controls.ts'
import { defineConnector, systemClock } from '../../../src/define/index.ts'
import { yieldOnce } from '../../../src/service/files/keep-file.ts'
import { judgeConnections } from '../../../src/things/controls/reading/judge-connections.ts'
import { reliance } from '../../../src/things/reliances/thing.ts'
import { openPages } from '../../app/pages/world.ts'
import { serve } from '../../http/support.ts'

const organizationId = 'acme'
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString()

function prowler(results: Readonly<Record<string, string>>, at = day(0)): string {
  return JSON.stringify(
    Object.entries(results).map(([uid, code]) => ({
      metadata: { event_code: 'mfa', product: { name: 'Prowler', version: '5.6.0' }, version: '1.4.0' },
      class_uid: 2004,
      status_code: code,
      finding_info: { title: 'Second factor' },
      resources: [{ uid, type: 'user' }],
      time_dt: at,
    })),
  )
}

/** Two accounts that a list knows, and files that say something of them. */
async function openReliance() {
  const vendor = await serve(() => ({ json: [{ id: 'u1' }, { id: 'u2' }] }))
  const acme = defineConnector({
    id: 'acme',
    name: 'Acme',
    baseUrl: vendor.origin,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const accounts = acme.inventory({
    of: 'account',
    tells: [],
    covers: ['members'],
    async *list(ctx) {
      for (const { id } of await ctx.get<{ id: string }[]>('/users')) yield { id, kind: 'person', status: 'active' }
    },
  })
  const connector = acme.with(accounts)
  let aheadMs = 0
  const clock = { ...systemClock, nowMs: () => Date.now() + aheadMs }
  const pass = (days: number) => {
    aheadMs += days * 86_400_000
  }
  const { runtime, get, post } = await openPages({ connectors: [connector], allowPrivateNetwork: true, clock })
  const { id: listedBy } = await runtime.connections.create({
    connector,
    organizationId,
    credentials: { api_key: 'a-key-of-acme' },
  })
  const run = await runtime.runs.start({ connectionId: listedBy, inventories: ['account'] })
  await run.result
  const take = (text: string) =>
    runtime.imports.take({ organizationId, source: 'Prowler', name: 'p.json', bytes: yieldOnce(Buffer.from(text)) })
  const rely = (source: string, expires = day(30).slice(0, 10)) =>
    runtime.serviceOf(reliance).create({
      organizationId,
      values: {
        source,
        checks: ['mfa'],
        controls: ['soc2:CC6.1'],
        listedBy,
        listed: 'account',
        reason: 'Our own Prowler.',
        expires,
      },
    })
  const judge = async () => {
    const report = await judgeConnections(runtime, organizationId, { frameworks: ['soc2'] })
    const control = report.frameworks[0]?.controls.find(({ id }) => id === 'CC6.1')
    return [control?.state, ...(control?.checks ?? []).map(({ state }) => state)]
  }
  return { runtime, pass, take, rely, judge, listedBy, get, post }
}

describe('results of another tool', () => {
  test('count for no control before an administrator has said so', async () => {
    const { take, judge, rely } = await openReliance()

    const { source } = await take(prowler({ u1: 'PASS', u2: 'PASS' }))
    const before = await judge()
    await rely(source.id)

    expect(before).toEqual(['uncovered'])
    expect(await judge()).toEqual(['satisfied', 'satisfied'])
  })

  test('do not count for resources that the file does not list, nor for those that nobody judged', async () => {
    const { take, judge, rely } = await openReliance()
    const { source } = await take(prowler({ u1: 'PASS' }, day(-3)))
    await rely(source.id)

    const unlisted = await judge()
    await take(prowler({ u1: 'PASS', u2: 'MANUAL' }, day(-2)))
    const manual = await judge()
    await take(prowler({ u1: 'PASS', u2: 'FAIL' }, day(-1)))

    expect(unlisted).toEqual(['undetermined', 'undetermined'])
    expect(manual).toEqual(['undetermined', 'undetermined'])
    expect(await judge()).toEqual(['not_satisfied', 'not_satisfied'])
  })

  test('do not count when they are old, undated, or the reliance is over', async () => {
    const { take, judge, rely } = await openReliance()
    const { source } = await take(prowler({ u1: 'PASS', u2: 'PASS' }, day(-40)))
    await rely(source.id)

    const old = await judge()
    const other = await openReliance()
    const taken = await other.take(prowler({ u1: 'PASS', u2: 'PASS' }))
    await other.rely(taken.source.id, day(0).slice(0, 10))
    other.pass(1)

    expect(old).toEqual(['undetermined', 'undetermined'])
    expect(await other.judge()).toEqual(['uncovered'])
  })
})

test('a reliance that could count on no day is refused when it is set, and one whose day has passed can be changed', async () => {
  const { runtime, pass, take, rely, listedBy } = await openReliance()
  const { source } = await take(prowler({ u1: 'PASS' }))
  const reliances = runtime.serviceOf(reliance)

  await expect(rely(listedBy)).rejects.toThrow('source must be the id of a source of the organization')
  await expect(rely('nowhere')).rejects.toThrow('source must be the id of a source')
  await expect(rely(source.id, day(-1).slice(0, 10))).rejects.toThrow('expires must not be over already')
  const { id } = await rely(source.id, day(0).slice(0, 10))
  pass(2)
  const changed = await reliances.change({ organizationId, id, changes: { reason: 'It was ours.' } })
  const elsewhere = reliances.change({ organizationId, id, changes: { listedBy: 'nowhere' } })

  expect(changed.state).toBe('expired')
  await expect(elsewhere).rejects.toThrow('listedBy must be the id of a connection of the organization')
})

test('what a reliance names is chosen by name on its page, and shown by name', async () => {
  const { take, listedBy, get, post } = await openReliance()
  const { source } = await take(prowler({ u1: 'PASS' }))
  const values = { checks: 'mfa', controls: 'soc2:CC6.1', listed: 'account', reason: 'Ours.', expires: '2099-12-31' }
  const list = '/settings/reliances'

  const { text: form } = await get(list)
  const made = await post(list, list, { ...values, source: source.id, listedBy })
  const { text: shown } = await get(list)

  expect(listOptions(form, 'source')).toEqual(['', 'Prowler'])
  expect(listOptions(form, 'listedBy')).toEqual(['', 'Acme'])
  expect(made.status).toBe(303)
  expect(shown).toContain('>Prowler</a>')
})

function listOptions(page: string, name: string): readonly (string | undefined)[] {
  const select = new RegExp(`<select[^>]* name="${name}".*?</select>`, 's').exec(page)?.[0] ?? ''
  return [...select.matchAll(/<option[^>]*>([^<]*)</g)].map(([, label]) => label)
}

describe('judgeControls() with what was received', () => {
  const framework = {
    id: 'f',
    title: 'F',
    version: '1',
    source: 'https://f.example',
    controls: [{ id: 'A', title: 'A' }],
  }
  const judge = (observed: string | undefined, received: ReceivedSupport['state']) =>
    judgeControls([framework], [], {
      now: new Date(),
      tasks: observed
        ? [{ id: 't', title: 't', controls: ['f:A'], state: observed as ReceivedSupport['state'], because: 'b' }]
        : [],
      received: [
        { connectionId: 'c', runId: 'r', id: 'i', title: 't', controls: ['f:A'], state: received, because: 'passes' },
      ],
    }).frameworks[0]?.controls[0]?.state

  test.each(['satisfied', 'not_satisfied', 'undetermined'] as const)('never overrides an observed %s', (observed) => {
    const states = (['satisfied', 'not_satisfied', 'undetermined', 'not_applicable'] as const).map((received) =>
      judge(observed, received),
    )

    expect(new Set(states)).toEqual(new Set([observed]))
  })

  test('counts where nothing was observed', () => {
    expect(judge(undefined, 'satisfied')).toBe('satisfied')
    expect(judge(undefined, 'not_satisfied')).toBe('not_satisfied')
  })
})
