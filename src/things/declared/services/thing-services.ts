import type { Thing } from '../../../service/fields/define-thing.ts'
import type { ThingFields } from '../../../service/fields/field.ts'
import type { AuditLog } from '../../parts/audit-log.ts'
import { auditServices } from '../../parts/audited-service.ts'
import type { ThingParts } from './thing-parts.ts'
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
export function createThingServices(parts: ThingParts, log: AuditLog, things: readonly Thing[]): ServiceOf {
  const services = new Map(
    things.map((thing): readonly [string, ThingService] => {
      const { methods, act } = auditServices(log, declareThingService(parts, thing, things))
      return [thing.id, { ...methods, act }]
    }),
  )
  const serviceOf = ({ id }: Pick<Thing, 'id'>) => {
    const service = services.get(id)
    if (service === undefined) throw new TypeError(`serviceOf: ${id} is not in declared-things.ts`)
    return service
  }
  // Each thing has its own types outside; within, one declaration serves all.
  return serviceOf as ServiceOf
}
