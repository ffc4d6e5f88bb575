import { expect, onTestFinished, test } from 'vitest'
import { fakeVendor } from '../../../../src/author/testing/index.ts'
import { allScopes, openApiHost, readAnswer } from '../../../app/host/world.ts'
import { answerDirectory, createDirectoryConnector, type Directory, runToEnd, twoPeople } from '../directory.ts'

async function openWorld() {
  const directory: Directory = { people: twoPeople }
  const vendor = await fakeVendor({ routes: answerDirectory(directory) })
  onTestFinished(() => vendor.close())
  const world = await openApiHost({}, { connectors: [createDirectoryConnector(vendor.url)] })
  const { id } = await world.runtime.connections.create({
    connector: 'directory',
    organizationId: 'acme',
    credentials: { api_key: 'key-canary-91' },
  })
  const path = `/v1/integrations/connections/${id}/inventories`
  return { ...world, directory, id, path }
}

test('a run of inventories alone, its lists, and their records page by page', async () => {
  const { ask, runtime, id, path } = await openWorld()
  const empty = await readAnswer(ask('GET', path))
  const started = await readAnswer(
    ask('POST', `/v1/integrations/connections/${id}/runs`, { body: { inventories: ['account', 'device.phones'] } }),
  )
  for await (const _ of runtime.runs.events(started.body.id));

  const [list, first, run] = await Promise.all([
    readAnswer(ask('GET', path)),
    readAnswer(ask('GET', `${path}/account?limit=1`)),
    readAnswer(ask('GET', `/v1/integrations/runs/${started.body.id}`)),
  ])
  const second = await readAnswer(ask('GET', `${path}/account?limit=1&cursor=${first.body.nextCursor}`))

  expect(empty.body).toEqual({ data: [] })
  expect(run.body).toMatchObject({ checks: [], inventories: [{ of: 'account', count: 2 }, { part: 'phones' }] })
  expect(list.body.data).toMatchObject([
    {
      connectionId: id,
      connector: 'directory',
      of: 'account',
      part: null,
      complete: true,
      error: null,
      count: 2,
      covers: ['members'],
      leavesOut: ['bots'],
      byStatus: { active: 2 },
      runId: started.body.id,
    },
    { of: 'device', part: 'phones', byStatus: null },
  ])
  expect(first.body).toMatchObject({ inventory: { of: 'account' }, data: [{ id: 'u1', name: 'Ada' }] })
  expect(second.body).toMatchObject({ data: [{ id: 'u2', email: null }], nextCursor: null })

  await runToEnd(runtime, id)
  const late = await readAnswer(ask('GET', `${path}/account?limit=1&cursor=${first.body.nextCursor}`))
  expect([late.status, late.body.code]).toEqual([409, 'STORE_CONFLICT'])
})

test('downloads, in each format; their name says if the list is not complete', async () => {
  const { ask, runtime, directory, id, path } = await openWorld()
  await runToEnd(runtime, id)
  const download = async (query: string) => {
    const answer = await ask('GET', `${path}/${query}`)
    const { headers } = answer
    return [headers.get('content-type'), headers.get('content-disposition'), await answer.text()]
  }

  const [csv, json, ocsf] = await Promise.all(
    ['csv', 'json', 'ocsf'].map((format) => download(`account?format=${format}`)),
  )

  expect(csv?.slice(0, 2)).toEqual(['text/csv; charset=utf-8', `attachment; filename=inventory-${id}-account.csv`])
  expect(csv?.[2]).toContain("u2,'=cmd|calc,person,active,none,")
  expect(JSON.parse(json?.[2] ?? '')).toMatchObject({
    inventory: { complete: true },
    records: [{ id: 'u1' }, { id: 'u2' }],
  })
  expect(ocsf?.[2]?.trim().split('\n')).toHaveLength(2)
  directory.people = undefined
  await runToEnd(runtime, id)
  expect((await download('account?format=csv'))[1]).toContain('account-incomplete.csv')
})

test('what is wrong with a request is said', async () => {
  const { ask, runtime, id, path } = await openWorld()
  await runToEnd(runtime, id)
  const problemOf = async (query: string) => {
    const { status, body } = await readAnswer(ask('GET', `${path}/${query}`))
    return [status, body.code]
  }

  expect(await problemOf('device')).toEqual([400, 'INVENTORY_UNKNOWN'])
  expect(await problemOf('device?part=watches')).toEqual([404, 'NOT_FOUND'])
  expect(await problemOf('training')).toEqual([404, 'NOT_FOUND'])
  expect(await problemOf('nothing')).toEqual([404, 'NOT_FOUND'])
  expect(await problemOf('account?format=xml')).toEqual([400, 'API_INVALID'])
  expect(await problemOf('account?cursor=x')).toEqual([400, 'API_INVALID'])
  expect(await problemOf('device?part=phones&format=ocsf')).toEqual([200, undefined])
})

test('they need people:read, are nobody else’s, and reading them is audited without a name', async () => {
  const { ask, runtime, keyOf, id, path } = await openWorld()
  await runToEnd(runtime, id)
  const [theirs, unscoped] = [
    await keyOf('other'),
    await keyOf(
      'acme',
      allScopes.filter((scope) => scope !== 'people:read'),
    ),
  ]

  for (const each of [path, `${path}/account`, `${path}/account?format=csv`]) {
    expect((await ask('GET', each, { key: theirs })).status).toBe(404)
    expect((await ask('GET', each, { key: unscoped })).status).toBe(403)
  }
  await (await ask('GET', `${path}/account?format=csv`)).text()
  await ask('GET', `${path}/account`)

  const entries = await runtime.audit.list({ organizationId: 'acme' })
  const read = entries.filter(({ action }) => action === 'inventory.read')
  expect(read).toMatchObject(
    [1, 2].map(() => ({ target: id, fields: ['account'], status: 200, actor: { type: 'api-key' } })),
  )
  expect(JSON.stringify(entries)).not.toMatch(/Ada|ada@|u1"/)
})

test('an organization turns keeping off and on', async () => {
  const { ask, runtime, id, path } = await openWorld()
  await runToEnd(runtime, id)
  const before = await readAnswer(ask('GET', '/v1/organization'))

  const changed = await readAnswer(ask('PATCH', '/v1/organization', { body: { keepsInventories: false } }))
  await runToEnd(runtime, id)

  expect([before.body, changed.body]).toMatchObject([{ keepsInventories: true }, { keepsInventories: false }])
  expect((await readAnswer(ask('GET', path))).body.data).toEqual([])
})
