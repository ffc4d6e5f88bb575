import { describe, expect, test } from 'vitest'
import { openDescription } from '../../src/descriptions/description.ts'
import { readOperations } from '../../src/descriptions/operations.ts'
import { readSecurity } from '../../src/descriptions/security.ts'

const value = {
  openapi: '3.1.0',
  servers: [{ url: 'https://api.acme.example' }],
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  paths: {
    '/users': {
      servers: [{ url: 'https://people.acme.example' }],
      parameters: [
        { name: 'page', in: 'query' },
        { name: 'page', in: 'body' },
      ],
      get: {
        parameters: [{ name: 'page', in: 'query', required: true }],
        responses: { 404: { $ref: '#/nowhere' }, 202: { content: { 'application/vnd.acme+json': { example: 7 } } } },
      },
      post: { security: [], servers: [{ url: 'https://write.acme.example' }], responses: {} },
    },
    '/me': { get: 'no operation' },
  },
}

describe('readOperations()', () => {
  const description = openDescription(value)
  if (!description) throw new TypeError('This is no description.')
  const { root, lost } = description
  const [list, create, ...others] = readOperations(root)

  test('reads each method of a path, with the parameters that replace those of the path', () => {
    expect(others).toEqual([])
    expect(list?.name).toBe('GET /users')
    expect(list?.parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
      ['page', 'query', true],
    ])
  })

  test('reads the answer of success, and leaves references in the others alone', () => {
    expect([list?.success.status, list?.success.media?.at('example').value]).toEqual([202, 7])
    expect([create?.success.status, create?.success.media]).toEqual([200, undefined])
    expect([...lost]).toEqual([])
  })

  test('reads the nearest servers and the nearest security', () => {
    expect([list, create].map((operation) => operation?.servers.at(0, 'url').text)).toEqual([
      'https://people.acme.example',
      'https://write.acme.example',
    ])
    expect([list, create].map((operation) => operation && readSecurity(root, operation.node).length)).toEqual([1, 0])
  })
})

test.each([['text'], [null], [{ openapi: '2.0' }], [{ swagger: '1.2' }], [{ openapi: 3 }]])(
  'openDescription() takes %j for no description',
  (given) => {
    expect(openDescription(given)).toBeUndefined()
  },
)
