import { describe, expect, test } from 'vitest'
import { createHost } from '../../../src/app/host/index.ts'
import { publicUrl } from '../../things/runtime/world.ts'
import { admin } from '../pages/world.ts'
import { openVaultHost } from './world.ts'

const accepted = {
  connector: 'vault',
  check: 'boxes-locked',
  justification: 'Replaced in June.',
  approver: 'ada@acme.example',
  expires: '2026-12-31',
}

/** Two connections that have been run, and what the API says of one by its newest results. */
async function twoConnections() {
  const world = await openVaultHost()
  const { call, connected, ran } = world
  const [production, sandbox] = [await connected(), await connected()]
  const runId = await ran(production)
  await ran(sandbox)
  const openOf = async (connectionId: string) =>
    (await call('GET', `/findings?connectionId=${connectionId}&waived=false`)).body.data.length
  const control = async () => {
    const { body } = await call('GET', '/controls?framework=soc2')
    const [soc2] = body.data as unknown as {
      controls: { id: string; checks: { connectionId: string; id: string; state: string }[] }[]
    }[]
    const checks = soc2?.controls.find(({ id }) => id === 'CC6.1')?.checks ?? []
    return Object.fromEntries(checks.map(({ connectionId, state }) => [connectionId, state]))
  }
  return { ...world, production, sandbox, runId, openOf, control }
}

describe('a waiver', () => {
  test('accepts the risk on the connection that it names, from now on, until it is revoked', async () => {
    const { call, production, sandbox, runId, openOf, control } = await twoConnections()
    const before = [await openOf(production), await openOf(sandbox), await control()]

    const { body, status } = await call('POST', '/waivers', { ...accepted, connection: sandbox })
    const during = [await openOf(production), await openOf(sandbox), await control()]
    const recorded = await call('GET', `/runs/${runId}/results?waived=true`)
    await call('DELETE', `/waivers/${body.id}`)

    expect(status).toBe(201)
    expect(before).toEqual([2, 2, { [production]: 'not_satisfied', [sandbox]: 'not_satisfied' }])
    expect(during).toEqual([2, 0, { [production]: 'not_satisfied', [sandbox]: 'satisfied' }])
    // A run says what held when it was.
    expect(recorded.body.data).toEqual([])
    expect([await openOf(production), await openOf(sandbox), await control()]).toEqual(before)
  })

  test('is applied in runs of its connection, and other runs say nothing of it', async () => {
    const { call, ran, production, sandbox } = await twoConnections()
    await call('POST', '/waivers', { ...accepted, connection: sandbox })

    const [mine, other] = [await ran(sandbox), await ran(production)]

    const waiversOf = async (id: string) => (await call('GET', `/runs/${id}`)).body as unknown as { waivers: unknown[] }
    expect((await waiversOf(mine)).waivers).toMatchObject([{ state: 'applied', results: 2 }])
    expect((await waiversOf(other)).waivers).toEqual([])
  })

  test('covers no longer when its last day is over, without any run', async () => {
    const { call, production, openOf, control, clock } = await twoConnections()
    await call('POST', '/waivers', { ...accepted, connection: production, expires: '2026-05-02' })
    const during = await openOf(production)

    clock.advance(2 * 86_400_000)

    expect([during, await openOf(production)]).toEqual([0, 2])
    expect((await control())[production]).toBe('not_satisfied')
  })

  test.each([
    ['it names no connection', {}],
    ['it names both', { connection: 'c', allConnections: true }],
    ['it names a pattern', { connection: '*' }],
    ['it names a connection of nobody', { connection: 'nobody' }],
  ])('is refused where %s', async (_what, more) => {
    const { call } = await openVaultHost()

    const { status, body } = await call('POST', '/waivers', { ...accepted, ...more })

    expect([status, body.code]).toEqual([400, 'WAIVERS_INVALID'])
  })

  test('is refused for the connection of another organization', async () => {
    const { call, connected, keyOf } = await openVaultHost()
    const theirs = await connected(undefined, await keyOf('other'))

    expect((await call('POST', '/waivers', { ...accepted, connection: theirs })).status).toBe(400)
  })
})

describe('a run that is asked for with waivers or variables of its own', () => {
  test.each([
    ['waivers', { waivers: [accepted] }],
    ['variables', { variables: { most: 5 } }],
  ])('by %s is scoped, and changes no finding, control or trend', async (_what, start) => {
    const { call, ran, production, openOf, control } = await twoConnections()
    const look = async () => [await openOf(production), await control(), (await call('GET', '/trend?days=1')).body]
    const before = await look()

    const id = await ran(production, start)

    expect((await call('GET', `/runs/${id}`)).body).toMatchObject({ scoped: true })
    expect(await look()).toEqual(before)
  })

  test('says so in lists, by the API and on pages, from the moment it is asked for', async () => {
    const { call, runtime, production, connected } = await twoConnections()
    const idle = await connected()

    const { body } = await call('POST', `/connections/${idle}/runs`, { variables: { most: 5 } })
    const { body: plain } = await call('POST', `/connections/${production}/runs`)

    const list = (await call('GET', '/runs')).body.data as unknown as { id: string; scoped: boolean }[]
    expect([body.scoped, plain.scoped]).toEqual([true, false])
    expect(list.filter(({ scoped }) => scoped).map(({ id }) => id)).toEqual([body.id])
    const host = createHost({ runtime, session: { person: () => admin } })
    const read = async (path: string) => (await host.fetch(new Request(new URL(path, publicUrl)))).text()
    const pages = await Promise.all(['/runs', `/connections/${idle}`, `/connections/${production}`].map(read))
    expect(pages.map((page) => page.split('>One-off<').length - 1)).toEqual([1, 1, 0])
    expect(await read(`/runs/${body.id}`)).toContain('with its own waivers or variables')
    expect(await read(`/runs/${plain.id}`)).not.toContain('with its own waivers or variables')
  })

  test('opens no finding either, and leaves the history of the connection', async () => {
    const { call, connected, ran } = await openVaultHost()
    const id = await connected()

    await ran(id, { variables: { most: 5 } })

    expect((await call('GET', '/findings')).body.data).toEqual([])
    expect((await call('GET', `/connections/${id}/history`)).body.data).toEqual([])
  })
})
