import type { Thing } from '../../../service/fields/define-thing.ts'
import type { ThingFields } from '../../../service/fields/field.ts'
import type { AuditLog } from '../../parts/audit-log.ts'
import { auditServices } from '../../parts/audited-service.ts'
import type { Uses } from '../../parts/runtime-parts.ts'
import { declareThingService, type ThingService } from './thing-service.ts'

/** The service of each declared thing. */
export type ServiceOf = <
  Of extends ThingFields,
  Settled extends ThingFields,
  State extends string,
  Action extends string,
>(
  thing: Thing<Of, Settled, State, Action>,
) => ThingService<Of, Settled, State, Action>

/** @throws TypeError (from what it returns) for a thing that is not listed */
export function createThingServices(
  parts: Uses<'things', 'clock'>,
  log: AuditLog,
  things: readonly Thing[],
): ServiceOf {
  const services = new Map(
    things.map((thing): readonly [string, ThingService] => {
      const { methods, act } = auditServices(log, declareThingService(parts, thing))
      return [thing.id, { ...methods, act }]
    }),
  )
  return <Of extends ThingFields, Settled extends ThingFields, State extends string, Action extends string>({
    id,
  }: Thing<Of, Settled, State, Action>) => {
    const service = services.get(id)
    if (service === undefined) throw new TypeError(`serviceOf: ${id} is not in declared-things.ts`)
    // Each thing has its own types outside; within, one declaration serves all.
    return service as unknown as ThingService<Of, Settled, State, Action>
  }
}
