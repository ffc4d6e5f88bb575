import { partToCome } from '../../report/connector-page/generated-part.ts'
import type { NewConnector } from './new-connector.ts'
import { renderReadmeCommands } from './readme-commands.ts'
import { renderMembers, renderSource } from './source-text.ts'

/** File names with their text. */
export type NewFiles = Readonly<Record<string, string>>

/** A connector with one check, its test, and notes on what its author has to look up. */
export function createConnectorFiles(connector: NewConnector): NewFiles {
  const { id } = connector.definition
  return {
    [`${id}.ts`]: renderConnectorSource(connector),
    [`${id}.test.ts`]: renderTestFile(connector),
    'README.md': renderConnectorReadme(connector),
  }
}

function renderConnectorSource({ definition, strategy: { hooks, scopes } }: NewConnector): string {
  const data = hooks === undefined ? renderMembers(definition, 2) : renderMembers(definition, 4)
  const defined =
    hooks === undefined ? `defineConnector({\n${data}})` : `defineConnector(\n  {\n${data}  },\n  ${hooks},\n)`
  return `import { ${hooks === undefined ? '' : 'AuthError, '}defineConnector } from 'checkwright'

/** What the check reads of a user. */
interface User {
  readonly id: string
  readonly mfa_enabled?: boolean
}

const connector = ${defined}

const usersMfa = connector.check({
  id: 'users-mfa',
  title: 'Users sign in with a second factor',
  severity: 'high',
  controls: ['soc2:CC6.1', 'iso27001:A.8.5'],
${scopes === undefined ? '' : `  scopes: ${renderSource(scopes, 2)},\n`}  async run(ctx) {
    for await (const user of ctx.paginate<User>('/users', { next: 'link' })) {
      // Left out, or neither true nor false, is no answer: neither pass nor fail.
      const mfa = user.mfa_enabled
      if (mfa !== true && mfa !== false)
        return ctx.cannotTell({ kind: 'permission', message: 'The vendor does not show who has a second factor.' })
      const resource = { type: 'user', id: user.id }
      const evidence = { mfa }
      if (mfa) ctx.pass({ resource, title: 'Second factor on', evidence })
      else {
        ctx.fail({
          resource,
          title: 'No second factor',
          remediation: 'Let the user enrol a second factor in the security settings of the account.',
          evidence,
        })
      }
    }
  },
})

export default connector.with(usersMfa)
`
}

function renderTestFile({ definition, strategy, addressValues, routePrefix, isLocal }: NewConnector): string {
  const { credentials, vendorAuth, loginRoutes = {} } = strategy
  const values = { ...addressValues, ...credentials }
  const logins = Object.entries(loginRoutes).map(([path, answer]) => [`POST ${routePrefix}${path}`, answer] as const)
  const publicRoutes = logins.length === 0 ? undefined : logins.map(([route]) => route)
  const hasAddress = Object.keys(addressValues).length > 0
  const contractOptions = hasAddress
    ? `{\n  test,\n  vendor: { routes: vendor.routes },\n${renderMembers({ credentials: addressValues }, 2)}}`
    : '{ test, vendor: { routes: vendor.routes } }'
  // The contract's suite is about credentials on networks, and needs https.
  const contract = isLocal
    ? '// With a baseUrl of https, call connectorContract(connector, { test, vendor }) of checkwright/testing here too.'
    : `// The suite makes up secrets of its own, so that its vendor takes any.
connectorContract(connector, ${contractOptions})`
  const users = `GET ${routePrefix}/users`
  const list = `    ${renderSource(users)}: paginated(users, { pageSize: 2, style: 'link' }),\n`
  return `import { runChecks } from 'checkwright/runtime'
import { ${isLocal ? '' : 'connectorContract, '}fakeVendor, faults, paginated } from 'checkwright/testing'
import { expect, test } from 'vitest'
import connector from './${definition.id}.ts'

// They belong to nobody; the vendor below takes no others.
const credentials = ${renderSource(values, 0, 20)}

const users = [
  { id: 'ada', mfa_enabled: true },
  { id: 'bob', mfa_enabled: false },
  { id: 'eve', mfa_enabled: true },
]

const vendor = {
${renderMembers({ auth: vendorAuth }, 2)}  routes: {
${renderMembers(Object.fromEntries(logins), 4)}${list}  },
${renderMembers({ publicRoutes }, 2)}} as const

${contract}

test('users-mfa passes who has a second factor and fails who has none, on every page', async () => {
  await using server = await fakeVendor(vendor)

  const { checks } = await runChecks(connector, { credentials, fetch: server.fetch${renderLocalOption(isLocal)} })

  expect(checks[0]?.results).toMatchObject([
    { status: 'pass', resource: { id: 'ada' } },
    { status: 'fail', resource: { id: 'bob' } },
    { status: 'pass', resource: { id: 'eve' } },
  ])
})

test('users-mfa cannot tell when the vendor refuses', async () => {
  await using server = await fakeVendor(vendor)
  server.fail(${renderSource(users)}, faults.status(403))

  const { checks } = await runChecks(connector, { credentials, fetch: server.fetch${renderLocalOption(isLocal)} })

  expect(checks[0]).toMatchObject({ status: 'error', error: { kind: 'permission' } })
})
`
}

function renderLocalOption(isLocal: boolean): string {
  return isLocal ? ', allowPrivateNetwork: true' : ''
}

function renderConnectorReadme({
  definition: { id, name, baseUrl },
  strategy,
  isLocal,
  isSelfHosted,
}: NewConnector): string {
  // Typed text stays text, even if it looks like Markdown.
  const title = name.replaceAll(/[\\`*_{}[\]<>#|]/g, '\\$&')
  const lookUp = [
    `The address of the API: \`baseUrl\` is \`${baseUrl}\`.`,
    ...(isSelfHosted
      ? [
          'Which path the API has below the host, on every installation: add it to `baseUrl`. The `pattern` of the field allows any host; narrow it if installations have names in common.',
        ]
      : []),
    ...strategy.lookUp,
    'A request that proves that credentials work, and changes nothing: `test.path`.',
    'Which list the check reads, what its fields are called, and how the vendor leads to the next page: `ctx.paginate`.',
  ]
  return `# ${title}

A connector of [Checkwright](https://www.npmjs.com/package/checkwright): \`${id}.ts\` says how to reach ${title} and holds its
checks, \`${id}.test.ts\` runs them on a vendor in the same process, without an account.

${renderReadmeCommands(id, isLocal)}

## What to look up in the vendor's documentation

${lookUp.map((line) => `- [ ] ${line}`).join('\n')}

The check and the vendor of the test are made up alike. Change both together, and the tests say whether they fit.

${renderPageToCome(id)}`
}

/** The end of every README: a place for notes to people who connect it. */
export function renderPageToCome(id: string): string {
  return `## For those who connect it

\`npx checkwright docs ./${id}.ts\` writes their page between these lines, from the definition; with \`--check\` it tells in CI
whether it still fits.

${partToCome}`
}
