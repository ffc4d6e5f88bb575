import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, introspectionFromSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { proveConnector } from '../../../../src/author/prove/prove-connector.ts'
import { createFolder, runCheckwright } from '../../../app/command.ts'
import { serve } from '../../../http/support.ts'

const schema = `
type Query {
  members(first: Int!, after: String): MemberConnection!
  teams(first: Int, after: String): TeamConnection!
  member(id: ID!): Member
  search(first: Int, after: String, text: String!): MemberConnection!
}
type MemberConnection { edges: [MemberEdge!]! pageInfo: PageInfo! }
type MemberEdge { cursor: String! node: Member! }
type TeamConnection { nodes: [Team!]! pageInfo: PageInfo! }
type Team { id: ID! name: String! }
type PageInfo { hasNextPage: Boolean! endCursor: String }
enum Role { ADMIN MEMBER }
type Member {
  id: ID!
  name: String
  twoFactorEnabled: Boolean!
  role: Role!
  avatar(size: Int!): String
  old: String @deprecated(reason: "gone")
  teams(first: Int): TeamConnection
}
`

describe('checkwright new --graphql', () => {
  test('writes what runs at once against the vendor: from an empty folder to results', async () => {
    const vendor = await serve(({ body, headers }) => {
      if (headers.authorization !== 'Bearer key-1') return { status: 401, json: {} }
      const { variables } = JSON.parse(body) as { readonly variables?: { readonly after?: string } }
      const isLast = variables?.after === 'c1'
      const node = { id: isLast ? 'bob' : 'ada', twoFactorEnabled: !isLast, name: null, role: 'ADMIN' }
      const pageInfo = { hasNextPage: !isLast, endCursor: isLast ? null : 'c1' }
      return { json: { data: { members: { edges: [{ cursor: 'c', node }], pageInfo } } } }
    })
    const cwd = createFolder({ 'schema.graphql': schema })

    const made = await runCheckwright(
      ['new', 'acme', '--graphql', 'schema.graphql', '--base-url', `${vendor.origin}/graphql`, '--yes'],
      { cwd },
    )
    const run = await runCheckwright(['run', './acme/acme.ts', '--json', '--allow-private-network'], {
      cwd,
      env: { CHECKWRIGHT_CREDENTIAL_API_KEY: 'key-1' },
    })

    expect(made.exitCode).toBe(0)
    const { checks } = JSON.parse(run.stdout)
    expect(checks[0].results).toMatchObject([
      { status: 'pass', resource: { type: 'member', id: 'ada' } },
      { status: 'fail', resource: { type: 'member', id: 'bob' } },
    ])
    expect(vendor.seen.every(({ path }) => path === '/graphql')).toBe(true)
  }, 60_000)

  test('begins a witness of its check, and what a person fills in is tried on the code', async () => {
    const cwd = createFolder({ 'schema.graphql': schema })

    await runCheckwright(['new', 'acme', '--graphql', 'schema.graphql', '--yes'], { cwd })

    const place = join(cwd, 'acme')
    const text = readFileSync(join(place, 'acme.proposed.yaml'), 'utf8')
    const { witnesses, ...proposed } = parse(text)
    expect(text).toContain('No source says yet')
    expect(witnesses).toMatchObject([{ of: { check: 'members' }, expect: { members: null }, source: { url: null } }])
    const source = { url: 'https://docs.acme.example', locator: 'twoFactorEnabled', says: 'So.', read: '2026-06-01' }
    const path = join(place, 'acme.witnesses.yaml')
    const expected = { members: { pass: ['ada', 'eve'], fail: ['bob'] } }
    writeFileSync(path, stringify({ ...proposed, witnesses: [{ ...witnesses[0], expect: expected, source }] }))
    const { default: connector } = await import(/* @vite-ignore */ join(place, 'acme.ts'))
    const report = await proveConnector(connector, { witnesses: path })
    expect(report.disagreements).toEqual([])
  })

  test('takes types from the schema, and of an introspection the same', async () => {
    const introspection = JSON.stringify({ data: introspectionFromSchema(buildSchema(schema)) })
    const cwd = createFolder({ 'schema.graphql': schema, 'schema.json': introspection })

    for (const file of ['schema.graphql', 'schema.json'])
      await runCheckwright(['new', 'acme', '--graphql', file, '--dir', file.replace('.', '-'), '--yes'], { cwd })

    const [one, two] = ['schema-graphql', 'schema-json'].map((dir) => readFileSync(join(cwd, dir, 'acme.ts'), 'utf8'))
    expect(one).toBe(two)
    expect(one).toContain("  readonly role: 'ADMIN' | 'MEMBER'\n")
    expect(one).toContain('  readonly name: string | null\n')
    expect(one).toContain('edges { node { id name twoFactorEnabled role } }')
  })

  test('takes another list by --endpoint, whose verdict is for its author to write', async () => {
    const cwd = createFolder({ 'schema.graphql': schema })

    await runCheckwright(['new', 'acme', '--graphql', 'schema.graphql', '--endpoint', 'teams', '--yes'], { cwd })

    const source = readFileSync(join(cwd, 'acme/acme.ts'), 'utf8')
    expect(source).toContain('teams(first: 50, after: $after)')
    expect(source).toContain('ctx.manual(')
    expect(source).not.toContain('ctx.pass(')
  })

  test.each([
    ['a list that needs more', ['--endpoint', 'search'], '"search" is not a list'],
    ['a file that is no schema', ['--graphql', 'package.json'], 'is neither a GraphQL schema nor the answer'],
    ['a file that is not there', ['--graphql', 'nowhere.graphql'], 'cannot be read (ENOENT)'],
    ['a sign-in that it does not know', ['--auth', 'custom'], '--graphql works with --auth api_key'],
  ])('refuses %s', async (_case, given, expected) => {
    const cwd = createFolder({ 'schema.graphql': schema, 'package.json': '{"name":"x"}' })

    const { exitCode, stderr } = await runCheckwright(
      ['new', 'acme', '--graphql', 'schema.graphql', ...given, '--yes'],
      {
        cwd,
      },
    )

    expect(exitCode).not.toBe(0)
    expect(stderr).toContain(expected)
  })
})
