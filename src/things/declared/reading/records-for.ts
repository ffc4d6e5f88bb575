import type { Thing } from '../../../service/fields/define-thing.ts'
import type { ThingFields } from '../../../service/fields/field.ts'
import type { RecordVersion } from '../../../service/fields/thing-store.ts'
import { findKnownTime, type PeriodLimit } from '../../../service/rights/period.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { RecordList } from '../services/list-all-records.ts'
import type { ThingRecord } from '../services/thing-service.ts'

/** The records of a thing as a reader may know them. */
export interface RecordReader<Of extends ThingFields = ThingFields> extends RecordList<Of> {
  get(id: string): Promise<ThingRecord<Of> | undefined>
  countByState(): Promise<Readonly<Record<string, number>>>
  /** What a record had, the oldest first. */
  versions(id: string): Promise<readonly RecordVersion<Of>[]>
}

/** Records of the reader's organization: as they are, or as they were at the end of the period that somebody is limited to. */
export function recordsFor<Of extends ThingFields, Settled extends ThingFields>(
  runtime: Pick<Runtime, 'serviceOf' | 'workspace'>,
  thing: Thing<Of, Settled>,
  reader: PeriodLimit,
): RecordReader<Of & Settled> {
  const { organizationId } = reader
  const service = runtime.serviceOf(thing)
  const nowMs = runtime.workspace.clock.nowMs()
  const within = findKnownTime(reader, nowMs)
  return {
    list: (page) => service.list({ ...page, organizationId, within }),
    get: (id) => service.get({ organizationId, id, within }),
    countByState: () => service.countByState({ organizationId, within }),
    // Changes within one millisecond have later times.
    versions: (id) => service.versions({ organizationId, id, atMs: within?.toMs ?? nowMs + 1_000 }),
  }
}
