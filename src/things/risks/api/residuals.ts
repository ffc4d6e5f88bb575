import { z } from '@hono/zod-openapi'
import { ApiError } from '../../../errors/index.ts'
import { ownId } from '../../../service/api/schemas/text-schema.ts'
import { findKnownTime } from '../../../service/rights/period.ts'
import { defineRoute } from '../../api/route.ts'
import { recordsFor } from '../../declared/reading/records-for.ts'
import { type JudgedRisk, judgeRisks } from '../reading/judge-risks.ts'
import { isRange } from '../residual.ts'
import { risk } from '../thing.ts'

const side = z.int().min(1).max(5).openapi({ example: 3 })
const Cell = z.object({ likelihood: side, impact: side }).openapi('RiskCell')

const ResidualSchema = z
  .object({
    id: z.string(),
    inherent: Cell,
    worst: Cell.openapi({ description: 'With what is observed alone.' }),
    best: Cell.openapi({ description: 'If everything that could not be told were satisfied.' }),
    isRange: z.boolean().openapi({ description: 'Whether the two differ, because a control is undetermined.' }),
    controls: z.array(
      z.object({
        control: z.string().openapi({ example: 'soc2:CC6.1' }),
        axis: z.enum(['likelihood', 'impact']),
        by: z.int(),
        state: z.enum(['satisfied', 'not_satisfied', 'undetermined', 'uncovered', 'unknown']),
        effect: z.enum(['lowers', 'may-lower', 'does-not-lower']),
      }),
    ),
  })
  .openapi('RiskResidual')

/** What the controls of a risk leave of it. */
export const readResidual = defineRoute({
  method: 'get',
  path: `${risk.path}/{riskId}/residual`,
  operationId: 'RisksController_residual_v1',
  tag: risk.tag,
  summary: 'Read what the controls of a risk leave of it',
  description:
    'Only a control that is satisfied, with all of it observed, lowers, by what was said beforehand and by at most two on each side. An undetermined one gives a range. What was waived or accepted never lowers.',
  scope: risk.scopes.read,
  params: z.object({ riskId: ownId }),
  answer: { status: 200, description: 'The residual risk.', schema: ResidualSchema },
  handle: async ({ params: { riskId: id }, caller }, { runtime }) => {
    const { organizationId } = caller
    const record = await recordsFor(runtime, risk, caller).get(id)
    if (record === undefined) throw new ApiError('There is no such risk.', { code: 'NOT_FOUND' })
    const within = findKnownTime(caller, runtime.workspace.clock.nowMs())
    const [judged] = await judgeRisks(runtime, { organizationId, records: [record], within })
    if (judged === undefined) throw new TypeError('readResidual: nothing was judged')
    return toWireResidual(judged)
  },
})

function toWireResidual({ record, inherent, residual, controls }: JudgedRisk) {
  const { worst, best } = residual
  return {
    id: record.id,
    inherent,
    worst,
    best,
    isRange: isRange(residual),
    controls: controls.map((each) => ({ ...each })),
  }
}
