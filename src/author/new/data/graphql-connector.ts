import { stringify } from 'yaml'
import type { VendorRequest } from '../../testing/vendor/answer.ts'
import { createNodes, findSecondFactor, renderQuery, toKebab, toWords } from '../graphql/graphql-files.ts'
import type { SchemaConnection } from '../graphql/read-connection.ts'
import type { ItemMember } from '../item-member.ts'
import type { NewConnector } from '../new-connector.ts'
import type { DataDraft } from './data-files.ts'
import { type IdentityQuestion, renderQuestions } from './identity-question.ts'
import { readMemberPath } from './list-request.ts'

/** A connector of a GraphQL vendor without code, with one check on one of its lists. */
export function createGraphqlDraft(connector: NewConnector, connection: SchemaConnection): DataDraft {
  const { definition, strategy, addressValues, isLocal } = connector
  const path = definition.graphqlPath ?? '/graphql'
  const body = { checks: [describeCheck(connector, connection)] }
  const { possible } = connection.identity
  const noun = toWords(connection.node).toLowerCase()
  const question = possible.length > 0 ? createQuestion(possible, noun) : undefined
  return {
    definition,
    body: `\n${stringify(body, { lineWidth: 0 })}`,
    asking: question && `\n${renderQuestions(body, [question], 0)}`,
    vendor: { auth: strategy.vendorAuth, routes: { [`POST ${path}`]: createAnswer(connection) } },
    credentials: { ...addressValues, ...strategy.credentials },
    isLocal,
    describedBy: 'GraphQL',
    lookUp: [
      `\`baseUrl\`: the address of the API. It is \`${definition.baseUrl}\` now, and queries go to \`${path}\` below it.`,
      ...strategy.lookUp,
      `Find out which member decides about ${connection.field}, and what the other members mean.`,
      ...(connection.others.length > 0
        ? [
            `The schema has other lists: ${connection.others
              .slice(0, 20)
              .map((each) => `\`${each}\``)
              .join(', ')}. Choose one by \`--endpoint\`.`,
          ]
        : []),
    ],
  }
}

function createQuestion(possible: readonly ItemMember[], noun: string): IdentityQuestion {
  return { at: ['checks', 0, 'resource'], noun, possible, write: (member) => readMemberPath('item', member) }
}

function describeCheck({ strategy: { scopes } }: NewConnector, connection: SchemaConnection): object {
  const { field, node, members, identity } = connection
  const deciding = findSecondFactor(members)
  const path = (name: string) => readMemberPath('item', { name, type: 'string', isOptional: false, isNullable: false })
  const evidence = Object.fromEntries(
    members.flatMap(({ name }) =>
      name === identity.member.name || name in Object.prototype ? [] : [[name, path(name)]],
    ),
  )
  return {
    id: toKebab(field),
    title: deciding ? 'Everybody has a second factor' : `Undecided: what to ask of ${toWords(field).toLowerCase()}`,
    severity: deciding ? 'high' : 'info',
    scopes,
    list: {
      graphql: renderQuery(connection),
      next: { connection: field, variable: 'after' },
    },
    resource: { type: toKebab(node), id: path(identity.member.name) },
    pass: deciding && path(deciding.name),
    fail: deciding && {
      title: 'No second factor',
      remediation: 'Let the user enrol a second factor in the security settings of the account.',
    },
    review: deciding
      ? undefined
      : {
          title: 'Decide what to ask of it',
          description:
            'Write "pass", with an expression about these facts, and "fail" with what to do, in place of "review".',
        },
    evidence: Object.keys(evidence).length > 0 ? evidence : undefined,
  }
}

/** Two on a page, its cursor being where it ends. */
function createAnswer(connection: SchemaConnection) {
  const { field, hasNodes } = connection
  const nodes = createNodes(connection)
  return (request: VendorRequest) => {
    const { variables = {} } = request.json() as { readonly variables?: { readonly after?: string } }
    const start = Number(variables.after ?? 0)
    const page = nodes.slice(start, start + 2)
    const list = hasNodes ? { nodes: page } : { edges: page.map((node) => ({ node })) }
    const pageInfo = { hasNextPage: start + 2 < nodes.length, endCursor: String(start + 2) }
    return { json: { data: { [field]: { ...list, pageInfo } } } }
  }
}
