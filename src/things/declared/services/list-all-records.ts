import type { ThingFields } from '../../../service/fields/field.ts'
import type { RecordPage, ThingRecord } from './thing-service.ts'

const pageRows = 500

/** Records that are read a page at a time. */
export interface RecordList<Of extends ThingFields = ThingFields> {
  list(page: Omit<RecordPage, 'organizationId' | 'within'>): Promise<readonly ThingRecord<Of>[]>
}

/** All records, the newest first, a page at a time. @param where values that fields must have; @default any */
export async function* listAllRecords<Of extends ThingFields>(
  records: RecordList<Of>,
  where?: Readonly<Record<string, string>>,
): AsyncGenerator<readonly ThingRecord<Of>[], void, undefined> {
  for (let before: ThingRecord<Of> | undefined; ; ) {
    const page: readonly ThingRecord<Of>[] = await records.list({ limit: pageRows, where, before })
    yield page
    before = page.at(-1)
    if (page.length < pageRows) return
  }
}
