import { type NewFiles, renderPageToCome } from '../connector-files.ts'
import { renderIdQuestion, renderIdText, renderMissingId } from '../identity-question.ts'
import type { NewConnector } from '../new-connector.ts'
import { describeBegunWitnesses, renderReadmeCommands } from '../readme-commands.ts'
import { renderMembers, renderSource } from '../source-text.ts'
import type { NodeMember, SchemaConnection } from './read-connection.ts'

/**
 * A connector of a GraphQL vendor with one check on one of its lists, and its test.
 * @param hasWitnesses whether witnesses are begun beside it
 */
export function createGraphqlFiles(
  connector: NewConnector,
  connection: SchemaConnection,
  hasWitnesses = false,
): NewFiles {
  const { id } = connector.definition
  return {
    [`${id}.ts`]: renderConnector(connector, connection),
    [`${id}.test.ts`]: renderTest(connector, connection),
    'README.md': renderReadme(connector, connection, hasWitnesses),
  }
}

function renderConnector({ definition, strategy: { scopes } }: NewConnector, connection: SchemaConnection): string {
  const { field, node, members } = connection
  const data = { ...definition, test: undefined }
  return `import { defineConnector } from 'checkwright'

/** What the check reads of each node of type ${node}, as the schema has it. */
interface ${node}Node {
${members.map(({ name, type }) => `  readonly ${name}: ${type}\n`).join('')}}

const connector = defineConnector(
  {
${renderMembers(data, 4)}  },
  {
    // Every GraphQL server knows the name of its query type; whether the credentials suffice, the check finds out.
    test: async (ctx) => void (await ctx.graphql('{ __typename }')),
  },
)

const query = \`${renderQuery(connection)}\`

const check = connector.check({
  id: '${toKebab(field)}',
  title: '${toWords(field)} are as they should be',
  severity: 'medium',
${scopes === undefined ? '' : `  scopes: ${renderSource(scopes, 2)},\n`}  async run(ctx) {
    const list = ctx.paginate<${node}Node>('${definition.graphqlPath ?? '/graphql'}', {
      body: { query, variables: {} },
      next: { connection: '${field}', variable: 'after' },
    })
${renderJudgement(connection, findSecondFactor(members))}  },
})

export default connector.with(check)
`
}

/** The query for one page, as both forms of a connector send it. */
export function renderQuery({ field, members, cursorType, hasNodes }: SchemaConnection): string {
  const names = members.map(({ name }) => name).join(' ')
  return `query ($after: ${cursorType}) {
  ${field}(first: 50, after: $after) {
    ${hasNodes ? `nodes { ${names} }` : `edges { node { ${names} } }`}
    pageInfo { hasNextPage endCursor }
  }
}
`
}

/** What is done for each node: judged by the member that decides, or shown to a person. */
function renderJudgement(connection: SchemaConnection, deciding: NodeMember | undefined): string {
  const type = toKebab(connection.node)
  if (deciding === undefined)
    return `${renderNodes(connection)}      // The schema does not say what is good. Decide by a member, then use ctx.judge.
      ctx.manual({ resource: { type: '${type}', id }, title: 'Needs review', evidence: { ...evidence } })
    }
`
  return `    // A node that has no id, or does not say what decides, hides no other one.
    await ctx.each(
      list,
      async (node) => {
${renderNodeId(connection)}        // A member that is missing is no answer: neither pass nor fail.
        const hasFactor = () =>
          typeof node.${deciding.name} === 'boolean'
            ? node.${deciding.name}
            : ctx.cannotTell({ kind: 'schema_drift', message: 'The vendor does not say who has a second factor.' })
        ctx.judge({ type: '${type}', id }, hasFactor, {
          good: 'Second factor on',
          bad: 'No second factor',
          remediation: 'Let the user enrol a second factor in the security settings of the account.',
          evidence: { ...node },
        })
      },
      { resource: () => undefined },
    )
`
}

/** The id of a node as text, in an action of its own. */
function renderNodeId({ node, identity: { member, possible } }: SchemaConnection): string {
  const noun = toWords(node).toLowerCase()
  if (possible.length > 0) return renderIdQuestion(possible, { item: 'node', id: 'id', noun, indent: 8 })
  const value = `node.${member.name}`
  const isText = member.type === 'string'
  return `        const id = typeof ${value} === '${isText ? 'string' : 'number'}' ? ${isText ? value : `String(${value})`} : ${renderMissingId(member)}
`
}

/** The loop over the nodes, each with its id as text. */
function renderNodes({ node, identity }: SchemaConnection): string {
  const { member, possible } = identity
  if (possible.length > 0)
    return `    for await (const node of list) {
${renderIdQuestion(possible, { item: 'node', id: 'id', noun: toWords(node).toLowerCase(), indent: 6 })}      const evidence = node
`
  if (member.type === 'string' && !member.isNullable)
    return `    for await (const { ${member.name === 'id' ? 'id' : `${member.name}: id`}, ...evidence } of list) {
`
  return `    for await (const { ${member.name}: nodeId, ...evidence } of list) {
      const id = ${renderIdText(member, 'nodeId')}
`
}

export function findSecondFactor(members: readonly NodeMember[]): NodeMember | undefined {
  return members.find(({ name, isBoolean }) => isBoolean && /mfa|two_?factor|2fa|second_?factor/i.test(name))
}

function renderTest(
  { definition, strategy, addressValues, isLocal }: NewConnector,
  connection: SchemaConnection,
): string {
  const { credentials, vendorAuth } = strategy
  const path = definition.graphqlPath ?? '/graphql'
  const deciding = findSecondFactor(connection.members)
  const nodes = createNodes(connection)
  const status = (nth: number) => (deciding ? (nth === 1 ? 'fail' : 'pass') : 'manual')
  const hasAddress = Object.keys(addressValues).length > 0
  const options = hasAddress
    ? `{\n  test,\n  vendor: { routes: vendor.routes },\n${renderMembers({ credentials: addressValues }, 2)}}`
    : '{ test, vendor: { routes: vendor.routes } }'
  // The contract's suite is about credentials on networks, and needs https.
  const contract = isLocal
    ? '// With a baseUrl of https, call connectorContract(connector, { test, vendor }) of checkwright/testing here too.'
    : `// The suite makes up its own secrets, so its vendor takes any.\nconnectorContract(connector, ${options})`
  const local = isLocal ? ', allowPrivateNetwork: true' : ''
  const list = connection.hasNodes ? 'nodes: page' : 'edges: page.map((node) => ({ node }))'
  return `import { runChecks } from 'checkwright/runtime'
import { ${isLocal ? '' : 'connectorContract, '}fakeVendor, faults, type VendorRequest } from 'checkwright/testing'
import { expect, test } from 'vitest'
import connector from './${definition.id}.ts'

// Made up. The vendor below takes no other credentials.
const credentials = ${renderSource({ ...addressValues, ...credentials }, 0, 20)}

const nodes = ${renderSource(nodes)}

/** Two on a page, its cursor being where it ends. */
function answer(request: VendorRequest) {
  const { query, variables = {} } = request.json() as { query: string; variables?: { after?: string } }
  if (query.includes('__typename')) return { json: { data: { __typename: 'Query' } } }
  const start = Number(variables.after ?? 0)
  const page = nodes.slice(start, start + 2)
  const pageInfo = { hasNextPage: start + 2 < nodes.length, endCursor: String(start + 2) }
  return { json: { data: { ${connection.field}: { ${list}, pageInfo } } } }
}

const vendor = {
${renderMembers({ auth: vendorAuth }, 2)}  routes: { 'POST ${path}': answer },
} as const

${contract}

test('the check judges every node, on every page', async () => {
  await using server = await fakeVendor(vendor)

  const { checks } = await runChecks(connector, { credentials, fetch: server.fetch${local} })

  expect(checks[0]?.results).toMatchObject([
${nodes.map((node, nth) => `    { status: '${status(nth)}', resource: { id: '${node[connection.identity.member.name]}' } },\n`).join('')}  ])
})

test('the check cannot tell when the vendor forbids the query', async () => {
  await using server = await fakeVendor(vendor)
  const errors = [{ message: 'No.', extensions: { code: '${forbidden}' } }]
  server.fail('POST ${path}', faults.status(200, { json: { data: null, errors } }))

  const { checks } = await runChecks(connector, { credentials, fetch: server.fetch${local} })

  expect(checks[0]).toMatchObject({ status: 'error', error: { kind: 'permission' } })
})
`
}

/** Three nodes that are made up. The second of them has no second factor. */
export function createNodes({ members, identity }: SchemaConnection): readonly Readonly<Record<string, unknown>>[] {
  const deciding = findSecondFactor(members)
  const ids = new Map([identity.member, ...identity.possible].map((member) => [member.name, member]))
  return ['ada', 'bob', 'eve'].map((name, nth) =>
    Object.fromEntries(
      members.map((member) => {
        const id = ids.get(member.name)
        if (id) return [member.name, id.type === 'string' ? name : nth + 1]
        return [member.name, member === deciding ? nth !== 1 : member.sample]
      }),
    ),
  )
}

/** A vendor's code, not one of ours. */
const forbidden = 'FORBIDDEN'

function renderReadme(
  { definition: { id, name, baseUrl, graphqlPath }, strategy, isLocal }: NewConnector,
  list: SchemaConnection,
  hasWitnesses: boolean,
) {
  const title = name.replaceAll(/[\\`*_{}[\]<>#|]/g, '\\$&')
  const others = list.others.slice(0, 20).map((each) => `\`${each}\``)
  const lookUp = [
    `\`baseUrl\`: the address of the API. It is \`${baseUrl}\` now, and queries go to \`${graphqlPath ?? '/graphql'}\` below it.`,
    ...strategy.lookUp,
    ...(list.identity.possible.length > 0
      ? [
          `Which member is the id of one of ${list.field}: \`${id}.ts\` asks, and does not compile until you have answered.`,
        ]
      : []),
    `Find out which member decides about ${list.field}, and what the other members mean.`,
    'Find the error codes that the vendor uses for throttling and for a missing permission. Checkwright knows the usual ones.',
    ...(others.length > 0 ? [`The schema has other lists: ${others.join(', ')}. Choose one by \`--endpoint\`.`] : []),
    ...(hasWitnesses ? [describeBegunWitnesses(id)] : []),
  ]
  return `# ${title}

A connector of [Checkwright](https://www.npmjs.com/package/checkwright) for a GraphQL API: \`${id}.ts\` says how to reach ${title}
and holds its check, \`${id}.test.ts\` runs it on a vendor in the same process, without an account.

${renderReadmeCommands(id, isLocal)}

## What to look up in the vendor's documentation

${lookUp.map((line) => `- [ ] ${line}`).join('\n')}

${renderPageToCome(`${id}.ts`)}`
}

export function toKebab(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase()
}

export function toWords(name: string): string {
  const words = toKebab(name).replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
