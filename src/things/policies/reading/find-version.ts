import { listAllRecords, type RecordList } from '../../declared/services/list-all-records.ts'
import type { ThingRecord } from '../../declared/services/thing-service.ts'
import type { policyVersion } from '../thing.ts'

type Version = typeof policyVersion.all

/** The published version of a policy that has a number. @param number as the policy has it of the one that holds */
export async function findVersion(
  versions: RecordList<Version>,
  { policyId, number }: { readonly policyId: string; readonly number: number | null },
): Promise<ThingRecord<Version> | undefined> {
  for await (const page of listAllRecords(versions, { policyId })) {
    const found = page.find(({ state, values }) => state === 'published' && values.number === number)
    if (found) return found
  }
  return undefined
}
