import { expect, test } from 'vitest'
import { askImportWishes } from '../../../../src/author/new/openapi/import-wishes.ts'
import { createAnsweringTerminal, down } from '../../../app/answering.ts'
import { createApi, createDescription, users } from './description.ts'

const nothing = {
  id: 'acme',
  name: undefined,
  authType: undefined,
  keyPrefix: undefined,
  baseUrl: undefined,
  endpoints: [],
  most: 1,
  madeUpUrl: 'https://api.acme.example',
}
const schemes = { key: { type: 'apiKey', in: 'header', name: 'X-Key' }, login: { type: 'http', scheme: 'basic' } }
const open = createApi(
  { servers: [{ url: '/v1' }], security: [{ key: [] }, { login: [] }], components: { securitySchemes: schemes } },
  { '/users': users, '/roles': users, '/teams': users },
)

test('askImportWishes() asks which lists, which way in and which address, where the description leaves a choice', async () => {
  const { terminal, shown } = createAnsweringTerminal([
    ['Which lists', `${down} \r`],
    ['several ways', `${down}\r`],
    ['Address of the API', 'https://acme.example\r'],
  ])

  const wishes = await askImportWishes(createDescription(open), nothing, terminal)

  expect(wishes).toMatchObject({
    endpoints: ['GET /users', 'GET /roles'],
    authType: 'basic',
    baseUrl: 'https://acme.example',
  })
  expect(shown()).toContain('GET /teams')
})

test('askImportWishes() asks what stands before a key in Authorization, and shows what the prose says', async () => {
  const description = 'Write Token token=abc'
  const securitySchemes = { key: { type: 'apiKey', in: 'header', name: 'Authorization', description } }
  const { terminal, shown } = createAnsweringTerminal([['What stands before', 'Token token=\r']])

  const wishes = await askImportWishes(
    createDescription(createApi({ components: { securitySchemes } })),
    nothing,
    terminal,
  )

  expect(wishes.keyPrefix).toBe('Token token=')
  expect(shown()).toContain(description)
})

test('askImportWishes() asks nothing that was given, nor what the description says', async () => {
  const { terminal, shown } = createAnsweringTerminal([])

  const wishes = await askImportWishes(
    createDescription(createApi()),
    { ...nothing, endpoints: ['GET /users'] },
    terminal,
  )

  expect(wishes).toMatchObject({ endpoints: ['GET /users'], authType: undefined, baseUrl: undefined })
  expect(shown()).toBe('')
})

test.each([
  ['GitHub v3 REST API', 'github', 'GitHub'],
  ['Google Workspace Admin', 'google-workspace', 'Google Workspace'],
  ['Githubber API', 'github', 'Github'],
  ['The Acme API', 'acme', 'Acme'],
])('askImportWishes() takes from the title "%s" for %s the name %s', async (title, id, name) => {
  const wishes = await askImportWishes(createDescription(createApi({ info: { title } })), { ...nothing, id }, undefined)

  expect(wishes.name).toBe(name)
})
