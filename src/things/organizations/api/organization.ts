import { z } from '@hono/zod-openapi'
import { defaultDueDays, dueDaysMax } from '../../../checks/findings/due.ts'
import { ApiError } from '../../../errors/index.ts'
import { createFilledTextSchema, timestamp } from '../../../service/api/schemas/text-schema.ts'
import type { OrganizationProfile } from '../../../service/records/organization-profiles.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import type { Caller } from '../../api/callers/caller.ts'
import { defineRoute } from '../../api/route.ts'
import type { Runtime } from '../../runtime/runtime.ts'

const dayCount = z.int().min(1).max(dueDaysMax)

const DueDaysSchema = z
  .strictObject({ critical: dayCount, high: dayCount, medium: dayCount, low: dayCount, info: dayCount })
  .openapi('DueDays', { example: defaultDueDays })

const Organization = z
  .object({
    id: z.string().openapi({ example: 'org_1' }),
    name: z.string().openapi({ example: 'Acme' }),
    slug: z.string().nullable().openapi({ example: 'acme' }),
    logo: z.string().nullable().openapi({ description: 'URL.', example: 'https://acme.example/logo.svg' }),
    website: z.string().nullable().openapi({ description: 'URL.', example: 'https://acme.example' }),
    primaryColor: z.string().nullable().openapi({ description: 'CSS colour.', example: '#00aa77' }),
    metadata: z
      .custom<OrganizationProfile['metadata']>()
      .openapi({ type: ['object', 'null'], additionalProperties: true, example: { industry: 'software' } }),
    createdAt: timestamp,
    keepsInventories: z.boolean().openapi({ description: 'Whether the newest inventories of connections are kept.' }),
    dueDays: DueDaysSchema.openapi({ description: 'Days until a finding is due, by its severity.' }),
    timeZone: z.string().openapi({ description: 'Digests of notices come at eight there.', example: 'Europe/Berlin' }),
    authType: z.enum(['api-key', 'session']).openapi({ description: 'How the caller proved their identity.' }),
  })
  .openapi('Organization')

export const getOrganization = defineRoute({
  method: 'get',
  path: '/v1/organization',
  operationId: 'OrganizationController_getOrganization_v1',
  tag: 'Organization',
  summary: "Read the caller's organization",
  scope: 'organization:read',
  answer: { status: 200, description: 'The organization of the API key or token.', schema: Organization },
  problems: [404],
  handle: ({ caller }, { runtime }) => showOrganization(caller, runtime),
})

const OrganizationChanges = z
  .strictObject({
    keepsInventories: z
      .boolean()
      .optional()
      .openapi({ description: 'false deletes the inventories that are there, and later runs keep none.' }),
    dueDays: DueDaysSchema.partial()
      .optional()
      .openapi({
        description: 'Failing findings get their day by the new days, unless somebody has set it.',
        example: { critical: 3 },
      }),
    timeZone: createFilledTextSchema({ max: 100 })
      .optional()
      .openapi({ description: 'Name of a time zone.', example: 'Europe/Berlin' }),
  })
  .refine((changes) => Object.keys(changes).length > 0, 'must have a setting')
  .openapi('OrganizationChanges')

export const updateOrganization = defineRoute({
  method: 'patch',
  path: '/v1/organization',
  operationId: 'OrganizationController_updateOrganization_v1',
  tag: 'Organization',
  summary: "Change a setting of the caller's organization",
  scope: 'people:write',
  body: [createJsonBody(OrganizationChanges)],
  answer: { status: 200, description: 'The organization.', schema: Organization },
  audit: { action: 'organization.update' },
  problems: [404],
  handle: async ({ caller, body: { keepsInventories, dueDays: days, timeZone } }, { runtime }) => {
    const { organizationId } = caller
    // First, because it is the one that may be refused.
    if (timeZone !== undefined) await runtime.webhooks.setTimeZone({ organizationId, timeZone })
    if (keepsInventories !== undefined) await runtime.inventories.setKeeping({ organizationId, keepsInventories })
    if (days !== undefined) await runtime.findings.setDueDays({ organizationId, days })
    return showOrganization(caller, runtime)
  },
})

async function showOrganization({ organizationId, authType }: Caller, runtime: Runtime) {
  const found = await runtime.organizations.settings(organizationId)
  if (!found) throw new ApiError('The organization of this API key does not exist any more.', { code: 'NOT_FOUND' })
  const { organization, profile, ...settings } = found
  const { id, name, createdAtMs } = organization
  return { id, name, ...profile, createdAt: new Date(createdAtMs).toISOString(), ...settings, authType }
}
