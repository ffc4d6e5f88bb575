import { createImportedConnector, type ImportWishes } from '../../../../src/author/new/openapi/imported-connector.ts'
import { type Description, openDescription } from '../../../../src/descriptions/description.ts'

/** A description as it would have been read from a file. */
export function createDescription(value: object): Description {
  const description = openDescription({ ...value, openapi: '3.0.3' })
  if (!description) throw new TypeError('This is no description.')
  return description
}

export const user = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer' },
    email: { type: 'string' },
    role: { enum: ['admin', 'member'] },
    mfa_enabled: { type: 'boolean', nullable: true },
    api_token: { type: 'string' },
    bio_html: { type: 'string' },
  },
}

/** GET operation that answers with a body of this schema. */
export function describeAnswering(schema: object, more: object = {}): { readonly get: object } {
  return { get: { responses: { 200: { content: { 'application/json': { schema } } } }, ...more } }
}

export const users = describeAnswering({ type: 'array', items: user })

export function createQueryParameter(name: string, schema: object = {}, required = false): object {
  return { name, in: 'query', required, schema }
}

/** An API with one list of users, and what is said beside. */
export function createApi(more: object = {}, paths: object = { '/users': users }): object {
  const securitySchemes = { key: { type: 'apiKey', in: 'header', name: 'X-Acme-Key' } }
  return {
    openapi: '3.0.3',
    info: { title: 'Acme API' },
    servers: [{ url: 'https://api.acme.example/v1' }],
    security: [{ key: [] }],
    components: { securitySchemes },
    paths,
    ...more,
  }
}

export function importDescription(value: object, wishes: Partial<ImportWishes> = {}) {
  return createImportedConnector(createDescription(value), {
    id: 'acme',
    name: 'Acme',
    authType: undefined,
    keyPrefix: undefined,
    baseUrl: undefined,
    madeUpUrl: 'https://api.acme.example',
    endpoints: [],
    most: 5,
    ...wishes,
  })
}

/** The notes of the import: pointer to message. */
export function listNotes(value: object, wishes: Partial<ImportWishes> = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(importDescription(value, wishes).notes.map(({ pointer, message }) => [pointer, message]))
}
