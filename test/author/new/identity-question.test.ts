import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFolder, runCheckwright } from '../../app/command.ts'
import { serve } from '../../http/support.ts'
import { createApi, describeAnswering } from './openapi/description.ts'

const text = { type: 'string' }
/** Nothing here says whether a grant is known by its user or by its role. */
const grants = describeAnswering({
  type: 'array',
  items: {
    type: 'object',
    required: ['user_id'],
    properties: { user_id: text, role_id: { type: 'integer' }, active: { type: 'boolean' } },
  },
})
const env = { CHECKWRIGHT_CREDENTIAL_API_KEY: 'key-1' }

async function createGrants(more: readonly string[]) {
  const vendor = await serve(() => ({ json: [{ user_id: 'ada', role_id: 7, active: true }] }))
  const api = createApi({ servers: [{ url: vendor.origin }] }, { '/grants': grants })
  const cwd = createFolder({ 'api.json': JSON.stringify(api) })
  const made = await runCheckwright(['new', 'acme', '--openapi', 'api.json', '--yes', ...more], { cwd })
  return { cwd, made }
}

/** The file of which its author has kept the answer, and deleted the others with the question. */
function answer(path: string, kept: string, isOther: RegExp) {
  const lines = readFileSync(path, 'utf8').split('\n')
  writeFileSync(path, lines.filter((line) => !isOther.test(line) || line.includes(kept)).join('\n'))
}

test('a generated check that asks for its id does not load until one answer is left, and then runs', async () => {
  const { cwd, made } = await createGrants([])
  const file = join(cwd, 'acme', 'checks', 'grants.ts')
  const run = () => runCheckwright(['run', './acme/acme.ts', '--json', '--allow-private-network'], { cwd, env })

  const asked = readFileSync(file, 'utf8')
  const before = await run()
  answer(file, 'String(grant.role_id', /^\s+const grantId =/)
  const after = await run()

  expect(made.stdout + made.stderr).toMatch(/not sure: which member is the id, "user_id" or "role_id", of one grant/)
  expect(asked).toContain('// "user_id": text; always there; may be the id of another thing, by its name a user.')
  expect(asked).toContain('// "role_id": number; may be missing; may be the id of another thing, by its name a role.')
  expect(before.exitCode).not.toBe(0)
  expect(before.stderr).toContain("Identifier 'grantId' has already been declared")
  expect(JSON.parse(after.stdout).checks[0].results).toMatchObject([{ resource: { type: 'grant', id: '7' } }])
}, 60_000)

test('a generated file that asks for an id is not valid until one answer is left, and then runs', async () => {
  const { cwd } = await createGrants(['--data'])
  const file = join(cwd, 'acme', 'acme.connector.yaml')
  const validate = () => runCheckwright(['validate', './acme/acme.connector.yaml'], { cwd })

  const before = await validate()
  answer(file, 'id: item.user_id', /^\s+id: (?:item\.|undecided)/)
  const after = await validate()
  const run = await runCheckwright(['run', './acme/acme.connector.yaml', '--json', '--allow-private-network'], {
    cwd,
    env,
  })

  expect(before.exitCode).not.toBe(0)
  expect(before.stdout + before.stderr).toMatch(/acme\.connector\.yaml:\d+:\d+: is written twice in the same place/)
  expect(after.exitCode).toBe(0)
  expect(JSON.parse(run.stdout).checks[0].results).toMatchObject([{ resource: { type: 'grant', id: 'ada' } }])
}, 60_000)

test('a question with one possible answer is a question too', async () => {
  const { cwd } = await createGrants(['--data'])
  const file = join(cwd, 'acme', 'acme.connector.yaml')

  answer(file, 'id: undecided', /^\s+id: (?:item\.|undecided)/)
  const { exitCode, stdout, stderr } = await runCheckwright(['validate', './acme/acme.connector.yaml'], { cwd })

  expect(exitCode).not.toBe(0)
  expect(stdout + stderr).toContain('undecided')
}, 60_000)

const schema = (node: string) => `
type Query { grants(first: Int, after: String): GrantConnection! }
type GrantConnection { nodes: [Grant!]! pageInfo: PageInfo! }
type PageInfo { hasNextPage: Boolean! endCursor: String }
type Grant { ${node} active: Boolean! }
`

test.each([
  ['an id that may be null', 'id: ID', /const id = nodeId \?\? ctx\.cannotTell/],
  ['an id that is a number', 'id: Int!', /const id = String\(nodeId\)/],
  ['another member', 'uuid: ID!', /\{ uuid: id, \.\.\.evidence \}/],
])(
  'of a GraphQL node, %s identifies it',
  async (_, node, expected) => {
    const cwd = createFolder({ 'schema.graphql': schema(node) })

    await runCheckwright(['new', 'acme', '--graphql', 'schema.graphql', '--yes'], { cwd })

    expect(readFileSync(join(cwd, 'acme', 'acme.ts'), 'utf8')).toMatch(expected)
  },
  60_000,
)

test('a GraphQL node without an id of its own is asked for, in code and in data', async () => {
  const cwd = createFolder({ 'schema.graphql': schema('userId: ID! roleId: ID') })
  const create = (dir: string, ...more: readonly string[]) =>
    runCheckwright(['new', 'acme', '--graphql', 'schema.graphql', '--dir', dir, '--yes', ...more], { cwd })

  await create('code')
  await create('data', '--data')
  const [code, data] = await Promise.all(
    ['./code/acme.ts', './data/acme.connector.yaml'].map((file) => runCheckwright(['validate', file], { cwd })),
  )

  expect(code?.exitCode).not.toBe(0)
  expect(code?.stderr).toContain("Identifier 'id' has already been declared")
  expect(data?.exitCode).not.toBe(0)
}, 60_000)
