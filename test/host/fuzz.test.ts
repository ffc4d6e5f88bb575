import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mistakeIn, type Operation, operations, resolve } from './documented.ts'
import { anything, fromSchema } from './from-schema.ts'
import { apiHost } from './world.ts'

const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: fc.constant(null), weight: 20 }, { arbitrary, weight: 1 })

/** A request to the operation: mostly as documented, and broken in every place now and then. */
function requestTo({ path, parameters = [], requestBody }: Operation) {
  const values = fc.record(
    Object.fromEntries(parameters.map(({ name, schema }) => [name, fromSchema(schema, resolve)])),
    { requiredKeys: parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name) },
  )
  const json = requestBody?.content['application/json']
  const body =
    json === undefined
      ? fc.constant(undefined)
      : fc.oneof({ arbitrary: fromSchema(json.schema, resolve), weight: 20 }, fc.constant(undefined))
  const type = fc.oneof(
    { arbitrary: fc.constant('application/json'), weight: 20 },
    fc.constantFrom('text/plain', 'multipart/form-data; boundary=x', ''),
  )
  return fc.record({ values, body, type, extra: rarely(fc.string()) }).map((given) => {
    const of = (place: string) =>
      parameters.filter((parameter) => parameter.in === place && Object.hasOwn(given.values, parameter.name))
    const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()
    const query = new URLSearchParams(
      Object.fromEntries(of('query').map(({ name }) => [name, text(given.values[name])])),
    )
    if (given.extra !== null) query.set(given.extra, 'x')
    const filled = of('path').reduce(
      (at, { name }) => at.replace(`{${name}}`, encodeURIComponent(text(given.values[name])) || 'x'),
      path,
    )
    const headers = of('header').flatMap(({ name }) => {
      const value = text(given.values[name])
      return /^[\x20-\x7e]*$/.test(value) ? [[name, value]] : []
    })
    return {
      path: `${filled}${query.size > 0 ? `?${query}` : ''}`,
      headers: { ...Object.fromEntries(headers), ...(given.body !== undefined && { 'content-type': given.type }) },
      raw: given.body === undefined ? undefined : JSON.stringify(given.body),
    }
  })
}

test.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  '%s answers whatever is sent as the document says, and never with 500',
  async (_name, operation) => {
    const { ask, runtime, lines } = await apiHost()
    await runtime.users.put({ organizationId: 'acme', id: 'usr_1', name: 'Example', email: 'usr@example.com' })
    const statuses = new Set<number>()

    await fc.assert(
      fc.asyncProperty(requestTo(operation), async ({ path, headers, raw }) => {
        const answer = await ask(operation.method, path, { headers, ...(raw !== undefined && { raw }) })

        statuses.add(answer.status)
        expect(await mistakeIn(answer, operation)).toBeUndefined()
        expect(answer.status).toBeLessThan(500)
      }),
    )

    expect(lines).toEqual([])
    // Both kinds, or nothing was learnt: what is refused, and what is carried out where no id has to be found first.
    expect([...statuses].some((status) => status >= 400)).toBe(true)
    if (!operation.path.includes('{')) expect([...statuses].some((status) => status < 300)).toBe(true)
  },
)

test('any path, method, header and body is answered, and never with 500', async () => {
  const { ask, lines } = await apiHost()
  const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS')
  const segment = fc.oneof(
    fc.string(),
    fc.constantFrom('v1', 'comments', '..', '%2e%2e', '%00', '%ff', '', 'openapi.json'),
  )
  const header = fc.constantFrom(
    'range',
    'if-none-match',
    'x-api-key',
    'authorization',
    'accept',
    'cookie',
    'content-length',
    'idempotency-key',
  )
  const value = fc.string({ unit: 'grapheme-ascii' })
  await fc.assert(
    fc.asyncProperty(
      method,
      fc.array(segment, { maxLength: 5 }),
      fc.dictionary(header, value),
      fc.option(anything),
      async (verb, segments, headers, body) => {
        const path = `/${segments.map((one) => (one.startsWith('%') ? one : encodeURIComponent(one.toWellFormed()))).join('/')}`
        const raw = verb === 'GET' || verb === 'HEAD' || body === null ? {} : { raw: JSON.stringify(body) }

        const answer = await ask(verb, path, { headers, ...raw })

        expect(answer.status).toBeLessThan(500)
      },
    ),
  )
  expect(lines).toEqual([])
})
