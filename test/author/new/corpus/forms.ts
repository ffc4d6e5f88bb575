import {
  base,
  describeBody,
  describeItem,
  describeVendor,
  keyScheme,
  needs,
  type SmallDescription,
  text,
} from './describe-vendor.ts'

const number = { type: 'integer' }
const flag = { type: 'boolean' }
const query = (name: string, schema: object = text) => ({ name, in: 'query', schema })
const user = describeItem({ id: text, email: text, mfa_enabled: flag })
const users = { type: 'array', items: user }
const named = { type: 'array', items: describeItem({ id: text, slug: text }) }
const get = (properties: object, parameters: readonly object[] = []) => ({
  get: { parameters, responses: describeBody(properties) },
})
const vendor = (paths: object, more: object = {}) => ({
  openapi: '3.0.3',
  info: { title: 'Acme', version: '1' },
  servers: [{ url: base }],
  security: [{ key: [] }],
  components: { securitySchemes: { key: keyScheme } },
  paths,
  ...more,
})
const answer = (schema: object, type = 'application/json') => ({
  get: { parameters: [query('cursor')], responses: { 200: { description: 'ok', content: { [type]: { schema } } } } },
})
const page = { type: 'object', properties: { users, next_cursor: text } }
const cursor = query('cursor')
const teams = {
  '/orgs': get({ orgs: named, next_cursor: text }, [cursor]),
  '/orgs/{org}/teams': get({ teams: named, next_cursor: text }, [needs('org', 'path'), cursor]),
}

/** Lists within lists, ways to go on, answers and ids, as descriptions of real vendors write them. */
export const forms: readonly SmallDescription[] = [
  {
    situation: 'has members in teams of organizations',
    openapi: vendor({
      ...teams,
      '/orgs/{org}/teams/{team}/members': get({ members: users, next_cursor: text }, [
        needs('org', 'path'),
        needs('team', 'path'),
        cursor,
      ]),
    }),
    endpoints: ['GET /orgs/{org}/teams/{team}/members'],
    expected: { path: '/orgs/{id}/teams/{id}/members', isOfAccounts: true, outers: ['/orgs', '/orgs/{org}/teams'] },
  },
  {
    situation: 'finds teams and organizations by their slugs',
    openapi: vendor({
      '/organizations': get({ data: named, next_cursor: text }, [cursor]),
      '/organizations/{organization_slug}/teams': get({ data: named, next_cursor: text }, [
        needs('organization_slug', 'path'),
        cursor,
      ]),
      '/organizations/{organization_slug}/teams/{team_slug}/members': get({ data: users, next_cursor: text }, [
        needs('organization_slug', 'path'),
        needs('team_slug', 'path'),
        cursor,
      ]),
    }),
    endpoints: ['GET /organizations/{organization_slug}/teams/{team_slug}/members'],
    expected: {
      path: '/organizations/{slug}/teams/{slug}/members',
      outers: ['/organizations', '/organizations/{organization_slug}/teams'],
    },
  },
  {
    situation: 'has keys of members in teams of organizations, one list deeper than a connector reads',
    openapi: vendor({
      ...teams,
      '/orgs/{org}/teams/{team}/members': get({ members: users, next_cursor: text }, [
        needs('org', 'path'),
        needs('team', 'path'),
        cursor,
      ]),
      '/orgs/{org}/teams/{team}/members/{member}/keys': get({ keys: named, next_cursor: text }, [
        needs('org', 'path'),
        needs('team', 'path'),
        needs('member', 'path'),
        cursor,
      ]),
    }),
    endpoints: ['GET /orgs/{org}/teams/{team}/members/{member}/keys'],
    expected: {
      path: '/orgs/{org}/teams/{id}/members/{id}/keys',
      fields: { org: 'text' },
      outers: ['/orgs/{org}/teams', '/orgs/{org}/teams/{team}/members'],
    },
  },
  {
    situation: 'has the cursor of its next page among cursors of both directions',
    openapi: vendor({
      '/users': get(
        {
          data: users,
          paging: {
            type: 'object',
            properties: { cursors: { type: 'object', properties: { before: text, after: text } } },
          },
        },
        [query('after')],
      ),
    }),
    expected: { next: { cursor: 'paging.cursors.after', param: 'after' } },
  },
  {
    situation: 'has one name for the member and the parameter of its next page',
    openapi: vendor({ '/users': get({ users, continuation: { ...text, nullable: true } }, [query('continuation')]) }),
    expected: { next: { cursor: 'continuation', param: 'continuation' } },
  },
  {
    situation: 'has its next token beside the list under a word of its own',
    openapi: vendor({
      '/users': get({ users, pagination: { type: 'object', properties: { nextToken: text } } }, [query('nextToken')]),
    }),
    expected: { next: { cursor: 'pagination.nextToken', param: 'nextToken' } },
  },
  {
    situation: 'goes on by the id of the last item',
    openapi: vendor({ '/users': get({ data: users, has_more: flag }, [query('starting_after')]) }),
    expected: {},
  },
  {
    situation: 'goes on by an address of OData',
    openapi: vendor({ '/users': get({ value: users, '@odata.nextLink': text }, [query('$top', number)]) }),
    expected: { next: { url: '@odata.nextLink' } },
  },
  {
    situation: 'goes on by a link of HAL',
    openapi: vendor({
      '/users': get(
        {
          _embedded: { type: 'object', properties: { users } },
          _links: { type: 'object', properties: { next: { type: 'object', properties: { href: text } } } },
        },
        [query('page', number)],
      ),
    }),
    expected: { next: { url: '_links.next.href' } },
  },
  {
    situation: 'is described as JSON:API, with the members of a user under attributes',
    openapi: vendor({
      '/users': get(
        {
          data: {
            type: 'array',
            items: describeItem({ id: text, type: text, attributes: describeItem({ email: text, mfa_enabled: flag }) }),
          },
          links: { type: 'object', properties: { next: text } },
        },
        [query('page[number]', number)],
      ),
    }),
    expected: { identity: 'id', next: { url: 'links.next' } },
  },
  {
    situation: 'goes on by skip and limit',
    openapi: vendor({ '/users': get({ users, total: number }, [query('skip', number), query('limit', number)]) }),
    expected: {},
  },
  {
    situation: 'tells users by a UUID of that name',
    openapi: vendor({
      '/users': answer({
        type: 'object',
        properties: {
          next_cursor: text,
          users: { type: 'array', items: describeItem({ uuid: { ...text, format: 'uuid' }, email: text }) },
        },
      }),
    }),
    expected: { identity: 'uuid' },
  },
  {
    situation: 'has ids of 64 bits',
    openapi: describeVendor({ items: describeItem({ id: { ...number, format: 'int64' }, mfa_enabled: flag }) }),
    expected: { identity: 'id' },
  },
  {
    situation: 'tells grants by two ids together',
    openapi: vendor({
      '/grants': get(
        {
          grants: { type: 'array', items: describeItem({ account_id: text, user_id: text, role: text }) },
          next_cursor: text,
        },
        [cursor],
      ),
    }),
    expected: { asks: ['account_id', 'user_id'], identity: 'account_id' },
  },
  {
    situation: 'answers in a media type of its own',
    openapi: vendor({ '/users': answer(page, 'application/vnd.acme.v2+json') }),
    expected: {},
  },
  { situation: 'answers in any media type', openapi: vendor({ '/users': answer(page, '*/*') }), expected: {} },
  {
    situation: 'answers by a range of statuses',
    openapi: vendor({
      '/users': {
        get: {
          parameters: [cursor],
          responses: { '2XX': { description: 'ok', content: { 'application/json': { schema: page } } } },
        },
      },
    }),
    expected: {},
  },
  {
    situation: 'answers by default',
    openapi: vendor({
      '/users': {
        get: {
          parameters: [cursor],
          responses: { default: { description: 'ok', content: { 'application/json': { schema: page } } } },
        },
      },
    }),
    expected: {},
  },
  {
    situation: 'puts its answer together by allOf',
    openapi: vendor({
      '/users': answer({
        allOf: [
          { type: 'object', properties: { next_cursor: text } },
          { type: 'object', properties: { users } },
        ],
      }),
    }),
    expected: {},
  },
  {
    situation: 'answers by a list or an error',
    openapi: vendor({ '/users': answer({ oneOf: [page, { type: 'object', properties: { error: text } }] }) }),
    expected: {},
  },
  {
    situation: 'has a list that may be null, by OpenAPI 3.1',
    openapi: vendor(
      {
        '/users': answer({
          type: 'object',
          properties: { users: { anyOf: [users, { type: 'null' }] }, next_cursor: text },
        }),
      },
      { openapi: '3.1.0' },
    ),
    expected: {},
  },
  {
    situation: 'refers to its parameters and answers',
    openapi: vendor(
      {
        '/users': {
          get: {
            parameters: [{ $ref: '#/components/parameters/Cursor' }],
            responses: { 200: { $ref: '#/components/responses/Users' } },
          },
        },
      },
      {
        components: {
          securitySchemes: { key: keyScheme },
          parameters: { Cursor: cursor },
          responses: { Users: { description: 'ok', content: { 'application/json': { schema: page } } } },
        },
      },
    ),
    expected: {},
  },
  {
    situation: 'keeps its paths among its components',
    openapi: vendor(
      { '/users': { $ref: '#/components/pathItems/Users' } },
      { openapi: '3.1.0', components: { securitySchemes: { key: keyScheme }, pathItems: { Users: answer(page) } } },
    ),
    expected: {},
  },
  {
    situation: 'takes two keys together, or Bearer',
    openapi: vendor(
      { '/users': answer(page) },
      {
        security: [{ a: [], b: [] }, { c: [] }],
        components: {
          securitySchemes: {
            a: keyScheme,
            b: { type: 'apiKey', in: 'header', name: 'X-Id' },
            c: { type: 'http', scheme: 'bearer' },
          },
        },
      },
    ),
    expected: {
      fields: { b: 'password' },
      headers: { 'X-Id': '{b}' },
      note: ['/security/0', 'several ways to sign in'],
    },
  },
  {
    situation: 'asks for an organization in the query of each list',
    openapi: vendor({ '/users': get({ users, next_cursor: text }, [{ ...query('org_id'), required: true }, cursor]) }),
    expected: { fields: { org_id: 'text' } },
  },
  {
    situation: 'chooses its stage and port by lists of words',
    openapi: vendor(
      { '/users': answer(page) },
      {
        servers: [
          {
            url: 'https://api.acme.example:{port}/{stage}',
            variables: {
              port: { default: '8443', enum: ['443', '8443'] },
              stage: { default: 'prod', enum: ['prod', 'test'] },
            },
          },
        ],
      },
    ),
    expected: { baseUrl: 'https://api.acme.example:8443/prod' },
  },
  {
    situation: 'has a space in its path',
    openapi: vendor({ '/all users': answer(page) }),
    expected: { refused: 'its path cannot be requested' },
  },
  {
    situation: 'has users by their ids in an object',
    openapi: vendor({ '/users': answer({ type: 'object', additionalProperties: user }) }),
    expected: { refused: 'its answer has no list of objects' },
  },
  {
    situation: 'lists by a POST alone',
    openapi: vendor({ '/users/search': { post: { responses: describeBody({ users, next_cursor: text }) } } }),
    expected: { refused: 'has no GET' },
  },
]
