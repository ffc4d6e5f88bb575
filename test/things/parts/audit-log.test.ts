import { expect, test } from 'vitest'
import type { CheckContext } from '../../../src/define/index.ts'
import { createConnectorWith, secretKey } from '../../http/support.ts'
import { recordTransactions } from '../../setup/record-transactions.ts'
import { openRuntimeWith } from '../runtime/world.ts'

const connector = {
  ...createConnectorWith({ baseUrl: 'https://api.acme.example' }),
  checks: [
    {
      id: 'mfa',
      title: 'mfa',
      connectorId: 'acme',
      run: async (ctx: CheckContext) => ctx.pass({ resource: { type: 'user', id: 'u1' }, title: 'On' }),
    },
  ],
}

async function world(actor?: string) {
  const { runtime } = await openRuntimeWith({ connectors: [connector], actor })
  const entries = async () =>
    (await runtime.audit.list({ organizationId: 'acme' })).map(({ actor, action, target, fields, status }) => ({
      action,
      target,
      fields,
      status,
      actor: `${actor.type} ${actor.id}`,
    }))
  const before = (await entries()).length
  return { runtime, entries: async () => (await entries()).slice(0, -before || undefined).toReversed() }
}

const credentials = { api_key: secretKey }
const waiver = {
  connector: 'acme',
  check: 'mfa',
  allConnections: true as const,
  justification: 'j',
  approver: 'a',
  expires: new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10),
}

test('every change of the runtime has its entry: who, what, which members, and never a value', async () => {
  const { runtime, entries } = await world('nightly')
  const of = { organizationId: 'acme' }

  const { id } = await runtime.connections.create({ ...of, connector, credentials })
  await runtime.connections.update(id, { variables: {} })
  await runtime.connections.pause({ id, ...of })
  await runtime.connections.resume(id)
  const run = await runtime.runs.start({ connectionId: id })
  await run.result
  await runtime.runs.cancel(run.id)
  const { id: waiverId } = await runtime.waivers.create({ ...of, ...waiver })
  await runtime.waivers.revoke({ id: waiverId, ...of })
  const key = await runtime.apiKeys.create({ ...of, scopes: ['comments:read'] })
  await runtime.apiKeys.revoke({ ...of, id: key.id })
  await runtime.users.put({ ...of, id: 'ada', name: 'Ada', email: 'ada@example.com' })
  await runtime.connections.disconnect(id)

  const told = await entries()
  expect(told.map(({ action, target, fields }) => [action, target, fields.join()])).toEqual([
    ['connection.create', id, 'connector,credentials'],
    ['connection.update', id, 'variables'],
    ['connection.pause', id, ''],
    ['connection.resume', id, ''],
    ['run.start', run.id, ''],
    ['run.cancel', run.id, ''],
    ['waiver.create', waiverId, 'connector,check,allConnections,justification,approver,expires'],
    ['waiver.revoke', waiverId, ''],
    ['api-key.create', key.id, 'scopes'],
    ['api-key.revoke', key.id, ''],
    ['user.put', 'ada', 'name,email'],
    ['connection.disconnect', id, ''],
  ])
  expect(new Set(told.map(({ actor, status }) => `${actor} ${status}`))).toEqual(new Set(['program nightly 200']))
  expect(JSON.stringify(told)).not.toContain(secretKey)
})

test('a change that is refused has its entry too; one of an organization that is not there has none', async () => {
  const { runtime, entries } = await world()

  const refused = runtime.connections.create({ organizationId: 'acme', connector, credentials: {} })
  const nowhere = runtime.connections.create({ organizationId: 'nobody', connector, credentials })

  expect(await Promise.allSettled([refused, nowhere])).toMatchObject([
    { reason: { code: 'CREDENTIAL_MISSING' } },
    { reason: { code: 'NOT_FOUND', message: expect.stringContaining('"nobody"') } },
  ])
  expect(await entries()).toMatchObject([
    { actor: 'program program', action: 'connection.create', target: null, status: 400 },
  ])
})

test('covered() keeps the runtime from writing what has its entry already', async () => {
  const { runtime, entries } = await world()

  await runtime.workspace.runCovered(() =>
    runtime.connections.create({ organizationId: 'acme', connector, credentials }),
  )

  expect(await entries()).toEqual([])
})

test('a run that is refused has its entry, once, and a run that starts has its own in the same transaction', async () => {
  const { runtime, entries } = await world()
  const { id: connectionId } = await runtime.connections.create({ organizationId: 'acme', connector, credentials })
  const readSent = recordTransactions()

  await expect(runtime.runs.start({ connectionId, checks: ['none'] })).rejects.toMatchObject({ code: 'CHECK_UNKNOWN' })
  const run = await runtime.runs.start({ connectionId, checks: ['mfa'] })
  await run.result

  const ofRuns = (await entries()).filter(({ action }) => action === 'run.start')
  expect(ofRuns).toMatchObject([
    { status: 400, target: null, fields: ['checks'] },
    { status: 200, target: run.id, fields: ['checks'] },
  ])
  const withEntry = readSent().filter((all) => all.some((each) => each.startsWith('insert into "audit_entries"')))
  expect(withEntry.map((all) => all.some((each) => each.startsWith('insert into "runs"')))).toEqual([false, true])
})
