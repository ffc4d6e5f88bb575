import { z } from '@hono/zod-openapi'
import { ApiError } from '../../../errors/index.ts'
import { Done, done } from '../../../service/api/schemas/done.ts'
import { createFilledTextSchema, ownId, timestamp } from '../../../service/api/schemas/text-schema.ts'
import { nameLengthMax } from '../../../service/records/text-limits.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { findOwnerId } from '../../api/callers/caller.ts'
import { demandGrant } from '../../api/callers/demand-grant.ts'
import { defineRoute } from '../../api/route.ts'
import type { SignInIssuer } from '../sign-in-issuers.ts'
import { trialSteps } from '../trial-steps.ts'

const tag = 'People'

const NewIssuer = z
  .strictObject({
    name: createFilledTextSchema({ max: nameLengthMax }).openapi({ example: 'Acme sign-in' }),
    issuer: createFilledTextSchema({ max: 500 }).openapi({
      description: 'Issuer identifier, exactly as the provider publishes it.',
      example: 'https://login.acme.example',
    }),
    clientId: createFilledTextSchema({ max: 500 }).openapi({ example: 'checkwright' }),
    clientSecret: createFilledTextSchema({ max: 2_000 })
      .optional()
      .openapi({ description: 'Left out: a public client.', example: 'its-client-secret' }),
  })
  .openapi('NewSignInIssuer')

const IssuerSchema = z
  .object({
    id: z.string().openapi({ example: '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d33' }),
    name: z.string().openapi({ example: 'Acme sign-in' }),
    issuer: z.string().openapi({ example: 'https://login.acme.example' }),
    clientId: z.string().openapi({ example: 'checkwright' }),
    hasSecret: z.boolean().openapi({ example: true }),
    domains: z.array(z.string()).openapi({
      description: 'Domains whose verified addresses bind a person without an invitation. An operator sets them.',
      example: [],
    }),
    redirectUri: z.string().openapi({
      description: 'Register exactly this URI at the provider.',
      example: 'https://checks.example.com/sign-in/callback/019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d33',
    }),
    createdAt: timestamp,
    createdBy: z.string().nullable().openapi({ description: 'The person who added it, if known.', example: 'usr_1' }),
    isMakerGone: z.boolean().openapi({
      description:
        'Whether that person is no administrator any more. It goes on signing people in: make sure that you still trust it.',
      example: false,
    }),
  })
  .openapi('SignInIssuer')

export const createSignInIssuer = defineRoute({
  method: 'post',
  path: '/v1/sign-in-issuers',
  operationId: 'PeopleController_createSignInIssuer_v1',
  tag,
  summary: 'Register an OpenID provider that signs people in to this organization',
  description:
    'It signs invited people in to this organization only. Whoever decides how people sign in could sign in as an administrator, so a key or token needs every scope of one.',
  scope: 'people:write',
  body: [createJsonBody(NewIssuer)],
  answer: { status: 201, description: 'The issuer, without its secret.', schema: IssuerSchema },
  audit: { action: 'sign-in-issuer.create' },
  handle: async ({ body, caller }, { runtime }) => {
    demandGrant(caller, 'admin')
    return toWireIssuer(
      await runtime.signInIssuers.create({
        ...body,
        organizationId: caller.organizationId,
        createdBy: findOwnerId(caller),
      }),
    )
  },
})

export const listSignInIssuers = defineRoute({
  method: 'get',
  path: '/v1/sign-in-issuers',
  operationId: 'PeopleController_listSignInIssuers_v1',
  tag,
  summary: 'List the OpenID providers of the organization',
  scope: 'people:read',
  answer: {
    status: 200,
    description: 'The issuers, without their secrets.',
    schema: z.object({ data: z.array(IssuerSchema) }).openapi('SignInIssuerList'),
  },
  handle: async ({ caller: { organizationId } }, { runtime }) => ({
    data: (await runtime.signInIssuers.list({ organizationId })).map(toWireIssuer),
  }),
})

const TrialSchema = z
  .object({
    isBroken: z
      .boolean()
      .openapi({ description: 'Whether something is broken, so that nobody can sign in.', example: true }),
    steps: z.array(
      z
        .object({
          step: z.enum(trialSteps),
          outcome: z.enum(['ok', 'broken', 'unknown']).openapi({
            description: '`unknown`: the answer does not show it, or an earlier step failed.',
            example: 'broken',
          }),
          rule: z.string().nullable().openapi({
            description: 'The rule that failed, as the audit log names it when a sign-in is refused.',
            example: 'token.invalid_client',
          }),
          message: z.string().openapi({
            example: 'It refuses the client. Check the client id, and enter the secret again.',
          }),
        })
        .openapi('SignInIssuerTrialStep'),
    ),
  })
  .openapi('SignInIssuerTrial')

export const testSignInIssuer = defineRoute({
  method: 'post',
  path: '/v1/sign-in-issuers/{issuerId}/test',
  operationId: 'PeopleController_testSignInIssuer_v1',
  tag,
  summary: 'Try everything that a sign-in asks of an OpenID provider, before anybody signs in',
  scope: 'people:write',
  params: z.object({ issuerId: ownId }),
  answer: { status: 200, description: 'What was tried, and what failed.', schema: TrialSchema },
  audit: { action: 'sign-in-issuer.test' },
  handle: async ({ params: { issuerId: id }, caller: { organizationId } }, { runtime }) => {
    const { isBroken, steps } = await runtime.signInIssuers.test({ organizationId, id })
    return { isBroken, steps: [...steps] }
  },
})

export const deleteSignInIssuer = defineRoute({
  method: 'delete',
  path: '/v1/sign-in-issuers/{issuerId}',
  operationId: 'PeopleController_deleteSignInIssuer_v1',
  tag,
  summary: 'Delete an OpenID provider, with every sign-in that it proved',
  description: 'A key or token needs every scope of an administrator.',
  scope: 'people:write',
  params: z.object({ issuerId: ownId }),
  answer: { status: 200, description: 'It is deleted.', schema: Done },
  audit: { action: 'sign-in-issuer.delete' },
  handle: async ({ params: { issuerId: id }, caller }, { runtime }) => {
    demandGrant(caller, 'admin')
    const { organizationId } = caller
    if (await runtime.signInIssuers.delete({ organizationId, id })) return done
    throw new ApiError('There is no such issuer.', { code: 'NOT_FOUND' })
  },
})

function toWireIssuer({ organizationId: _, domains, ...issuer }: SignInIssuer): z.input<typeof IssuerSchema> {
  return { ...issuer, domains: [...domains] }
}
