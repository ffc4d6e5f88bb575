import { expect, test } from 'vitest'
import { importWishes } from '../../../../src/cli/new/openapi/import-wishes.ts'
import { answering, down } from '../../answering.ts'
import { api, described, users } from './description.ts'

const nothing = {
  id: 'acme',
  name: undefined,
  authType: undefined,
  baseUrl: undefined,
  endpoints: [],
  most: 1,
  madeUpUrl: 'https://api.acme.example',
}
const schemes = { key: { type: 'apiKey', in: 'header', name: 'X-Key' }, login: { type: 'http', scheme: 'basic' } }
const open = api(
  { servers: [{ url: '/v1' }], security: [{ key: [] }, { login: [] }], components: { securitySchemes: schemes } },
  { '/users': users, '/roles': users, '/teams': users },
)

test('importWishes() asks which lists, which way in and which address, where the description leaves a choice', async () => {
  const { terminal, shown } = answering([
    ['Which lists', `${down} \r`],
    ['several ways', `${down}\r`],
    ['Address of the API', 'https://acme.example\r'],
  ])

  const wishes = await importWishes(described(open), nothing, terminal)

  expect(wishes).toMatchObject({
    endpoints: ['GET /users', 'GET /roles'],
    authType: 'basic',
    baseUrl: 'https://acme.example',
  })
  expect(shown()).toContain('GET /teams')
})

test('importWishes() asks nothing that was given, nor what the description says', async () => {
  const { terminal, shown } = answering([])

  const wishes = await importWishes(described(api()), { ...nothing, endpoints: ['GET /users'] }, terminal)

  expect(wishes).toMatchObject({ endpoints: ['GET /users'], authType: undefined, baseUrl: undefined })
  expect(shown()).toBe('')
})

test.each([
  ['GitHub v3 REST API', 'github', 'GitHub'],
  ['Google Workspace Admin', 'google-workspace', 'Google Workspace'],
  ['Githubber API', 'github', 'Github'],
  ['The Acme API', 'acme', 'Acme'],
])('importWishes() takes from the title "%s" for %s the name %s', async (title, id, name) => {
  const wishes = await importWishes(described(api({ info: { title } })), { ...nothing, id }, undefined)

  expect(wishes.name).toBe(name)
})
