import { expect, test } from 'vitest'
import { allRoutes } from '../../../src/app/routes/all-routes.ts'
import { describePostgres, testPostgres } from '../../setup/postgres.ts'
import { openVaultHost } from '../routes/world.ts'

const encode = (text: string) => Buffer.from(text).toString('base64url')
const latest = '999999999999999'

// PostgreSQL refuses numbers and characters that SQLite takes.
describePostgres('A cursor that no answer gave', () => {
  test('is never an error of ours, in any list', async () => {
    const world = await openVaultHost({}, { store: await testPostgres() })
    const connectionId = await world.connected()
    const runId = await world.ran(connectionId, { checks: ['boxes-locked'] })
    const ids: Readonly<Record<string, string>> = { connectionId, runId, of: 'account', crossCheckId: 'leavers' }
    const cursors = ['', '%', 'x'.repeat(500), encode('after.\0'), encode(`after.${'x'.repeat(255)}`)]
    for (const id of [runId, connectionId]) {
      cursors.push(encode(`${latest}.${id}`), encode(`${id}.${latest}`), encode(`${id}.2147483648`))
      for (const order of ['changed', 'due', 'severity'])
        cursors.push(encode(`${order}.${latest}.${latest}.high.${id}`))
      for (const order of ['name', 'attention', 'last-run'])
        cursors.push(encode(`${order}.999999999.999999999.${latest}.${id}.x`))
    }
    const lists = allRoutes.filter(({ method, query }) => method === 'get' && query && 'cursor' in query.shape)

    for (const { path, query } of lists) {
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'nobody')
      const entity = query && 'entityType' in query.shape ? '&entityType=task&entityId=t' : ''
      const orders =
        query && 'sort' in query.shape ? ['changed', 'due', 'severity', 'name', 'attention', 'last-run'] : []
      for (const cursor of cursors)
        for (const sort of ['', ...orders.map((order) => `&sort=${order}`)]) {
          const { status } = await world.ask('GET', `${filled}?cursor=${encodeURIComponent(cursor)}${entity}${sort}`)
          expect([path, Buffer.from(cursor, 'base64url').toString(), status < 500]).toEqual([
            path,
            expect.any(String),
            true,
          ])
        }
    }

    expect(lists.length).toBeGreaterThan(15)
  })
})
