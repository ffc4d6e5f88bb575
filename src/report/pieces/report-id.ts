import { nameUuids } from '../../text/name-uuids.ts'

/** Namespace of the ids in reports. Do not change it, so that the same run gives the same report. */
export const reportNamespace = '6f0a5f2e-2c55-5d0e-9a0b-8f7c1f3f5e11'

const createId = nameUuids(reportNamespace)

/** An id that follows from its name (UUIDv5), so that a report of the same run has the same bytes. */
export function createReportId(...parts: readonly string[]): string {
  return createId(JSON.stringify(parts))
}
