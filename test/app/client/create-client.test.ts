import { serve } from '@hono/node-server'
import { ApiProblem, createClient, listAll } from 'checkwright/client'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { operations } from '../../../src/app/client/operations.ts'
import { allRoutes } from '../../../src/app/routes/all-routes.ts'
import { createOpenApiDocument } from '../../../src/things/api/openapi.ts'
import { openApiHost } from '../host/world.ts'

/** A service that listens on this machine, with a client of the organization `acme`. */
async function openService() {
  const world = await openApiHost()
  const { promise: listening, resolve } = Promise.withResolvers<number>()
  const server = serve({ fetch: world.host.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve(port))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${await listening}`
  return { ...world, url, client: createClient({ url, key: world.key }) }
}

/** Whom a client asks, without anybody who answers. */
function watchRequests() {
  const asked: { readonly url: string; readonly init: RequestInit | undefined }[] = []
  const send: typeof fetch = async (input, init) => {
    asked.push({ url: String(input), init })
    return Response.json({})
  }
  return { asked, client: createClient({ url: 'https://service.example/checks/', key: 'k', fetch: send }) }
}

test('a client asks a service, and reads what it answers', async () => {
  const { client } = await openService()

  const created = await client.comments.create({
    body: { content: 'Looks good', entityId: 'tsk_1', entityType: 'task', userId: 'ada' },
  })
  const { data } = await client.comments.list({ entityType: 'task', entityId: 'tsk_1' })
  const { id } = await client.organization.get()

  expect([created.author.name, data.map(({ content }) => content), id]).toEqual(['Ada of acme', ['Looks good'], 'acme'])
})

test('listAll() reads every page once', async () => {
  const { client } = await openService()
  for (const content of ['one', 'two', 'three'])
    await client.comments.create({ body: { content, entityId: 'tsk_1', entityType: 'task', userId: 'ada' } })

  const contents = await Array.fromAsync(
    listAll(client.comments.list, { entityType: 'task', entityId: 'tsk_1', limit: 1 }),
    ({ content }) => content,
  )

  expect(contents.toSorted()).toEqual(['one', 'three', 'two'])
})

test('raw() gives the answer as it came', async () => {
  const { client } = await openService()

  const csv = await client.vendors.download.raw()

  expect(csv.headers.get('content-type')).toContain('text/csv')
  expect(await csv.text()).toContain('name')
})

test('a request with an idempotency key is carried out once', async () => {
  const { client } = await openService()
  const make = () =>
    client.comments.create({
      idempotencyKey: 'one',
      body: { content: 'Once', entityId: 'tsk_1', entityType: 'task', userId: 'ada' },
    })

  const [first, second] = [await make(), await make()]

  expect(second.id).toBe(first.id)
})

test('what is refused says the operation, the code and each member', async () => {
  const { client, url } = await openService()
  const refused = client.comments.create({ body: { content: '', entityId: 'x', entityType: 'task' } })

  await expect(refused).rejects.toThrow(ApiProblem)
  await expect(refused).rejects.toMatchObject({
    status: 400,
    code: 'API_INVALID',
    message: expect.stringMatching(/^comments\.create: 400 /),
    errors: [expect.objectContaining({ path: 'content' })],
  })
  await expect(createClient({ url, key: 'cw_wrong' }).organization.get()).rejects.toMatchObject({ status: 401 })
})

test('a key follows no redirect, and the page of a proxy stands in no message', async () => {
  const answers = [
    Response.redirect('https://elsewhere.example/'),
    new Response('<h1>secret page</h1>', { status: 502, headers: { 'content-type': 'text/html' } }),
    Response.json({ detail: 'Wait.' }, { status: 429, headers: { 'retry-after': '7' } }),
  ]
  const send: typeof fetch = async () => answers.shift() ?? Response.error()
  const client = createClient({ url: 'https://service.example', token: 't', fetch: send })

  await expect(client.organization.get()).rejects.toThrow(/redirect/)
  await expect(client.organization.get()).rejects.toMatchObject({ message: 'organization.get: 502' })
  await expect(client.organization.get()).rejects.toMatchObject({ retryAfterSeconds: 7 })
})

test.each([
  [{ url: 'acme', key: 'k' }, /no address/],
  [{ url: 'http://service.example', key: 'k' }, /https/],
  [{ url: 'ftp://127.0.0.1', key: 'k' }, /https/],
  [{ url: 'http://localhost.example', key: 'k' }, /https/],
  [{ url: 'https://me:word@service.example', key: 'k' }, /password/],
  [{ url: 'https://service.example' }, /key.*token/],
  [{ url: 'https://service.example', key: 'k', token: 't' }, /key.*token/],
])('createClient(%j) is refused', (options, message) => {
  expect(() => createClient(options)).toThrow(message)
})

test('no id leads to another path, and each parameter stands where the document has it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), fc.constantFrom('.', '..', '../x', '%2e%2e', 'a/b?c#d', '')), async (id) => {
      const { asked, client } = watchRequests()
      await client.findings.get({ findingId: id }).catch(() => undefined)
      for (const { url } of asked) {
        const { pathname, search, hash } = new URL(url)
        const last = pathname.split('/').at(-1) ?? ''
        expect(pathname).toBe(`/checks/v1/integrations/findings/${last}`)
        expect([decodeURIComponent(last), search, hash]).toEqual([id, '', ''])
      }
    }),
  )
  const { asked, client } = watchRequests()
  await client.findings.list({ severity: 'high', check: 'a b&c' })
  expect(asked[0]?.url).toBe('https://service.example/checks/v1/integrations/findings?severity=high&check=a+b%26c')
})

test('each operation of the document is one call, and the types know which', () => {
  const { paths = {} } = createOpenApiDocument(allRoutes, { url: 'https://service.example', jwt: true })
  const all = Object.values(paths).flatMap((item) => Object.values(item))
  const { client } = watchRequests()

  expect(Object.keys(operations)).toHaveLength(all.length)
  for (const id of Object.keys(operations)) {
    const [group = '', name = ''] = id.split('.')
    expect(client).toHaveProperty([group, name])
  }
  // @ts-expect-error there is no such entity
  void (() => client.comments.create({ body: { content: 'x', entityId: 'x', entityType: 'control' } }))
  // @ts-expect-error a path needs its id
  void (() => client.findings.get())
  // @ts-expect-error there is no such call
  void (() => client.comments.erase())
})
