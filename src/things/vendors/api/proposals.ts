import { z } from '@hono/zod-openapi'
import { timestamp } from '../../../service/api/schemas/text-schema.ts'
import { defineRoute } from '../../api/route.ts'
import { listVendorProposals } from '../reading/list-proposals.ts'
import { vendor } from '../thing.ts'

const VendorProposal = z
  .object({
    name: z.string().openapi({ example: 'Acme Cloud' }),
    publisher: z.string().nullable(),
    people: z
      .int()
      .nullable()
      .openapi({ description: 'How many people use it. null: no system says it.', example: 12 }),
    scopes: z.array(z.string()).openapi({ description: 'What it may do in the systems that list it.' }),
    seenIn: z.array(z.object({ connectionId: z.string(), name: z.string(), readAt: timestamp })),
  })
  .openapi('VendorProposal')

export const listVendorProposalsRoute = defineRoute({
  method: 'get',
  path: `${vendor.path}/proposals`,
  operationId: 'VendorsController_listProposals_v1',
  tag: vendor.tag,
  summary: 'List applications that systems list and no vendor names',
  description:
    'From the newest inventories of applications, the most used first. Nothing is added before somebody does.',
  scope: vendor.scopes.read,
  answer: {
    status: 200,
    description: 'The proposals, and the connections whose list is not complete.',
    schema: z
      .object({ proposals: z.array(VendorProposal), incomplete: z.array(z.string()) })
      .openapi('VendorProposals'),
  },
  handle: async ({ caller }, host) => {
    const { proposals, incomplete } = await listVendorProposals(host, caller)
    return {
      incomplete: [...incomplete],
      proposals: proposals.map(({ scopes, seenIn, ...proposal }) => ({
        ...proposal,
        scopes: [...scopes],
        seenIn: seenIn.map((each) => ({ ...each })),
      })),
    }
  },
})
