import { z } from '@hono/zod-openapi'
import type { CheckHead, ResultRecord } from '../../../define/index.ts'
import { filledText } from '../../schemas/texts.ts'
import { authoredId, resultStatuses, severities } from './schemas.ts'

/** Members of a query that choose results. */
export const findingFilter = {
  severity: z.enum(severities).optional(),
  control: filledText({ max: 200 }).optional().openapi({ example: 'soc2:CC6.1' }),
  check: authoredId.optional().openapi({ example: 'admin-mfa' }),
  waived: z.enum(['true', 'false']).optional().openapi({ description: 'Whether an accepted exception covers it.' }),
}

export const resultFilter = { status: z.enum(resultStatuses).optional(), ...findingFilter }

/** What was chosen; what is left out lets everything through. */
export type ResultFilter = {
  readonly [Member in keyof typeof resultFilter]?: z.output<(typeof resultFilter)[Member]>
}

export function lets(
  { status, severity, control, check, waived }: ResultFilter,
  of: Pick<CheckHead, 'id' | 'severity' | 'controls'>,
  result: ResultRecord,
): boolean {
  return (
    (status === undefined || result.status === status) &&
    (severity === undefined || (result.severity ?? of.severity) === severity) &&
    (control === undefined || of.controls.includes(control)) &&
    (check === undefined || of.id === check) &&
    (waived === undefined || (result.waived !== undefined) === (waived === 'true'))
  )
}
