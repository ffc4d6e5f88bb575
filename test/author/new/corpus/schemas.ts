import {
  describeAnswer,
  describeBody,
  describeItem,
  describeVendor,
  type SmallDescription,
  text,
} from './describe-vendor.ts'

export const schemas: readonly SmallDescription[] = [
  {
    situation: 'is described by OpenAPI 3.1 with members beside a reference',
    openapi: describeVendor({
      openapi: '3.1.0',
      schemas: { User: { type: 'object', required: ['id'], properties: { id: text } } },
      items: { $ref: '#/components/schemas/User', properties: { mfa_enabled: { type: 'boolean' } } },
    }),
    expected: {},
  },
  {
    situation: 'puts its items together by allOf',
    openapi: describeVendor({
      schemas: { Base: describeItem({ id: text }) },
      items: { allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { mfa_enabled: { type: 'boolean' } } }] },
    }),
    expected: { identity: 'id' },
  },
  {
    situation: 'has items of two forms by oneOf and a discriminator',
    openapi: describeVendor({
      schemas: {
        Person: describeItem({ id: text, kind: text, email: text }),
        Bot: describeItem({ id: text, kind: text, owner: text }),
      },
      items: {
        oneOf: [{ $ref: '#/components/schemas/Person' }, { $ref: '#/components/schemas/Bot' }],
        discriminator: { propertyName: 'kind' },
      },
    }),
    expected: { identity: 'id' },
  },
  {
    situation: 'has items that are null or an object by anyOf',
    openapi: describeVendor({ openapi: '3.1.0', items: { anyOf: [{ type: 'null' }, describeItem({ id: text })] } }),
    expected: { identity: 'id' },
  },
  {
    situation: 'has members that may be null, by nullable',
    openapi: describeVendor({
      items: describeItem({ id: text, mfa_enabled: { type: 'boolean', nullable: true } }, ['id']),
    }),
    expected: { identity: 'id' },
  },
  {
    situation: 'has members that may be null, by lists of types',
    openapi: describeVendor({
      openapi: '3.1.0',
      items: describeItem({ id: { type: ['integer', 'null'] }, mfa_enabled: { type: ['null', 'boolean'] } }),
    }),
    expected: { identity: 'id' },
  },
  {
    situation: 'has items that hold items of the same form',
    openapi: describeVendor({
      schemas: {
        Unit: describeItem({
          id: text,
          parent: { $ref: '#/components/schemas/Unit' },
          children: { type: 'array', items: { $ref: '#/components/schemas/Unit' } },
        }),
      },
      items: { $ref: '#/components/schemas/Unit' },
    }),
    expected: { identity: 'id' },
  },
  {
    situation: 'refers to itself without end',
    openapi: describeVendor({
      schemas: { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } },
      items: { $ref: '#/components/schemas/A' },
    }),
    expected: { refused: 'or refers to itself' },
  },
  {
    situation: 'has its path in another place, with members beside the reference',
    openapi: describeVendor({
      openapi: '3.1.0',
      path: '/groups',
      components: { pathItems: { Users: { get: { responses: describeAnswer(describeItem({ id: text })) } } } },
      morePaths: {
        '/users': {
          $ref: '#/components/pathItems/Users',
          parameters: [{ name: 'cursor', in: 'query', schema: text }],
        },
      },
    }),
    endpoints: ['GET /users'],
    expected: { path: '/users' },
  },
  {
    situation: 'has parts of its description by anchors of YAML',
    openapi: `openapi: 3.0.3
info: { title: Acme, version: '1' }
servers: [{ url: https://api.acme.example/v1 }]
security: [{ key: [] }]
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
x-cursor: &cursor { name: cursor, in: query, schema: { type: string } }
x-list: &list
  type: object
  properties:
    next_cursor: { type: string }
    users: { type: array, items: { type: object, required: [id], properties: { id: { type: string } } } }
paths:
  /users:
    get:
      parameters: [*cursor]
      responses: { '200': { description: fine, content: { application/json: { schema: *list } } } }
`,
    expected: { identity: 'id' },
  },
  {
    situation: 'has its answers in other files',
    openapi: describeVendor({ items: { $ref: './schemas/user.yaml#/User' } }),
    expected: { refused: 'Bundle the description into one file first' },
  },
  {
    situation: 'shows an example in place of a schema',
    openapi: describeVendor({
      morePaths: {
        '/users': {
          get: {
            parameters: [{ name: 'cursor', in: 'query', schema: text }],
            responses: {
              200: {
                description: 'fine',
                content: {
                  'application/json': { example: { next_cursor: 'c', users: [{ id: 'u1', mfa_enabled: true }] } },
                },
              },
            },
          },
        },
      },
    }),
    expected: { identity: 'id' },
  },
  {
    situation: 'has users by their ids, and no list',
    openapi: describeVendor({
      morePaths: {
        '/users': {
          get: {
            responses: {
              200: {
                description: 'fine',
                content: {
                  'application/json': {
                    schema: { type: 'object', additionalProperties: describeItem({ email: text }) },
                  },
                },
              },
            },
          },
        },
      },
    }),
    expected: { refused: 'its answer has no list of objects' },
  },
  {
    situation: 'has an example of an id that is empty',
    openapi: describeVendor({
      items: describeItem({ id: { type: 'string', example: '' }, mfa_enabled: { type: 'boolean' } }),
    }),
    expected: { identity: 'id' },
  },
  {
    situation: 'numbers its pages from zero, as its prose alone says',
    openapi: describeVendor({
      morePaths: {
        '/users': {
          get: {
            parameters: [
              { name: 'page', in: 'query', description: 'Pages are numbered from zero.', schema: { type: 'integer' } },
            ],
            responses: describeBody({ users: { type: 'array', items: describeItem({ id: text }) } }),
          },
        },
      },
    }),
    expected: { identity: 'id' },
  },
  {
    situation: 'answers in XML',
    openapi: describeVendor({
      morePaths: {
        '/users': {
          get: { responses: { 200: { description: 'fine', content: { 'application/xml': { schema: {} } } } } },
        },
      },
    }),
    expected: { refused: 'application/xml, not JSON' },
  },
  {
    situation: 'lists names only',
    openapi: describeVendor({ items: text }),
    expected: { refused: 'its answer has no list of objects' },
  },
  {
    situation: 'can only be written to',
    openapi: describeVendor({ morePaths: { '/users': { post: { responses: {} } } } }),
    expected: { refused: 'The description has no GET' },
  },
]
