import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fakeVendor } from '../../../src/author/testing/index.ts'
import { defineConnector, type Variable } from '../../../src/define/index.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { openRuntimeWith } from '../runtime/world.ts'

/** Counts owners, of whom there are three, by whatever its variable is called in this version. */
function createOwnersConnector(baseUrl: string, variables: readonly Variable[]) {
  const vault = defineConnector({
    id: 'vault',
    name: 'Vault',
    baseUrl,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const [variable] = variables
  return vault.with(
    vault.check({
      id: 'few-owners',
      title: 'There are few owners',
      variables,
      async run(ctx) {
        const owners = await ctx.get<string[]>('/owners')
        const most = Number((ctx.variables as Record<string, unknown>)[variable?.id ?? ''] ?? 5)
        const resource = { type: 'vault', id: 'vault' }
        if (owners.length <= most) ctx.pass({ resource, title: 'Few' })
        else ctx.fail({ resource, title: 'Many', remediation: 'Remove some.' })
      },
    }),
  )
}

const most = (id: string, extras: object = {}): Variable => ({
  id,
  label: 'Most',
  type: 'number',
  default: 5,
  ...extras,
})

/** A connection that allows two owners, stored by one version of the connector and run by the next. */
async function runNextVersion(next: readonly Variable[]) {
  const vendor = await fakeVendor({ routes: { 'GET /owners': { json: ['ada', 'bob', 'cleo'] } } })
  const store = `sqlite:${join(createTempFolder(), 'checkwright.db')}`
  const common = { store, keys: makeKeyText() }
  const before = await openRuntimeWith({
    ...common,
    connectors: [createOwnersConnector(vendor.url, [most('max_owners')])],
  })
  const { id } = await before.runtime.connections.create({
    connector: 'vault',
    organizationId: 'acme',
    credentials: { api_key: 'key-of-nobody-4tGh8wQz' },
    variables: { max_owners: 2 },
  })
  const first = await (await before.runtime.runs.start({ connectionId: id })).result
  await before.runtime.close()
  const { runtime } = await openRuntimeWith({ ...common, connectors: [createOwnersConnector(vendor.url, next)] })
  const run = async (variables?: Record<string, unknown>) =>
    (await runtime.runs.start({ connectionId: id, variables })).result
  return { id, runtime, first, run }
}

describe('a value that a connection has for a variable', () => {
  test('counts under the new id where the variable says that it was renamed', async () => {
    const { first, run } = await runNextVersion([most('max_administrators', { renamed: ['max_owners'] })])

    const second = await run()

    expect(first.checks[0]?.status).toBe('fail')
    expect(second.checks[0]).toMatchObject({ status: 'fail', variables: { max_administrators: 2 } })
    expect(second.inputs.variables).toEqual({ max_administrators: 2 })
  })

  test('gives way to what a run is asked for, under either id', async () => {
    const { run } = await runNextVersion([most('max_administrators', { renamed: ['max_owners'] })])

    expect((await run({ max_owners: 3 })).checks[0]).toMatchObject({
      status: 'pass',
      variables: { max_administrators: 3 },
    })
    expect((await run({ max_administrators: 3 })).checks[0]).toMatchObject({ status: 'pass' })
  })

  test('ends every check as a mistake of configuration where no variable takes it, and never counts for nothing', async () => {
    const { runtime, id, run } = await runNextVersion([most('max_administrators')])

    const second = await run()
    await runtime.connections.update(id, { variables: { max_administrators: 2 } })
    const third = await run()

    expect(second.checks[0]).toMatchObject({
      status: 'error',
      error: { kind: 'config', code: 'VARIABLE_INVALID', message: expect.stringContaining('max_owners') },
    })
    expect(third.checks[0]).toMatchObject({ status: 'fail', variables: { max_administrators: 2 } })
  })

  test('is stored under the new id when somebody sets it by the old one', async () => {
    const { runtime, id } = await runNextVersion([most('max_administrators', { renamed: ['max_owners'] })])

    const { variables } = await runtime.connections.update(id, { variables: { max_owners: 4 } })

    expect(variables).toEqual({ max_administrators: 4 })
  })
})
