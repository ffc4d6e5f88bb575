import { describe, expect, test } from 'vitest'
import { readConnector } from '../../src/data/read-connector.ts'
import { parseDescription } from '../../src/descriptions/parse-description.ts'

const schema = `
"""Whoever signs in."""
interface Node { id: ID! }
enum Role { admin member }
scalar DateTime
type User implements Node { id: ID!, email: String, active: Boolean!, role: Role!, lastSeen: DateTime, teams: [Team!]! }
type Team { id: ID!, name: String!, members: UserConnection! }
type UserConnection { nodes: [User!]!, pageInfo: PageInfo! }
type PageInfo { hasNextPage: Boolean!, endCursor: String }
type Query { users(after: String): UserConnection!, team(id: String!): Team }
`
const write = (query: string, status: string) => `
checkwright: connector/v1
id: acme
name: Acme
version: 1.0.0
baseUrl: https://api.acme.example
auth: { type: api_key, config: { in: header, name: X-Key } }
inventories:
  - of: account
    covers: [users]
    list: { graphql: '${query}', next: { connection: users, variable: after } }
    record: { id: item.id, kind: "'person'", email: item.email, status: { of: ${status}, words: { 'true': active, 'false': suspended } } }
checks: [{ question: knownDomains, of: account }]
`
const query = (fields: string) =>
  `query U($after: String) { users(after: $after) { nodes { ${fields} } pageInfo { hasNextPage endCursor } } }`
const read = (text: string) =>
  readConnector('acme.connector.yaml', new TextEncoder().encode(text), {
    description: parseDescription('acme.graphql', schema),
  })

describe('a file that is held to a GraphQL schema', () => {
  test('asks for members that the schema has', () => {
    expect(read(write(query('id email active'), 'item.active')).id).toBe('acme')
  })

  test('takes the names that the query gives', () => {
    expect(read(write(query('id email on: active'), 'item.on')).id).toBe('acme')
  })

  test.each([
    [
      'asks for what the schema does not have',
      query('id email active mfa'),
      'item.active',
      '"mfa" is not in the answer',
    ],
    ['reads what the query does not ask for', query('id email'), 'item.active', 'active'],
    ['reads what stands in a fragment of another query', query('id email ...A'), 'item.active', 'active'],
  ])('is refused where it %s', (_what, asked, status, message) => {
    expect(() => read(write(asked, status))).toThrow(message)
  })
})

test('a schema with a mistake is told as such', () => {
  expect(() => parseDescription('acme.graphql', 'type Query { users: [User }')).toThrow(
    /acme\.graphql is no schema of GraphQL: Syntax Error/,
  )
})
