import { describeAnswer, describeItem, describeVendor, needs, type SmallDescription, text } from './describe-vendor.ts'

const number = { type: 'integer' }
const flag = { type: 'boolean' }
const of = (properties: object, required?: readonly string[]) =>
  describeVendor({ items: describeItem(properties, required) })

export const identities: readonly SmallDescription[] = [
  {
    situation: 'names the organization of a user first',
    openapi: of({ organization_id: text, user_id: text, is_admin: flag }),
    expected: { identity: 'user_id' },
  },
  {
    situation: 'has memberships with the user inside',
    openapi: of({ organization_id: text, is_admin: flag, user: describeItem({ id: text, email: text }) }),
    expected: { identity: 'user.id' },
  },
  {
    situation: 'has memberships that name a user and a team',
    openapi: describeVendor({ path: '/assignments', items: describeItem({ team_id: text, role_id: text }) }),
    expected: { asks: ['team_id', 'role_id'] },
  },
  {
    situation: 'finds a user again by another member',
    openapi: describeVendor({
      items: describeItem({ account_id: text, handle: text, email: text }),
      morePaths: {
        '/users/{account_id}': {
          get: { parameters: [needs('account_id', 'path')], responses: { 200: { description: 'fine' } } },
        },
      },
    }),
    expected: { identity: 'account_id' },
  },
  {
    situation: 'has ids that may be null',
    openapi: of({ id: { type: 'string', nullable: true }, email: text }),
    expected: { identity: 'id' },
  },
  {
    situation: 'numbers its users',
    openapi: of({ id: number, mfa_enabled: flag }),
    expected: { identity: 'id' },
  },
  {
    situation: 'numbers its users, and may leave the number out',
    openapi: of({ id: number, mfa_enabled: flag }, ['mfa_enabled']),
    expected: { identity: 'id' },
  },
  {
    situation: 'tells users by their address',
    openapi: of({ email: text, name: text, mfa_enabled: flag }),
    expected: { identity: 'email' },
  },
  {
    situation: 'has a login and an address',
    openapi: of({ name: text, username: text, email: text }),
    expected: { identity: 'username' },
  },
  {
    situation: 'has nothing that tells one item from another',
    openapi: of({ mfa_enabled: flag, created_at: { type: 'string', format: 'date-time' } }),
    expected: { refused: 'its items have no member that tells one from another' },
  },
  {
    situation: 'has lists in its lists, with ids that differ in one list only',
    openapi: describeVendor({
      path: '/teams',
      items: describeItem({ id: text, name: text }),
      morePaths: {
        '/teams/{team_id}/members': {
          get: {
            parameters: [needs('team_id', 'path'), { name: 'cursor', in: 'query', schema: text }],
            responses: describeAnswer(describeItem({ position: number, user_id: text })),
          },
        },
      },
    }),
    endpoints: ['GET /teams/{team_id}/members'],
    expected: { path: '/teams/{id}/members', identity: 'user_id' },
  },
  {
    situation: 'calls its list a collection, as Calendly does',
    openapi: describeVendor({
      path: '/organization_memberships',
      morePaths: {
        '/organization_memberships': {
          get: {
            parameters: [{ name: 'page_token', in: 'query', schema: text }],
            responses: {
              200: {
                description: 'fine',
                content: {
                  'application/json': {
                    schema: describeItem({
                      collection: {
                        type: 'array',
                        items: describeItem({ uri: text, role: text, user: describeItem({ email: text }) }),
                      },
                      pagination: describeItem({ next_page_token: { type: 'string', nullable: true } }),
                    }),
                  },
                },
              },
            },
          },
        },
      },
    }),
    expected: { identity: 'uri', isOfAccounts: true },
  },
  {
    situation: 'lists the ids of a verification where it has a user',
    openapi: describeVendor({
      path: '/user',
      morePaths: {
        '/user': {
          get: {
            parameters: [{ name: 'cursor', in: 'query', schema: text }],
            responses: {
              200: {
                description: 'fine',
                content: {
                  'application/json': {
                    schema: describeItem({
                      next_cursor: text,
                      verificationIds: { type: 'array', items: describeItem({ id: text, type: text }) },
                    }),
                  },
                },
              },
            },
          },
        },
      },
    }),
    expected: { identity: 'id', isOfAccounts: false },
  },
]
