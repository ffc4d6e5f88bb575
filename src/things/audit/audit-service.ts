import type { AuditEntry, AuditFilter } from '../../service/records/audit.ts'
import type { Declared } from '../parts/declared-service.ts'
import type { Uses } from '../parts/runtime-parts.ts'

export interface AuditService {
  /** The audit log: changes over HTTP, on pages or by programs, newest first. @param filter.limit @default 100 */
  list(
    filter: AuditFilter & {
      readonly limit?: number | undefined
      /** Only entries older than this one. */
      readonly before?: Pick<AuditEntry, 'atMs' | 'id'> | undefined
    },
  ): Promise<readonly AuditEntry[]>
}

export function auditService({ store }: Uses<'audit'>): Declared<AuditService> {
  return { list: { read: (filter) => store.audit.list({ ...filter, limit: filter.limit ?? 100 }) } }
}
