import { z } from '@hono/zod-openapi'
import { createBase64Schema } from '../../../service/api/schemas/base64.ts'
import { createFilledTextSchema } from '../../../service/api/schemas/text-schema.ts'
import { languages } from '../../../service/records/appearances.ts'
import { logoBytesMax } from '../../../service/records/logo.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { defineRoute } from '../../api/route.ts'
import type { Runtime } from '../../runtime/runtime.ts'

const tag = 'Organization'
const path = '/v1/organization/appearance'

const AppearanceSchema = z
  .object({
    name: z.string().openapi({ description: 'What pages and reports are called.', example: 'Acme Trust' }),
    colour: z
      .string()
      .nullable()
      .openapi({ description: 'null: the colours that pages come with.', example: '#1d5a9e' }),
    language: z
      .enum(languages)
      .nullable()
      .openapi({ description: 'null: the one that the browser of each reader asks for.' }),
    hasLogo: z.boolean(),
    own: z
      .object({
        name: z.string().nullable(),
        colour: z.string().nullable(),
        language: z.enum(languages).nullable(),
        hasLogo: z.boolean(),
      })
      .openapi({ description: 'What the organization has set itself. null: as the platform.' }),
  })
  .openapi('Appearance')

const answer = { status: 200, description: 'The appearance in force.', schema: AppearanceSchema } as const

export const getAppearance = defineRoute({
  method: 'get',
  path,
  operationId: 'OrganizationController_getAppearance_v1',
  tag,
  summary: 'Read the name, colour, language and logo of pages and reports',
  scope: 'organization:read',
  answer,
  handle: ({ caller }, { runtime }) => showAppearance(caller.organizationId, runtime),
})

export const updateAppearance = defineRoute({
  method: 'patch',
  path,
  operationId: 'OrganizationController_updateAppearance_v1',
  tag,
  summary: 'Change the name, colour, language or logo of pages and reports',
  description: 'null takes a value away, so that the one of the platform counts.',
  scope: 'people:write',
  body: [
    createJsonBody(
      z
        .strictObject({
          name: createFilledTextSchema({ max: 60 }).nullable().optional().openapi({ example: 'Acme Trust' }),
          colour: createFilledTextSchema({ max: 7 }).nullable().optional().openapi({ example: '#1d5a9e' }),
          language: z.enum(languages).nullable().optional(),
          logo: z
            .strictObject({ content: createBase64Schema({ bytesMax: logoBytesMax }) })
            .nullable()
            .optional()
            .openapi({ description: 'A PNG, JPEG or WebP image of at most 100 kB that does not move.' }),
        })
        .refine((changes) => Object.keys(changes).length > 0, 'must have a setting')
        .openapi('AppearanceChanges'),
    ),
  ],
  answer,
  audit: { action: 'appearance.update', target: () => null },
  problems: [404],
  handle: async ({ caller, body: { logo, ...changes } }, { runtime }) => {
    const { organizationId } = caller
    await runtime.appearance.set({
      organizationId,
      changes: { ...changes, logo: logo === null ? null : logo?.content },
    })
    return showAppearance(organizationId, runtime)
  },
})

async function showAppearance(organizationId: string, { appearance }: Pick<Runtime, 'appearance'>) {
  const [{ logo, ...shown }, own] = await Promise.all([
    appearance.get({ organizationId }),
    appearance.own({ organizationId }),
  ])
  const { logo: ownLogo, ...set } = own
  return { ...shown, hasLogo: logo !== null, own: { ...set, hasLogo: ownLogo !== null } }
}
