import { z } from '@hono/zod-openapi'
import { ApiError } from '../../../errors/index.ts'
import { Done, done } from '../../../service/api/schemas/done.ts'
import { createPageSchema, pageQuery } from '../../../service/api/schemas/page-cursor.ts'
import { createForeignCursorError } from '../../../service/api/schemas/place-cursor.ts'
import { foreignId, timestamp } from '../../../service/api/schemas/text-schema.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { type Caller, isOperator } from '../../api/callers/caller.ts'
import { demandGrant } from '../../api/callers/demand-grant.ts'
import { defineRoute } from '../../api/route.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { readsPeopleHelp } from './invitations.ts'

const tag = 'People'
const role = z.enum(['viewer', 'member', 'admin'])
const day = z.iso.date().openapi({ example: '2026-01-01' })
const params = z.object({ userId: foreignId })

const UserSchema = z
  .object({
    id: z.string().openapi({ example: 'usr_1' }),
    name: z.string().openapi({ example: 'Ada' }),
    email: z.string().openapi({ example: 'ada@acme.example' }),
    state: z.enum(['active', 'invited', 'deactivated', 'removed', 'unassigned']).openapi({
      description:
        '`invited`: has no role yet, and an invitation. `removed`: has no role any more. `unassigned`: known by name only, and your own sign-in decides what they may do.',
      example: 'active',
    }),
    role: role.nullable().openapi({ example: 'viewer' }),
    periodFrom: z
      .string()
      .nullable()
      .openapi({ description: 'Of a viewer: first day, in UTC.', example: '2026-01-01' }),
    periodTo: z.string().nullable().openapi({ description: 'Of a viewer: last day.', example: '2026-12-31' }),
    readsPeople: z.boolean().openapi({
      description: 'Of a viewer: whether they may read evidence that names people.',
      example: false,
    }),
    isOperator: z.boolean().openapi({ example: false }),
    signsInWith: z
      .array(z.string())
      .openapi({ description: 'Names of the issuers that prove who they are.', example: ['Acme sign-in'] }),
    invitation: z
      .object({
        role,
        periodFrom: z.string().nullable(),
        periodTo: z.string().nullable(),
        readsPeople: z.boolean(),
        expiresAt: timestamp,
      })
      .nullable()
      .openapi({ description: 'What they get when they use it. Its link was shown once.', example: null }),
    lastSeenAt: timestamp
      .nullable()
      .openapi({ description: 'When a session that they still have was last used, rounded to the minute.' }),
  })
  .openapi('User')

export const listUsers = defineRoute({
  method: 'get',
  path: '/v1/users',
  operationId: 'PeopleController_listUsers_v1',
  tag,
  summary: 'List the people of the organization, by name',
  scope: 'people:read',
  query: z.strictObject({
    ...pageQuery,
    // It has the host's own id, in up to four bytes a character.
    cursor: z.string().max(1_500).optional().openapi({ description: 'nextCursor of the previous page.' }),
  }),
  answer: {
    status: 200,
    description: 'One page of everybody: with a role, invited, deactivated or removed.',
    schema: createPageSchema(UserSchema).openapi('UserPage'),
  },
  handle: async ({ query: { limit, cursor }, caller: { organizationId } }, { runtime }) => {
    const found = await runtime.people.listPage({ organizationId, limit: limit + 1, after: parsePersonCursor(cursor) })
    const page = found.slice(0, limit)
    const last = found.length > limit ? page.at(-1) : undefined
    return { data: page.map(toWireUser), nextCursor: last === undefined ? null : formatPersonCursor(last.id) }
  },
})

const UserChanges = z
  .strictObject({
    role: role.optional(),
    periodFrom: day.nullish().openapi({ description: 'For a viewer: the first day of the runs that they see.' }),
    periodTo: day.nullish().openapi({ description: 'For a viewer: the last day.' }),
    readsPeople: z.boolean().optional().openapi({ description: readsPeopleHelp }),
    deactivated: z
      .boolean()
      .optional()
      .openapi({ description: 'true: they are signed out at once, and their API keys do not work.' }),
  })
  .refine(
    ({ role: wantedRole, periodFrom, periodTo, readsPeople }) =>
      wantedRole !== undefined || (periodFrom ?? periodTo ?? readsPeople ?? null) === null,
    {
      path: ['role'],
      error: 'is required with a period or readsPeople',
    },
  )
  .openapi('UserChanges', { example: { role: 'viewer', periodFrom: '2026-01-01', periodTo: '2026-12-31' } })

export const updateUser = defineRoute({
  method: 'patch',
  path: '/v1/users/{userId}',
  operationId: 'PeopleController_updateUser_v1',
  tag,
  summary: 'Give a person a role, deactivate them, or activate them again',
  description:
    'The last administrator keeps the role. Only operators change an operator of the platform. A key or token needs every scope of the role that it gives, and of the one of somebody whom it activates.',
  scope: 'people:write',
  params,
  body: [createJsonBody(UserChanges)],
  answer: { status: 200, description: 'The person.', schema: UserSchema },
  audit: { action: 'person.update' },
  problems: [403, 404, 409],
  handle: async ({ params: { userId }, body, caller }, { runtime }) => {
    const ref = { organizationId: caller.organizationId, userId }
    const { role: present, readsPeople: mayReadPeople } = await demandUser(runtime, ref)
    const asOperator = await isOperator(runtime, caller)
    const { role: wantedRole, deactivated, periodFrom, periodTo, readsPeople } = body
    if (wantedRole) demandGrant(caller, wantedRole, readsPeople)
    else if (deactivated === false && present) demandGrant(caller, present, mayReadPeople)
    if (wantedRole)
      await runtime.people.setRole({ ...ref, asOperator, role: wantedRole, periodFrom, periodTo, readsPeople })
    if (deactivated !== undefined) await runtime.people.setActive({ ...ref, asOperator, active: !deactivated })
    return toWireUser(await demandUser(runtime, ref))
  },
})

export const deleteUser = defineRoute({
  method: 'delete',
  path: '/v1/users/{userId}',
  operationId: 'PeopleController_deleteUser_v1',
  tag,
  summary: 'Remove a person from the organization',
  description:
    'Ends their role, sessions, links, invitations, API keys and sign-ins. Their name stays beside what they did.',
  scope: 'people:write',
  params,
  answer: { status: 200, description: 'They are removed.', schema: Done },
  audit: { action: 'person.remove' },
  problems: [403, 404, 409],
  handle: async ({ params: { userId }, caller }, { runtime }) => {
    const ref = { organizationId: caller.organizationId, userId }
    await demandUser(runtime, ref)
    await runtime.people.remove({ ...ref, asOperator: await isOperator(runtime, caller) })
    return done
  },
})

export const deleteInvitation = defineRoute({
  method: 'delete',
  path: '/v1/users/{userId}/invitation',
  operationId: 'PeopleController_deleteInvitation_v1',
  tag,
  summary: 'Withdraw the invitation of a person',
  scope: 'people:write',
  params,
  answer: { status: 200, description: 'Its link no longer works.', schema: Done },
  audit: { action: 'person.withdraw-invitation' },
  handle: async ({ params: { userId }, caller: { organizationId } }, { runtime }) => {
    if (await runtime.people.withdrawInvitation({ organizationId, userId })) return done
    throw new ApiError('This person has no invitation.', { code: 'NOT_FOUND' })
  },
})

/** The place of a person in the order of names. Ids are the host's own, and may be any text. */
function formatPersonCursor(id: string): string {
  return Buffer.from(`after.${id}`).toString('base64url')
}

/** @throws ApiError 400 for an invalid cursor */
function parsePersonCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  const [, id] = /^after\.([^\0]{1,255})$/su.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (id !== undefined) return id
  throw createForeignCursorError()
}

/** @throws ApiError 404 */
async function demandUser({ people }: Runtime, ref: Pick<Caller, 'organizationId'> & { readonly userId: string }) {
  const found = await people.find(ref)
  if (found) return found
  throw new ApiError('There is no such person.', { code: 'NOT_FOUND' })
}

function toWireUser({
  role: wantedRole,
  invitation,
  lastSeenAt,
  signsInWith,
  ...person
}: Awaited<ReturnType<typeof demandUser>>): z.input<typeof UserSchema> {
  return {
    ...person,
    role: wantedRole ?? null,
    signsInWith: [...signsInWith],
    invitation: invitation ?? null,
    lastSeenAt: lastSeenAt ?? null,
  }
}
