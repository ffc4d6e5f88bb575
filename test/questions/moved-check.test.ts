import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fakeVendor } from '../../src/author/testing/index.ts'
import { type AnyConnector, boundControls, defineConnector } from '../../src/define/index.ts'
import { fewAdministrators } from '../../src/questions/index.ts'
import { makeKeyText } from '../../src/service/store/keys/parse-keys.ts'
import { createTempFolder } from '../setup/temp-folder.ts'
import { openRuntimeWith } from '../things/runtime/world.ts'

interface User {
  readonly id: string
  readonly role: string
}

const defineVault = (baseUrl: string) =>
  defineConnector({
    id: 'vault',
    name: 'Vault',
    baseUrl,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })

/** As it was written by hand. */
function createByHand(baseUrl: string): AnyConnector {
  const vault = defineVault(baseUrl)
  return vault.with(
    vault.check({
      id: 'few-owners',
      title: 'There are few owners',
      severity: 'high',
      controls: boundControls(['soc2:CC6.3'], { max_owners: { max: 5 } }),
      variables: [{ id: 'max_owners', label: 'Most owners', type: 'number', default: 4 }],
      async run(ctx) {
        const owners = (await ctx.get<User[]>('/users')).filter(({ role }) => role === 'owner')
        const resource = { type: 'workspace', id: 'workspace' }
        if (owners.length <= ctx.variables.max_owners) ctx.pass({ resource, title: 'Few' })
        else ctx.fail({ resource, title: 'Many', remediation: 'Remove some.' })
      },
    }),
  )
}

/** The same by a question. */
function createByQuestion(baseUrl: string, variable: object): AnyConnector {
  const vault = defineVault(baseUrl)
  const accounts = vault.inventory({
    of: 'account',
    tells: ['roles'],
    covers: ['members'],
    async *list(ctx) {
      for (const { id, role } of await ctx.get<User[]>('/users'))
        yield { id, kind: 'person', status: 'active', roles: [role] }
    },
  })
  const few = fewAdministrators(accounts, {
    id: 'few-owners',
    title: 'There are few owners',
    severity: 'high',
    controls: ['soc2:CC6.3'],
    role: 'owner',
    resourceType: 'workspace',
    variables: { max_administrators: variable, min_administrators: 'min_owners' },
    remediation: 'Remove some.',
  })
  return vault.with(accounts, few)
}

test.each([
  ['the same id', { id: 'max_owners', default: 4 }, 'max_owners'],
  ['a new id', { default: 4, renamed: ['max_owners'] }, 'max_administrators'],
])(
  'a check that becomes a question with %s for its variable keeps its finding and the stored value',
  async (_name, variable, id) => {
    const users = ['ada', 'bob', 'cleo'].map((each): User => ({ id: each, role: 'owner' }))
    const vendor = await fakeVendor({ routes: { 'GET /users': { json: users } } })
    const common = { store: `sqlite:${join(createTempFolder(), 'checkwright.db')}`, keys: makeKeyText() }
    const before = await openRuntimeWith({ ...common, connectors: [createByHand(vendor.url)] })
    const connection = await before.runtime.connections.create({
      connector: 'vault',
      organizationId: 'acme',
      credentials: { api_key: 'key-of-nobody-4tGh8wQz' },
      variables: { max_owners: 2 },
    })
    await (await before.runtime.runs.start({ connectionId: connection.id })).result
    const [found] = await before.runtime.findings.list({ organizationId: 'acme' })
    await before.runtime.close()

    const { runtime } = await openRuntimeWith({ ...common, connectors: [createByQuestion(vendor.url, variable)] })
    const run = await (await runtime.runs.start({ connectionId: connection.id })).result
    const [kept, ...others] = await runtime.findings.list({ organizationId: 'acme' })

    expect(run.checks[0]).toMatchObject({
      id: 'few-owners',
      status: 'fail',
      severity: 'high',
      variables: { [id]: 2, min_owners: 1 },
      controlBounds: { 'soc2:CC6.3': { [id]: { max: 5 }, min_owners: { min: 1 } } },
    })
    expect(run.checks[0]?.results[0]).toMatchObject({
      resource: { type: 'workspace', id: 'workspace' },
      remediation: 'Remove some.',
      evidence: { role: 'owner', administrators: ['ada', 'bob', 'cleo'], count: 3, unknown: 0 },
    })
    expect(kept?.id).toBe(found?.id)
    expect(kept?.state).toBe('open')
    expect(others).toEqual([])
  },
)
