/** A small GraphQL schema, and what `checkwright new --graphql` has to make of it. */
export interface SmallSchema {
  /** What the schema has, after "a schema that". */
  readonly situation: string
  readonly schema: string
  readonly expected:
    | {
        readonly field: string
        /** How the query reads the nodes. */
        readonly nodes: string
        /** @default id */
        readonly identity?: string
        /** The members of which the files ask their author to choose one. */
        readonly asks?: readonly string[]
      }
    | { readonly refused: string }
}

const end = 'type PageInfo { hasNextPage: Boolean! endCursor: String }'
const user = 'type User { id: ID! name: String mfaEnabled: Boolean! }'

export const smallSchemas: readonly SmallSchema[] = [
  {
    situation: 'has nodes alone',
    schema: `type Query { users(first: Int, after: String): Users! } type Users { nodes: [User!]! pageInfo: PageInfo! } ${user} ${end}`,
    expected: { field: 'users', nodes: 'nodes { id' },
  },
  {
    situation: 'has edges alone',
    schema: `type Query { users(first: Int, after: String): Users! } type Users { edges: [Edge!]! pageInfo: PageInfo! }
type Edge { node: User! cursor: String! } ${user} ${end}`,
    expected: { field: 'users', nodes: 'edges { node { id' },
  },
  {
    situation: 'has edges and nodes that may be null, with totals, as Relay writes them',
    schema: `type Query { users(first: Int, after: String, last: Int, before: String): Users }
type Users { edges: [Edge] pageInfo: PageInfo! totalCount: Int! } type Edge { node: User cursor: String! } ${user} ${end}`,
    expected: { field: 'users', nodes: 'edges { node { id' },
  },
  {
    situation: 'requires the size of a page, and has cursors of a type of its own',
    schema: `scalar Cursor type Query { users(first: Int!, after: Cursor): Users! } type Users { nodes: [User!]! pageInfo: Info! }
type Info { hasNextPage: Boolean! endCursor: Cursor } ${user}`,
    expected: { field: 'users', nodes: 'nodes { id' },
  },
  {
    situation: 'has times, addresses and documents as scalars of its own',
    schema: `scalar DateTime scalar JSON scalar URL type Query { users(first: Int, after: String): Users! }
type Users { nodes: [User!]! pageInfo: PageInfo! }
type User { id: ID! createdAt: DateTime! settings: JSON page: URL! } ${end}`,
    expected: { field: 'users', nodes: 'nodes { id' },
  },
  {
    situation: 'has lists of numbers, enums and other types in its nodes',
    schema: `enum Role { ADMIN MEMBER } type Query { users(first: Int, after: String): Users! }
type Users { nodes: [User!]! pageInfo: PageInfo! }
type User { id: ID! role: Role! tags: [String!]! team: Team! teams(first: Int): [Team!]! } type Team { id: ID! } ${end}`,
    expected: { field: 'users', nodes: 'nodes { id' },
  },
  {
    situation: 'numbers its nodes',
    schema: `type Query { users(first: Int, after: String): Users! } type Users { nodes: [User!]! pageInfo: PageInfo! }
type User { id: Int! mfaEnabled: Boolean! } ${end}`,
    expected: { field: 'users', nodes: 'nodes { id' },
  },
  {
    situation: 'has ids that may be null',
    schema: `type Query { users(first: Int, after: String): Users! } type Users { nodes: [User!]! pageInfo: PageInfo! }
type User { id: ID mfaEnabled: Boolean! } ${end}`,
    expected: { field: 'users', nodes: 'nodes { id' },
  },
  {
    situation: 'tells users by their login',
    schema: `type Query { users(first: Int, after: String): Users! } type Users { nodes: [User!]! pageInfo: PageInfo! }
type User { name: String login: String! organizationId: ID! } ${end}`,
    expected: { field: 'users', nodes: 'nodes { login', identity: 'login' },
  },
  {
    situation: 'has grants that name a user and a team',
    schema: `type Query { grants(first: Int, after: String): Grants! } type Grants { nodes: [Grant!]! pageInfo: PageInfo! }
type Grant { teamId: ID! roleId: ID! } ${end}`,
    expected: { field: 'grants', nodes: 'nodes { teamId', identity: 'teamId', asks: ['teamId', 'roleId'] },
  },
  {
    situation: 'has an interface as its node',
    schema: `interface Actor { id: ID! login: String! } type User implements Actor { id: ID! login: String! mfaEnabled: Boolean! }
type Query { actors(first: Int, after: String): Actors! } type Actors { nodes: [Actor!]! pageInfo: PageInfo! } ${end}`,
    expected: { field: 'actors', nodes: 'nodes { id' },
  },
  {
    situation: 'has a union as its node',
    schema: `union Actor = User | Bot ${user} type Bot { id: ID! }
type Query { actors(first: Int, after: String): Actors! } type Actors { nodes: [Actor!]! pageInfo: PageInfo! } ${end}`,
    expected: { refused: 'a union of types' },
  },
  {
    situation: 'has lists without pages',
    schema: `type Query { users: [User!]! } ${user}`,
    expected: { refused: '"users" has no pages' },
  },
  {
    situation: 'has pages by number',
    schema: `type Query { users(page: Int): [User!]! } ${user}`,
    expected: { refused: '"users" has no pages' },
  },
  {
    situation: 'has lists that need an argument',
    schema: `type Query { users(first: Int, after: String, team: ID!): Users! } type Users { nodes: [User!]! pageInfo: PageInfo! } ${user} ${end}`,
    expected: { refused: '"users" needs "team"' },
  },
  {
    situation: 'says nothing about the next page',
    schema: `type Query { users(first: Int, after: String): Users! } type Users { nodes: [User!]! } ${user}`,
    expected: { refused: '"users" has no "pageInfo' },
  },
  {
    situation: 'has nodes that nothing tells apart',
    schema: `type Query { users(first: Int, after: String): Users! } type Users { nodes: [User!]! pageInfo: PageInfo! }
type User { mfaEnabled: Boolean! } ${end}`,
    expected: { refused: 'nothing tells one from another' },
  },
]
