import { z } from '@hono/zod-openapi'
import { idLengthMax } from '../../../define/index.ts'
import { ApiError } from '../../../errors/index.ts'
import { Done, done } from '../../../service/api/schemas/done.ts'
import { exampleConnectionId, toNullable } from '../../../service/api/schemas/schemas.ts'
import { createFilledTextSchema, flag, ownId, timestamp } from '../../../service/api/schemas/text-schema.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { defineListRoute } from '../../api/list-route.ts'
import { defineRoute } from '../../api/route.ts'
import { findJudge } from '../../people/reading/find-judge.ts'
import type { AccountLink, PersonAlias } from '../account-links.ts'
import { deciderId, lastDay } from './directory.ts'

const tag = 'Account Links'
const personId = createFilledTextSchema({ max: 2_200 }).openapi({ example: `${exampleConnectionId}/7` })
const reason = createFilledTextSchema({ max: 1_000 }).openapi({ example: 'The account of the build machine.' })
const provenances = ['directory', 'single-sign-on', 'email', 'domain', 'alias', 'hand'] as const

const TargetSchema = z
  .union([
    z.strictObject({ is: z.literal('out-of-scope') }),
    z.strictObject({ is: z.literal('person'), personId }),
    z.strictObject({ is: z.literal('service'), ownerId: personId.openapi({ description: 'Who answers for it.' }) }),
  ])
  .openapi('LinkTarget', { example: { is: 'out-of-scope' } })

const linkShape = {
  connectionId: ownId.openapi({ example: exampleConnectionId }),
  of: z.enum(['account', 'person']).optional().openapi({
    description: '`person`: a record of a source that is the same person as one of another. Left out: account.',
    example: 'account',
  }),
  recordId: createFilledTextSchema({ max: idLengthMax }).openapi({ description: 'At the vendor.', example: 'usr-7' }),
  to: TargetSchema,
  reason,
  expires: lastDay,
  despite: personId.optional().openapi({
    description: 'The person whom the account itself names, where you decide otherwise.',
  }),
}

const NewLink = z.strictObject({ ...linkShape, userId: deciderId }).openapi('NewAccountLink', {
  required: ['connectionId', 'recordId', 'to', 'reason', 'expires', 'userId'],
})

const LinkSchema = z
  .object({
    id: z.string().openapi({ example: '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d44' }),
    connectionId: z.string().openapi({ example: exampleConnectionId }),
    of: z.enum(['account', 'person']),
    recordId: z.string().openapi({ example: 'usr-7' }),
    to: TargetSchema,
    by: z.enum(provenances).openapi({ description: 'What it rests on. `hand`: somebody has decided.' }),
    state: z
      .enum(['holds', 'expired', 'ended'])
      .openapi({ description: '`ended`: it was revoked, or another one is in its place.', example: 'holds' }),
    at: timestamp,
    actor: z.string().nullable().openapi({ example: 'ada@acme.example' }),
    reason: z.string().nullable().openapi({ example: 'The account of the build machine.' }),
    expires: z.string().nullable().openapi({ example: '2026-12-31' }),
    despite: z.string().nullable().openapi({ example: null }),
    endedAt: timestamp.nullable(),
    endedBy: z.string().nullable().openapi({ example: null }),
  })
  .openapi('AccountLink')

export const listAccountLinks = defineListRoute({
  path: '/v1/account-links',
  operationId: 'AccountLinksController_list_v1',
  tag,
  summary: 'List whose accounts are, with who or what says so, the newest first',
  scope: 'people:read',
  query: {
    connectionId: ownId.optional().openapi({ example: exampleConnectionId }),
    personId: personId.optional(),
    by: z.enum(provenances).optional(),
    ended: flag.optional().openapi({ description: 'Also those that were revoked or replaced.' }),
  },
  answer: 'One page of links.',
  item: LinkSchema,
  page: 'AccountLinkPage',
  by: 'createdAtMs',
  list: ({ query, page }, { runtime }) => runtime.accountLinks.list({ ...page, ...query }),
  toItem: toWireLink,
})

export const createAccountLink = defineRoute({
  method: 'post',
  path: '/v1/account-links',
  operationId: 'AccountLinksController_create_v1',
  tag,
  summary: 'Say whose an account is',
  description:
    'It replaces the link of the account, and holds until its last day. Where the account itself names somebody else for sure, the account needs review until you name them in `despite`.',
  scope: 'people:write',
  body: [createJsonBody(NewLink)],
  answer: { status: 201, description: 'The link.', schema: LinkSchema },
  problems: [404],
  audit: { action: 'account_link.create' },
  handle: async ({ body: { userId, ...link }, caller }, host) => {
    const { email, name } = await findJudge(host, caller, userId)
    const { organizationId } = caller
    return toWireLink(await host.runtime.accountLinks.create({ ...link, organizationId, actor: email || name }))
  },
})

export const decideAccountLinks = defineRoute({
  method: 'post',
  path: '/v1/account-links/decisions',
  operationId: 'AccountLinksController_decide_v1',
  tag,
  summary: 'Say whose several accounts are, all or none',
  description:
    'GET /v1/accounts?filter=proposed lists what somebody has to decide about, with the people whom each may belong to and why.',
  scope: 'people:write',
  body: [
    createJsonBody(
      z
        .strictObject({
          decisions: z
            .array(z.strictObject({ ...linkShape, reason: reason.optional(), expires: lastDay.optional() }))
            .min(1)
            .max(500),
          reason: reason.openapi({ description: 'Of decisions without a reason of their own.' }),
          expires: lastDay,
          userId: deciderId,
        })
        .openapi('AccountLinkDecisions', { required: ['decisions', 'reason', 'expires', 'userId'] }),
      { bytesMax: 4 * 1024 * 1024 },
    ),
  ],
  answer: {
    status: 201,
    description: 'The links.',
    schema: z.object({ data: z.array(LinkSchema) }).openapi('AccountLinkList'),
  },
  problems: [404],
  audit: { action: 'account_link.create', target: () => null },
  handle: async ({ body: { userId, decisions, ...shared }, caller }, host) => {
    const { email, name } = await findJudge(host, caller, userId)
    const links = decisions.map(({ reason: own, expires, ...link }) => ({
      ...link,
      reason: own ?? shared.reason,
      expires: expires ?? shared.expires,
    }))
    const { organizationId } = caller
    const made = await host.runtime.accountLinks.createAll({ organizationId, links, actor: email || name })
    return { data: made.map(toWireLink) }
  },
})

export const revokeAccountLink = defineRoute({
  method: 'delete',
  path: '/v1/account-links/{linkId}',
  operationId: 'AccountLinksController_revoke_v1',
  tag,
  summary: 'Revoke a link: from now on it does not hold',
  scope: 'people:write',
  params: z.object({ linkId: ownId }),
  query: z.strictObject({ userId: deciderId }),
  answer: { status: 200, description: 'It is revoked.', schema: Done },
  problems: [404],
  audit: { action: 'account_link.revoke' },
  handle: async ({ params: { linkId: id }, query: { userId }, caller }, host) => {
    const { organizationId } = caller
    if (!(await host.runtime.accountLinks.get({ id, organizationId }))) throw createGoneError()
    const { email, name } = await findJudge(host, caller, userId)
    if (await host.runtime.accountLinks.revoke({ id, organizationId, actor: email || name })) return done
    throw createGoneError()
  },
})

const AliasSchema = z
  .object({
    id: z.string().openapi({ example: '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d45' }),
    address: z.string().openapi({ example: 'ada.archer@acme.example' }),
    personId: z.string().openapi({ example: `${exampleConnectionId}/7` }),
    state: z.enum(['holds', 'expired']).openapi({ example: 'holds' }),
    actor: z.string().openapi({ example: 'ada@acme.example' }),
    reason: z.string().openapi({ example: 'Her former name.' }),
    at: timestamp,
    expires: z.string().openapi({ example: '2026-12-31' }),
  })
  .openapi('ConfirmedAddress')

export const listAliases = defineRoute({
  method: 'get',
  path: '/v1/directory/addresses',
  operationId: 'AccountLinksController_listAddresses_v1',
  tag,
  summary: 'List further addresses of people that somebody has confirmed',
  scope: 'people:read',
  answer: {
    status: 200,
    description: 'The addresses, in the order in which they were confirmed.',
    schema: z.object({ data: z.array(AliasSchema) }).openapi('ConfirmedAddressList'),
  },
  handle: async ({ caller: { organizationId } }, { runtime }) => ({
    data: (await runtime.accountLinks.listAliases({ organizationId })).map(toWireAlias),
  }),
})

export const confirmAlias = defineRoute({
  method: 'post',
  path: '/v1/directory/sources/{sourceId}/addresses',
  operationId: 'AccountLinksController_confirmAddress_v1',
  tag,
  summary: 'Confirm a further address of a person of a source',
  description: 'Accounts with a verified address like it are then theirs, in every connection.',
  scope: 'people:write',
  params: z.object({ sourceId: ownId }),
  body: [
    createJsonBody(
      z
        .strictObject({
          address: createFilledTextSchema({ max: 320 }).openapi({ example: 'ada.archer@acme.example' }),
          recordId: createFilledTextSchema({ max: idLengthMax }).openapi({
            description: 'The person in the source.',
            example: '7',
          }),
          reason,
          expires: lastDay,
          userId: deciderId,
        })
        .openapi('NewConfirmedAddress'),
    ),
  ],
  answer: { status: 201, description: 'The address.', schema: AliasSchema },
  problems: [404],
  audit: { action: 'account_link.create' },
  handle: async ({ params: { sourceId }, body: { userId, recordId, ...fields }, caller }, host) => {
    const { organizationId } = caller
    const sources = await host.runtime.directory.list({ organizationId })
    if (!sources.some(({ id }) => id === sourceId))
      throw new ApiError('There is no such source.', { code: 'NOT_FOUND' })
    const { email, name } = await findJudge(host, caller, userId)
    const personIdOf = `${sourceId}/${recordId}`
    return toWireAlias(
      await host.runtime.accountLinks.confirmAlias({
        ...fields,
        organizationId,
        personId: personIdOf,
        actor: email || name,
      }),
    )
  },
})

export const revokeAlias = defineRoute({
  method: 'delete',
  path: '/v1/directory/addresses/{addressId}',
  operationId: 'AccountLinksController_revokeAddress_v1',
  tag,
  summary: 'Revoke a confirmed address',
  scope: 'people:write',
  params: z.object({ addressId: ownId }),
  query: z.strictObject({ userId: deciderId }),
  answer: { status: 200, description: 'It is revoked.', schema: Done },
  problems: [404],
  audit: { action: 'account_link.revoke' },
  handle: async ({ params: { addressId: id }, query: { userId }, caller }, host) => {
    const { organizationId } = caller
    const aliases = await host.runtime.accountLinks.listAliases({ organizationId })
    if (!aliases.some((alias) => alias.id === id)) throw createGoneError()
    const { email, name } = await findJudge(host, caller, userId)
    if (await host.runtime.accountLinks.revokeAlias({ id, organizationId, actor: email || name })) return done
    throw createGoneError()
  },
})

function createGoneError(): ApiError {
  return new ApiError('There is no such link, or it was revoked.', { code: 'NOT_FOUND' })
}

function toWireLink(link: AccountLink): z.input<typeof LinkSchema> {
  const { id, connectionId, of, recordId, to, by, state, at, endedAtMs, endedBy } = link
  return {
    id,
    connectionId,
    of,
    recordId,
    to: { ...to },
    by,
    state,
    at,
    endedBy,
    actor: toNullable(link.actor),
    reason: toNullable(link.reason),
    expires: toNullable(link.expires),
    despite: toNullable(link.despite),
    endedAt: endedAtMs === null ? null : new Date(endedAtMs).toISOString(),
  }
}

function toWireAlias(alias: PersonAlias): z.input<typeof AliasSchema> {
  return { ...alias }
}
