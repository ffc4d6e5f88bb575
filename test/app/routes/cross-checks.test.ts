import { expect, test } from 'vitest'
import { createHost } from '../../../src/app/host/index.ts'
import { fixedClock } from '../../../src/author/testing/index.ts'
import { formats } from '../../../src/report/reports.ts'
import type { Scope } from '../../../src/service/rights/scopes.ts'
import { omitUndefined } from '../../../src/text/omit-undefined.ts'
import {
  connectSystems,
  fewAdministrators,
  readLists,
  type Systems,
  startSystems,
} from '../../things/cross-checks/systems.ts'
import { openRuntimeWith, publicUrl } from '../../things/runtime/world.ts'

const base = `${publicUrl}/v1/integrations`
const { id } = fewAdministrators

async function openWorld() {
  const ada = { id: 'u1', name: 'Ada', email: 'ada@example.com', admin: true }
  const systems: Systems = { staff: [], code: [ada], chat: [] }
  const { runtime } = await openRuntimeWith({
    connectors: await startSystems(systems),
    crossChecks: [fewAdministrators],
    clock: fixedClock('2026-11-22T10:00:00Z'),
    evidence: 'kept',
  })
  const connections = await connectSystems(runtime)
  await readLists(runtime, connections.code, connections.chat)
  const { fetch } = createHost({ runtime })
  const scopes: Scope[] = ['integrations:read', 'integrations:run', 'integrations:write']
  const keys = {
    acme: (await runtime.apiKeys.create({ organizationId: 'acme', scopes })).key,
    other: (await runtime.apiKeys.create({ organizationId: 'other', scopes })).key,
  }
  const ask = async (method: string, path: string, body?: object, organization: 'acme' | 'other' = 'acme') => {
    const init = {
      method,
      headers: omitUndefined({ 'x-api-key': keys[organization], 'content-type': body && 'application/json' }),
      body: body ? JSON.stringify(body) : null,
    }
    const response = await fetch(new Request(`${base}${path}`, init))
    const text = await response.text()
    return {
      status: response.status,
      text,
      body: /[/+]json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : undefined,
    }
  }
  const runToEnd = async (more?: object) => {
    const { body } = await ask('POST', `/cross-checks/${id}/runs`, more)
    await expect.poll(async () => (await ask('GET', `/runs/${body.id}`)).body.finishedAt).not.toBeNull()
    return body.id as string
  }
  return { runtime, connections, ask, runToEnd }
}

test('cross-checks are listed, run, and read with their findings, in no other organization', async () => {
  const { ask, runToEnd, connections } = await openWorld()
  const runId = await runToEnd()
  const list = await ask('GET', '/cross-checks')
  const run = await ask('GET', `/runs/${runId}`)
  const findings = await ask('GET', '/findings?connector=cross-check')
  const runs = await ask('GET', `/cross-checks/${id}/runs?limit=1`)

  expect(list.body.data.map((each: { id: string }) => each.id)).toContain('leavers')
  expect((await ask('GET', `/cross-checks/${id}`)).body).toMatchObject({
    id,
    needs: ['accounts'],
    missing: [],
    latest: { runId, status: 'fail' },
  })
  expect(run.body).toMatchObject({
    id: runId,
    connectionId: null,
    connector: 'cross-check',
    crossCheck: id,
    trigger: 'request',
    status: 'fail',
    replayable: true,
    oldestReadAt: '2026-11-22T10:00:00.000Z',
    scopes: expect.arrayContaining([{ connectionId: connections.code, complete: true, because: null }]),
  })
  expect(findings.body).toMatchObject({
    total: 1,
    data: [{ connectionId: null, connector: 'cross-check', resource: { id: `${connections.code}/u1` } }],
  })
  expect(runs.body).toMatchObject({ data: [{ id: runId }], nextCursor: null })
  expect((await ask('GET', `/runs/${runId}`, undefined, 'other')).status).toBe(404)
  expect((await ask('GET', `/cross-checks/${id}/runs`, undefined, 'other')).body.data).toEqual([])
  expect((await ask('GET', '/cross-checks/none')).body).toMatchObject({ status: 404, code: 'CROSS_CHECK_UNKNOWN' })
  expect((await ask('POST', `/cross-checks/${id}/runs`, { variables: { max_age_hours: 999 } })).status).toBe(400)
  // The organization is no connection, whatever asks for one.
  for (const path of ['/connections/acme', '/connections/acme/checks', '/connections/acme/schedule'])
    expect([path, (await ask('GET', path)).status]).toEqual([path, 404])
  expect((await ask('POST', '/connections/acme/runs')).status).toBe(404)
})

test('every report of a run can be written, and JSON is the run as it is signed', async () => {
  const { ask, runToEnd } = await openWorld()
  const runId = await runToEnd()
  const reports = await Promise.all(formats.map((format) => ask('GET', `/runs/${runId}/report?format=${format}`)))
  const json = reports[formats.indexOf('json')]?.body

  expect(reports.map(({ status }) => status)).toEqual(formats.map(() => 200))
  // A verification result names what passes, and nothing else.
  for (const [index, { text }] of reports.entries())
    expect([formats[index], text.includes('Ada administers Code')]).toEqual([formats[index], formats[index] !== 'svr'])
  expect(json).toMatchObject({ schema: 'checkwright.run/v1', kind: 'cross-check', organizationId: 'acme' })
  expect(json).not.toHaveProperty('connector')
  expect(json).not.toHaveProperty('connectionId')
  expect(reports[formats.indexOf('html')]?.text).not.toContain('<dt>Connection</dt>')
})

test('the schedule of cross-checks is read, replaced and removed', async () => {
  const { ask } = await openWorld()
  const path = '/cross-check-schedule'

  expect((await ask('GET', path)).status).toBe(404)
  expect((await ask('PUT', path, { cron: '0 6 * * *', checks: ['none'] })).body.code).toBe('CROSS_CHECK_UNKNOWN')
  expect((await ask('PUT', path, { cron: '0 6 * * *', checks: ['leavers'] })).body).toMatchObject({
    checks: ['leavers'],
  })
  expect((await ask('GET', path)).body).toMatchObject({ cron: '0 6 * * *', timeZone: 'UTC' })
  expect((await ask('GET', '/schedules')).body.data).toEqual([])
  expect((await ask('GET', path, undefined, 'other')).status).toBe(404)
  expect((await ask('DELETE', path)).status).toBe(200)
  expect((await ask('DELETE', path)).status).toBe(404)
})

test('variables are set for all runs of an organization, and of no other', async () => {
  const { ask } = await openWorld()
  const at = `/cross-checks/${id}/variables`
  const before = await ask('GET', at)
  const set = await ask('PUT', at, { variables: { max_age_hours: 24 } })
  const other = await ask('GET', at, undefined, 'other')
  const refused = await ask('PUT', at, { variables: { max_age_hours: 900 } })

  expect(before.body.data).toMatchObject([{ id: 'max_age_hours', default: 48, max: 168, value: null }])
  expect(set.body.data).toMatchObject([{ id: 'max_age_hours', value: 24 }])
  expect(other.body.data).toMatchObject([{ value: null }])
  expect(refused).toMatchObject({ status: 400, body: { code: 'VARIABLE_INVALID' } })
  expect((await ask('GET', '/cross-checks/none/variables')).status).toBe(404)
})
