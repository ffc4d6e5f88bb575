import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { DataFileError } from '../../src/data/data-file.ts'
import { readConnector } from '../../src/data/read-connector.ts'
import { openDescription } from '../../src/descriptions/description.ts'
import { acmeYaml } from './acme.ts'

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const [text, flag, number] = [{ type: 'string' }, { type: 'boolean' }, { type: 'integer' }]
const list = (items: object) => ({ type: 'array', items })
const answer = (schema: object) => ({
  responses: { 200: { description: 'OK', content: { 'application/json': { schema } } } },
})
const user = object({ id: number, login: text, email: text, disabled: flag, type: text, role: text, seen: text })
const openapi = {
  openapi: '3.1.0',
  servers: [{ url: 'https://api.acme.example/v1' }],
  paths: {
    '/users': { get: answer(object({ users: list({ $ref: '#/components/schemas/User' }), next_page: text })) },
    '/users/{id}/factors': { get: answer(list(object({ verified: flag }))) },
    '/settings': {
      get: answer(
        object({ id: number, sso: { oneOf: [object({ enforced: flag }), object({ enforced: flag, by: text })] } }),
      ),
    },
    '/projects': { get: answer(object({ data: list(object({ id: text, name: text })) })), post: answer(object({})) },
    '/projects/{project}/repositories': {
      get: answer(
        object({
          data: list(
            object(
              { id: text, name: text, archived: flag, protection: { allOf: [object({ reviews: number })] } },
              { additionalProperties: true },
            ),
          ),
        }),
      ),
    },
    '/search': { post: answer(object({ hits: list(object({ id: text })) })) },
  },
  components: { schemas: { User: user } },
}

const base = acmeYaml('https://api.acme.example/v1')

function findProblems(yaml: string, described: object = openapi): readonly string[] {
  const description = openDescription(described)
  if (!description) throw new Error('This is no description.')
  try {
    readConnector('acme.yaml', new TextEncoder().encode(yaml), { description })
    return []
  } catch (error) {
    if (!(error instanceof DataFileError)) throw error
    return error.problems.map(({ line, column, path, message }) => `${line}:${column} ${path} ${message}`)
  }
}

test('a file that asks what the description has is right', () => {
  expect(findProblems(base)).toEqual([])
})

test('a description may have its version in the servers, in the paths, or nowhere', () => {
  const withPrefix = Object.fromEntries(Object.entries(openapi.paths).map(([path, item]) => [`/v1${path}`, item]))

  expect(findProblems(base, { ...openapi, paths: withPrefix, servers: [{ url: 'https://acme.example' }] })).toEqual([])
  expect(findProblems(base, { ...openapi, paths: withPrefix, servers: undefined })).toEqual([])
  expect(findProblems(base, { ...openapi, servers: [{ url: '/' }] })).toEqual([])
})

describe('what the description does not have is told at its place', () => {
  test.each<[what: string, yaml: string, problem: string]>([
    [
      'a path',
      base.replace('get: { path: /settings }', 'get: { path: /setting }'),
      '33:18 checks[1].get.path is no path of the description; did you mean "/settings"?',
    ],
    [
      'a method',
      base.replace('get: { path: /settings }', 'get: { path: /search }'),
      '33:18 checks[1].get.path is asked by GET, and the description has POST there only',
    ],
    [
      'the path of test',
      base.replace('auth:', 'test: { path: /me }\nauth:'),
      '7:15 test.path is no path of the description',
    ],
    [
      'a member of an item',
      base.replace('name: item.login', 'name: item.logim'),
      '18:13 inventories[0].record.name reads "logim", which is not there; did you mean "login"?',
    ],
    [
      'a member within a member, in the middle of an expression',
      base.replace('pass: item.protection.reviews >= 1', 'pass: item.archived || item.protection.review >= 1'),
      '43:28 checks[2].pass reads "review", which is not there; did you mean "reviews"?',
    ],
    [
      'a member of what is one of several forms',
      base.replace('pass: body.sso.enforced', 'pass: body.sso.forced'),
      '35:11 checks[1].pass reads "forced", which is not there; did you mean "enforced"?',
    ],
    [
      'a member of an outer item',
      base.replace("'/projects/{project.id}/repositories'", "'/projects/{project.key}/repositories'"),
      '40:31 checks[2].list.path reads "key", which is not there; it has id, name',
    ],
    [
      'a member of an item of a detail',
      base.replace('factors.exists(f, f.verified)', 'factors.exists(f, f.verifed)'),
      '22:39 inventories[0].record.secondFactor reads "verifed", which is not there; did you mean "verified"?',
    ],
    [
      'the list in the answer',
      base.replace('list: { path: /users, items: users,', 'list: { path: /users, items: data,'),
      '14:34 inventories[0].list.items "data" is not in the answer, by the description; it has users, next_page',
    ],
    [
      'a list that is a flag',
      base.replace('list: { path: /users, items: users,', 'list: { path: /users, items: next_page,'),
      '14:34 inventories[0].list.items "next_page" is text, and a list is needed here',
    ],
    [
      'a list that the answer is not',
      base.replace('list: { path: /users, items: users,', 'list: { path: /users,'),
      '14:11 inventories[0].list reads a list, and the answer is an object; name the list by "items": users',
    ],
    [
      'a cursor',
      base.replace('next: { cursor: next_page,', 'next: { cursor: next,'),
      '14:57 inventories[0].list.next.cursor "next" is not in the answer, by the description; it has users, next_page',
    ],
    [
      'a cursor that is a list',
      base.replace('next: { cursor: next_page,', 'next: { cursor: users,'),
      '14:57 inventories[0].list.next.cursor "users" is a list, and one value is needed here',
    ],
    [
      'another type, in a comparison',
      base.replace("administrator: item.role == 'admin'", 'administrator: item.role == 5'),
      '23:22 inventories[0].record.administrator compares text with a number, which are never equal',
    ],
    [
      'another type, as a verdict',
      base.replace('pass: body.sso.enforced', 'pass: body.id'),
      '35:11 checks[1].pass gives a number, and true or false is needed here',
    ],
    [
      'another type, of a record',
      base.replace('email: item.email', 'email: item.disabled'),
      '19:14 inventories[0].record.email gives true or false, and text or null is needed here',
    ],
    [
      'a word of what is true or false',
      base.replace("{ 'true': suspended, 'false': active }", "{ 'true': suspended, 'no': active }"),
      '20:70 inventories[0].record.status.words.no is never reached, because "of" is true or false',
    ],
  ])('%s', (_what, yaml, problem) => {
    expect(findProblems(yaml)).toEqual([problem])
  })
})

test('what the description leaves open is no mistake', () => {
  const open = base.replace('pass: item.protection.reviews >= 1', 'pass: item.other.reviews >= 1')

  expect(findProblems(open)).toEqual([])
})

test('a null among the alternatives of a list takes nothing from its items', () => {
  const paths = { ...openapi.paths }
  const users = { anyOf: [{ nullable: true }, list({ $ref: '#/components/schemas/User' })] }
  const described = {
    ...openapi,
    paths: { ...paths, '/users': { get: answer(object({ users, next_page: text })) } },
  }

  expect(findProblems(base, described)).toEqual([])
  expect(findProblems(base.replace('name: item.login', 'name: item.lgin'), described)).toHaveLength(1)
})

const contracts = join(process.env.CHECKWRIGHT_TEST_DATA ?? '', 'contracts')
const folder = new URL('shipped/', import.meta.url)
const names: Readonly<Record<string, string>> = { 'microsoft-entra': 'microsoft-graph' }

describe.skipIf(!process.env.CHECKWRIGHT_TEST_DATA || !existsSync(contracts))(
  "providers' own descriptions (needs CHECKWRIGHT_TEST_DATA)",
  () => {
    test.each(readdirSync(folder).map((file) => [file]))('have what %s asks and reads', (file) => {
      const id = file.replace('.connector.yaml', '')
      const described = gunzipSync(readFileSync(join(contracts, `${names[id] ?? id}.json.gz`)))
      const description = openDescription(JSON.parse(described.toString()))

      const connector = readConnector(file, readFileSync(new URL(file, folder)), { description })

      expect(connector.id).toBe(id)
    })

    test('tell a member that GitHub does not have', () => {
      const described = JSON.parse(gunzipSync(readFileSync(join(contracts, 'github.json.gz'))).toString())
      const yaml = readFileSync(new URL('github.connector.yaml', folder), 'utf8')

      expect(findProblems(yaml.replace('lower(item.login)', 'lower(item.loginn)'), described)).toEqual([
        expect.stringContaining('reads "loginn", which is not there; did you mean "login"?'),
      ])
    })
  },
)
