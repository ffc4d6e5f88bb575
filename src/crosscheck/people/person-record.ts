import { listMemberWords } from '../../define/index.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'
import type { PersonRecord } from '../define/person.ts'
import type { OpenSource } from './open-source.ts'

/** What a source says of a person by one of its records. */
export function toPersonRecord(
  source: OpenSource,
  record: StoredRecord,
  departures: ReadonlyMap<string, number>,
): PersonRecord {
  const id = `${source.connectionId}/${record.id}`
  const departedAtMs = departures.get(id)
  return {
    id,
    sourceId: source.connectionId,
    sourceName: source.name,
    kind: readWord('kind', record.kind) as PersonRecord['kind'],
    status: readWord('status', record.status) as PersonRecord['status'],
    startsAt: readDay(record.startsAt),
    endsAt: readDay(record.endsAt),
    readAtMs: source.state.readAtMs,
    departedAtMs,
    doubt: source.state.isFresh ? undefined : source.state.because,
  }
}

function readWord(member: 'kind' | 'status', value: unknown): string {
  return listMemberWords('person')[member]?.find((word) => word === value) ?? 'unknown'
}

function readDay(value: unknown): string | null | undefined {
  return value === null || typeof value === 'string' ? value : undefined
}
