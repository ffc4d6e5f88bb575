import { partToCome } from '../../report/connector-page/generated-part.ts'
import { renderDefinitionCall } from './definition-text.ts'
import type { NewConnector } from './new-connector.ts'
import { renderReadmeCommands } from './readme-commands.ts'
import { renderSource } from './source-text.ts'
import { renderTestFile } from './test-text.ts'

/** File names with their text. */
export type NewFiles = Readonly<Record<string, string>>

/** A connector with an inventory of accounts and two questions, its test, and notes on what its author has to look up. */
export function createConnectorFiles(connector: NewConnector): NewFiles {
  const { id } = connector.definition
  return {
    [`${id}.ts`]: renderConnectorSource(connector),
    [`${id}.test.ts`]: renderTestFile(connector),
    'README.md': renderConnectorReadme(connector),
  }
}

function renderConnectorSource({ definition, strategy: { hooks, scopes } }: NewConnector): string {
  const { importLine, call } = renderDefinitionCall(definition, hooks)
  return `${importLine}import { secondFactor, staleAccounts } from 'checkwright/questions'

/** What the inventory reads of a user. A member that the vendor leaves out is unknown: neither pass nor fail. */
interface User {
  readonly id: string
  readonly name?: string
  readonly status?: string
  readonly mfa_enabled?: boolean
  readonly created_at?: string
  /** Null: the user never signed in. */
  readonly last_login_at?: string | null
}

/** The vendor's words for a status. Any other word is unknown. */
const statuses = new Map<unknown, 'active' | 'invited' | 'suspended'>([
  ['active', 'active'],
  ['invited', 'invited'],
  ['suspended', 'suspended'],
])

const connector = ${call}

const accounts = connector.inventory({
  of: 'account',
  tells: ['secondFactor', 'createdAt', 'lastActiveAt'],
  covers: ['users'],
${scopes === undefined ? '' : `  scopes: ${renderSource(scopes, 2)},\n`}  async *list(ctx) {
    for await (const user of ctx.paginate<User>('/users', { next: 'link' })) {
      yield {
        id: user.id,
        name: user.name,
        kind: 'unknown',
        status: statuses.get(user.status) ?? 'unknown',
        secondFactor: user.mfa_enabled,
        createdAt: user.created_at,
        lastActiveAt: user.last_login_at,
      }
    }
  },
})

export default connector.with(
  accounts,
  secondFactor(accounts, {
    remediation: 'Let the user enrol a second factor in the security settings of the account.',
  }),
  staleAccounts(accounts, { remediation: 'Suspend the account, unless somebody still needs it.' }),
)
`
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
    `\`baseUrl\`: the address of the API. It is \`${baseUrl}\` now.`,
    ...(isSelfHosted
      ? [
          '`baseUrl`: add the path that the API has below the host of every installation. The `pattern` of the field allows any host. Narrow it if the hosts of installations have something in common.',
        ]
      : []),
    ...strategy.lookUp,
    '`test.path`: a request that proves that the credentials work, and that changes nothing.',
    '`ctx.paginate`: the list that has the accounts, the names of its members, and the way to the next page.',
    '`statuses`: the words that the vendor uses for a status. A word that you do not list is unknown.',
    '`kind`: which users are persons, guests or service accounts.',
    '`tells`: the members that the vendor gives for every user. Find out which members it leaves out, and what it writes for a user who never signed in. Remove a member that the vendor cannot give.',
  ]
  return `# ${title}

A connector of [Checkwright](https://www.npmjs.com/package/checkwright): \`${id}.ts\` says how to reach ${title}, lists its
accounts and asks two questions about them. \`${id}.test.ts\` runs them on a vendor in the same process, without an account.

${renderReadmeCommands(id, isLocal)}

## What to look up in the vendor's documentation

${lookUp.map((line) => `- [ ] ${line}`).join('\n')}

The list and the vendor of the test are made up alike. Change both together, and the tests say whether they fit.

${renderPageToCome(`${id}.ts`)}`
}

/**
 * The end of every README: a place for notes to people who connect it.
 * @param file the connector's, beside the README
 */
export function renderPageToCome(file: string): string {
  return `## For those who connect it

\`npx checkwright docs ./${file}\` writes their page between these lines, from the definition. In CI, \`--check\` fails
when the page is out of date.

${partToCome}`
}
