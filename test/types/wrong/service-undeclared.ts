// expect line 19: Property 'things' is missing in type

import type { AuditLog } from '../../../src/things/parts/audit-log.ts'
import { auditServices } from '../../../src/things/parts/audited-service.ts'
import type { Declared } from '../../../src/things/parts/declared-service.ts'

interface ThingService {
  find(id: string): Promise<string | undefined>
}

declare const log: AuditLog
declare const others: Declared<ThingService>

interface Services {
  readonly things: ThingService
  readonly others: ThingService
}

export const services = auditServices<Services>(log, { others })
