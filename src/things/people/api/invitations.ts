import { z } from '@hono/zod-openapi'
import { createFilledTextSchema, foreignId, timestamp } from '../../../service/api/schemas/text-schema.ts'
import { titleLengthMax } from '../../../service/records/text-limits.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { findOwnerId, isOperator } from '../../api/callers/caller.ts'
import { demandGrant } from '../../api/callers/demand-grant.ts'
import { defineRoute } from '../../api/route.ts'

/** What the grant gives, wherever it is set. */
export const readsPeopleHelp =
  'For a viewer: whether they may read evidence that names people, such as inventories, the exchanges that list them and whole bundles. @default false'

const day = z.iso.date().openapi({ example: '2026-01-01' })

const NewInvitation = z
  .strictObject({
    role: z.enum(['viewer', 'member', 'admin']),
    userId: foreignId.optional().openapi({ description: 'An existing person of the organization.', example: 'usr_1' }),
    name: createFilledTextSchema({ max: titleLengthMax })
      .optional()
      .openapi({ description: 'You give it for a new person.', example: 'Ada' }),
    email: createFilledTextSchema({ max: 320 })
      .optional()
      .openapi({ description: 'You give it for a new person.', example: 'ada@acme.example' }),
    periodFrom: day
      .optional()
      .openapi({ description: 'For a viewer: the first day, in UTC, of the runs that they see.' }),
    periodTo: day.optional().openapi({ description: 'For a viewer: the last day.' }),
    readsPeople: z.boolean().optional().openapi({ description: readsPeopleHelp }),
  })
  .openapi('NewInvitation')

export const createInvitation = defineRoute({
  method: 'post',
  path: '/v1/invitations',
  operationId: 'PeopleController_createInvitation_v1',
  tag: 'People',
  summary: 'Invite a person',
  description:
    'The link binds the account that its first user signs in with to the person, once, within seven days. It is shown only this once. Give it to this person only. It works only while the person who made it, or the key that made it, may invite people. A key or token needs every scope of the role that it gives.',
  scope: 'people:write',
  body: [createJsonBody(NewInvitation)],
  answer: {
    status: 201,
    description: 'The link.',
    once: true,
    schema: z
      .object({
        userId: z.string().openapi({ example: 'usr_1' }),
        url: z.string().openapi({ example: 'https://checks.example.com/invitation?token=…' }),
        expiresAt: timestamp,
      })
      .openapi('Invitation'),
  },
  audit: { action: 'person.invite', target: ({ userId }) => userId },
  problems: [403, 404],
  handle: async ({ body, caller }, { runtime }) => {
    const { organizationId } = caller
    demandGrant(caller, body.role, body.readsPeople)
    const asOperator = await isOperator(runtime, caller)
    const invitation = { ...body, organizationId, asOperator, invitedBy: findOwnerId(caller) }
    const { userId, token, expiresAt } = await runtime.people.invite(invitation)
    return { userId, expiresAt, url: `${runtime.publicUrl}/invitation?token=${token}` }
  },
})
