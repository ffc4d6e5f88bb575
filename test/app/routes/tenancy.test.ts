import { describe, expect, test } from 'vitest'
import { allRoutes } from '../../../src/app/routes/all-routes.ts'
import { integrationRoutes } from '../../../src/app/routes/integration-routes.ts'
import { openVaultHost } from './world.ts'

/** The values that each route needs before it looks for the thing. */
const bodies: Readonly<Record<string, object>> = {
  updateConnection: { variables: {} },
  putVariables: { variables: {} },
  putSchedule: { cron: '0 6 * * *' },
  updateFinding: { owner: null },
}

/** A host with a connection and a run of the organization `other`, and its key. */
async function twoTenants() {
  const world = await openVaultHost()
  const theirKey = await world.keyOf('other')
  const connectionId = await world.connected(undefined, theirKey)
  const runId = await world.ran(connectionId, { checks: ['boxes-locked'] }, theirKey)
  const waiver = {
    connector: 'vault',
    check: 'boxes-locked',
    justification: 'j',
    approver: 'a',
    expires: new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10),
  }
  const { id: waiverId } = (await world.call('POST', '/waivers', waiver, theirKey)).body
  const findingId = (await world.call('GET', '/findings', undefined, theirKey)).body.data[0]?.findingId ?? ''
  return { ...world, theirKey, ids: { connectionId, runId, waiverId, findingId, variableId: 'team' } }
}

const taking = integrationRoutes.filter(({ path }) => /\{(connectionId|runId|waiverId|findingId)\}/.test(path))

describe("another organization's connection and run", () => {
  test('are 404 on every route that takes one, as an id that nobody has, and stay as they were', async () => {
    const { ask, theirKey, ids, runtime } = await twoTenants()
    const filled = (path: string, of: Readonly<Record<string, string>>) =>
      path.replace(/\{(\w+)\}/g, (_, name: string) => of[name] ?? 'nobody')
    const before = await runtime.connections.get(ids.connectionId)

    for (const { method, path, operationId } of taking) {
      const name = operationId.split('_')[1] ?? ''
      const send = (at: string) => {
        const body = bodies[name]
        return ask(method.toUpperCase(), at, body === undefined ? {} : { body })
      }
      const theirs = await send(filled(path, ids))
      const nobodys = await send(filled(path, { variableId: ids.variableId }))
      const [told, toldOfNobody] = [(await theirs.json()) as object, (await nobodys.json()) as object]

      expect([name, theirs.status, told]).toMatchObject([name, 404, { code: 'NOT_FOUND' }])
      expect({ ...told, requestId: '' }).toEqual({ ...toldOfNobody, requestId: '' })
    }

    expect(taking.length).toBeGreaterThan(15)
    expect(await runtime.connections.get(ids.connectionId)).toEqual(before)
    expect((await ask('GET', `/v1/integrations/runs/${ids.runId}`, { key: theirKey })).status).toBe(200)
  })

  test('are in no list, and cannot be named by a filter, a baseline or an OAuth flow', async () => {
    const { call, connected, ran, ids } = await twoTenants()
    const mine = await connected()
    const run = await ran(mine, { checks: ['boxes-locked'] })
    const { runId, connectionId } = ids

    const [connections, runs, findings] = [
      await call('GET', '/connections'),
      await call('GET', '/runs'),
      await call('GET', '/findings'),
    ]
    const byFilter = await call('GET', `/runs?connectionId=${connectionId}`)
    const findingsOf = await call('GET', `/findings?connectionId=${connectionId}`)
    const baseline = await call('GET', `/runs/${run}/report?baseline=${runId}`)

    expect(connections.body.data.map(({ id }) => id)).toEqual([mine])
    expect(runs.body.data.map(({ id }) => id)).toEqual([run])
    expect(findings.body.data).toHaveLength(2)
    expect(findings.body.data).toMatchObject([{ connectionId: mine }, { connectionId: mine }])
    expect(byFilter.body.data).toEqual([])
    expect([findingsOf.status, baseline.status]).toEqual([404, 404])
  })

  test('OAuth apps of others and of the platform are neither shown nor changed', async () => {
    const { openExampleHost } = await import('./examples.ts')
    const { ask, keyOf, runtime } = await openExampleHost()
    const app = { connector: 'acme-oauth', clientId: 'platform-1', clientSecret: 'platform-secret' }
    await runtime.oauthApps.set(app)
    const key = await keyOf('other')

    const list = await ask('GET', '/v1/integrations/oauth-apps', { key })
    const gone = await ask('DELETE', '/v1/integrations/oauth-apps/acme-oauth', { key })

    expect(await list.json()).toEqual({ data: [] })
    expect(gone.status).toBe(404)
    expect(await runtime.oauthApps.get({ connector: 'acme-oauth', organizationId: 'acme' })).toMatchObject({
      connector: 'acme-oauth',
    })
    expect(await runtime.oauthApps.get({ connector: 'acme-oauth' })).toMatchObject({ clientId: 'platform-1' })
  })
})

test('every route of integrations is among all routes, which the matrix of wrong credentials walks through', () => {
  expect(allRoutes).toEqual(expect.arrayContaining([...integrationRoutes]))
})
