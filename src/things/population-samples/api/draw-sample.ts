import { z } from '@hono/zod-openapi'
import { type InventoryKind, inventoryKinds } from '../../../define/index.ts'
import { exampleConnectionId } from '../../../service/api/schemas/schemas.ts'
import { createFilledTextSchema, ownId } from '../../../service/api/schemas/text-schema.ts'
import { type WireObject, wire } from '../../../service/fields/wire.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { findOwnerId } from '../../api/callers/caller.ts'
import { defineRoute } from '../../api/route.ts'
import { toWireRecord } from '../../declared/services/to-wire-record.ts'
import { sampleSizeMax, seedLengthMax } from '../limits.ts'
import { drawPopulation } from '../reading/draw-population.ts'
import { populationSample, vendorTotalMax } from '../thing.ts'

const ListSchema = z.strictObject({
  connectionId: ownId.openapi({ example: exampleConnectionId }),
  of: z.enum(inventoryKinds as [InventoryKind, ...InventoryKind[]]).openapi({ example: 'account' }),
  part: ownId.optional().openapi({ description: 'Needed if the connection has several lists of the kind.' }),
})

const DrawnSample: WireObject = z
  .object({ id: z.string(), ...wire(populationSample.all).item.shape })
  .openapi('DrawnSample')

/** Draws a sample of a list. */
export const drawSampleRoute = defineRoute({
  method: 'post',
  path: populationSample.path,
  operationId: 'PopulationSamplesController_draw_v1',
  tag: populationSample.tag,
  summary: 'Draw a sample of a list, with a statement of how complete the list is',
  description: 'A draw stays: nobody can draw until a sample pleases. docs/samples.md has the algorithm.',
  problems: [404, 409],
  scope: populationSample.scopes.write,
  body: [
    createJsonBody(
      z
        .strictObject({
          list: ListSchema.openapi({ description: 'The population: the newest reading of this list.' }),
          size: z.int().min(1).max(sampleSizeMax).openapi({ description: 'How many to draw.', example: 25 }),
          seed: createFilledTextSchema({ max: seedLengthMax })
            .optional()
            .openapi({ description: 'A text that the auditor chose. @default the root of the log at the request' }),
          total: z.int().min(0).max(vendorTotalMax).optional().openapi({ description: 'How many the vendor counts.' }),
          secondSource: ListSchema.optional().openapi({
            description: 'Another list that should have the same people or things.',
          }),
        })
        .openapi('SampleWish'),
    ),
  ],
  answer: {
    status: 201,
    description: 'The sample.',
    schema: DrawnSample,
    location: ({ id }) => `${populationSample.path}/${id}`,
  },
  audit: { action: populationSample.audit('create') },
  handle: async ({ body, caller }, { runtime }) => {
    const { organizationId } = caller
    const record = await drawPopulation(runtime, { organizationId, userId: findOwnerId(caller) }, body)
    return toWireRecord(populationSample, record)
  },
})
