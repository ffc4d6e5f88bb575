import { runChecks } from 'checkwright/runtime'
import { fakeVendor } from 'checkwright/testing'
import { afterEach, expect, test } from 'vitest'
import { DataFileError } from '../../src/data/data-file.ts'
import { readConnector } from '../../src/data/read-connector.ts'
import { afterFile } from '../setup/after-file.ts'

const people = [
  { id: 1, email: 'ada@acme.example', roles: ['owner'], mfa: true },
  { id: 2, email: 'bob@acme.example', roles: ['member'], mfa: false },
  { id: 3, email: null, roles: ['member'], mfa: true },
]
let answer: readonly object[] = people
const vendor = await fakeVendor({ routes: { 'GET /users': () => ({ json: answer }) } as never })
afterFile(() => vendor.close())
afterEach(() => {
  answer = people
})

const read = (check: string) =>
  readConnector(
    'acme.yaml',
    new TextEncoder().encode(`
checkwright: connector/v1
id: acme
name: Acme
version: 1.0.0
baseUrl: ${vendor.url}
credentialFields: [{ id: org, label: Organization, required: true, type: text }]
auth: { type: api_key, config: { in: header, name: X-Key } }
inventories:
  - of: account
    covers: [members]
    list: { path: /users, next: none }
    record: { id: item.id, email: { of: item.email, none: { values: [null], source: 'https://acme.example' } }, kind: "'person'", status: "'active'", roles: item.roles, secondFactor: item.mfa }
checks:
  - ${check}
`),
  )
const run = async (check: string) => {
  const { checks } = await runChecks(read(check), {
    credentials: { api_key: 'k', org: 'north' },
    fetch: vendor.fetch,
    allowPrivateNetwork: true,
  } as never)
  return checks[0]
}
const findProblems = (check: string): string => {
  try {
    read(check)
  } catch (error) {
    if (error instanceof DataFileError) return error.problems.map((each) => `${each.path} ${each.message}`).join('\n')
    throw error
  }
  return 'none'
}

test('an empty list is what the file says, and an error is one of it', async () => {
  answer = []

  expect(await run('{ question: secondFactor, of: account, onEmpty: not_applicable }')).toMatchObject({
    status: 'not_applicable',
  })
  expect(await run('{ question: secondFactor, of: account, onEmpty: error }')).toMatchObject({ status: 'error' })
})

test('a resource has the id of the file, and the record that lacks it ends the check', async () => {
  answer = people.slice(0, 2)
  const whole = await run('{ question: secondFactor, of: account, resourceId: lower(record.email) }')
  answer = people
  const lacking = await run('{ question: secondFactor, of: account, resourceId: lower(record.email) }')

  expect(whole?.results.map(({ resource }) => resource.id)).toEqual(['ada@acme.example', 'bob@acme.example'])
  expect(lacking).toMatchObject({ status: 'error', error: { kind: 'schema_drift' } })
})

test('a question that counts takes one role, its name, and an id of the connection', async () => {
  const check = await run(
    "{ question: fewAdministrators, of: account, role: owner, plural: Owners, resourceId: connection.org, remediation: 'See {org}.' }",
  )

  expect(check?.results).toMatchObject([
    {
      status: 'pass',
      title: 'Owners: 1',
      resource: { type: 'organization', id: 'north' },
      evidence: { role: 'owner' },
    },
  ])
})

test('a text of a question takes credential fields beside the record', async () => {
  const check = await run("{ question: secondFactor, of: account, remediation: 'See {org}/{record.id}.' }")

  expect(check?.results.find(({ status }) => status === 'fail')).toMatchObject({ remediation: 'See north/2.' })
})

test.each<[string, string, string]>([
  ['an id that is the same for all', 'resourceId: "\'all\'"', 'always the same'],
  ['a member that the inventory does not tell', 'resourceId: record.emial', 'emial'],
  ['a member of a text that it does not tell', "remediation: 'See {record.nmae}'", 'nmae'],
  ['a secret in an id', 'resourceId: connection.api_key', 'api_key'],
  ['a role of a question without roles', 'role: owner', 'role'],
  ['another word for an empty list', 'onEmpty: erorr', 'onEmpty'],
])('%s is refused', (_what, option, says) => {
  expect(findProblems(`{ question: secondFactor, of: account, ${option} }`)).toContain(says)
})

test('a question that counts knows no record', () => {
  const question = 'question: fewAdministrators, of: account, role: owner'

  expect(findProblems(`{ ${question}, resourceId: record.id }`)).toContain('record')
  expect(findProblems(`{ ${question}, remediation: 'See {record.id}' }`)).toContain('record')
})
