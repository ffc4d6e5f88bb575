import { expect, onTestFinished, test } from 'vitest'
import { fakeVendor } from '../../../../src/author/testing/index.ts'
import { admin, member, openPages } from '../../../app/pages/world.ts'
import { answerDirectory, createDirectoryConnector, type Directory, runToEnd } from '../directory.ts'

async function openWorld() {
  const people = Array.from({ length: 150 }, (_, at) => ({ id: `u${1_000 + at}`, name: `<b>Person ${at}`, roles: [] }))
  const directory: Directory = { people }
  const vendor = await fakeVendor({ routes: answerDirectory(directory) })
  onTestFinished(() => vendor.close())
  const pages = await openPages({ connectors: [createDirectoryConnector(vendor.url)] })
  const { id } = await pages.runtime.connections.create({
    connector: 'directory',
    organizationId: 'acme',
    credentials: { api_key: 'key-canary-91' },
  })
  return { ...pages, directory, id, path: `/connections/${id}/inventories` }
}

test('the page of a connection leads to its lists, their records, and downloads', async () => {
  const { get, runtime, id, path } = await openWorld()
  expect((await get(path)).text).toContain('No run has read a list yet')
  await runToEnd(runtime, id)

  const [connection, lists, first, second, csv] = [
    await get(`/connections/${id}`),
    await get(path),
    await get(`${path}/account`),
    await get(`${path}/account?page=3`),
    await get(`${path}/account/csv`),
  ]

  expect(connection.text).toContain(`href="${path}"`)
  expect(connection.text).toContain('accounts, devices (laptops) and devices (phones), as read by the newest run')
  expect(lists.text).toContain('150 accounts')
  expect(lists.text).toContain('Complete: the run saw everything that this list covers.')
  expect(lists.text).toContain('Covers members. Leaves out bots. 150 active.')
  expect(lists.text).toContain(`${path}/device/csv?part=phones`)
  expect(lists.text).not.toContain('Person')
  expect(first.text).toContain('&lt;b&gt;Person 0<')
  expect(first.text).not.toContain('Person 50<')
  expect(second.text).toContain('Person 149<')
  expect(second.text).toContain('Page 3 of 3')
  expect(first.text).toMatch(/All lists of Directory</)
  expect(first.text).toContain('<dt>Roles</dt><dd>none</dd>')
  expect(csv.text.split('\r\n')).toHaveLength(152)
  expect((await get(`${path}/device?part=phones`)).text).toContain('p1')
  expect((await get(`${path}/account/xml`)).status).toBe(404)
  expect((await get(`${path}/training`)).status).toBe(404)
})

test('an incomplete list says why, on its page and on that of its run', async () => {
  const { get, runtime, directory, id, path } = await openWorld()
  directory.people = undefined
  const run = await runToEnd(runtime, id)

  for (const page of [path, `${path}/account`, `/runs/${run.id}`]) {
    const { text } = await get(page)
    expect(text).toContain('Incomplete: ')
    expect(text).toContain('403')
  }
})

test('lists are for people with people:read, and reading them is audited with the kind alone', async () => {
  const { get, runtime, visitor, id, path } = await openWorld()
  await runToEnd(runtime, id)
  await get(`${path}/account`)
  await get(`${path}/account/json`)
  await get(`${path}/ada@example.com`)

  const read = (await runtime.audit.list({ organizationId: 'acme' })).filter(
    ({ action }) => action === 'inventory.read',
  )
  expect(read.map(({ target, fields, status, actor }) => [target, fields, status, actor.id])).toEqual([
    [null, [], 404, 'ada'],
    [id, ['account'], 200, 'ada'],
    [id, ['account'], 200, 'ada'],
  ])
  visitor.person = member
  for (const page of [path, `${path}/account`, `${path}/account/csv`]) expect((await get(page)).status).toBe(403)
  expect((await get(`/connections/${id}`)).text).not.toContain(path)
  visitor.person = { ...admin, organizationId: 'other' }
  for (const page of [path, `${path}/account`, `${path}/account/csv`]) expect((await get(page)).status).toBe(404)
})

test('an administrator turns keeping off, and all lists are gone', async () => {
  const { get, post, runtime, id, path } = await openWorld()
  await runToEnd(runtime, id)

  const answer = await post(path, path, { keepsInventories: 'no' })

  expect(answer.headers.get('location')).toContain(path)
  expect((await get(path)).text).toContain('Your organization does not keep lists.')
  expect(await runtime.inventories.list({ connectionId: id })).toEqual([])
  await post(path, path, { keepsInventories: 'yes' })
  expect(await runtime.inventories.isKeeping('acme')).toBe(true)
})

test('the page of a connection has a run of the lists alone', async () => {
  const { get, post, runtime, id } = await openWorld()
  const at = `/connections/${id}`
  expect((await get(at)).text).toContain('Read lists only')

  const { headers } = await post(at, `${at}/runs`, { only: 'lists' })
  const runId = headers.get('location')?.split('/').at(-1) ?? ''
  for await (const _ of runtime.runs.events(runId));

  const run = await runtime.runs.get(runId)
  expect([run?.result?.checks.length, run?.result?.inventories?.length]).toEqual([0, 3])
})

test('the page of a connection has a schedule of the lists alone, and keeps what a program has chosen', async () => {
  const { get, post, runtime, id } = await openWorld()
  const at = `/connections/${id}`
  const save = (work: string) => post(at, `${at}/schedule`, { rhythm: '0 6 * * *', work })
  const read = () => runtime.schedules.get({ connectionId: id })

  await save('lists')
  const lists = await read()
  const shown = (await get(at)).text
  await runtime.schedules.set({
    connectionId: id,
    cron: '0 7 * * *',
    inventories: ['account'],
    checks: [],
    spread: false,
  })
  await save('chosen')
  const chosen = await read()
  await save('all')

  expect([lists?.checks, lists?.inventories?.length]).toEqual([undefined, 3])
  expect(shown).toMatch(/<option value="lists" selected/)
  expect(chosen).toMatchObject({ cron: '0 6 * * *', inventories: ['account'], checks: [], spread: false })
  expect(await read()).toMatchObject({ checks: undefined, inventories: undefined, spread: false })
})
