import type { Thing } from '../../../service/fields/define-thing.ts'
import { formatValue } from '../../../service/fields/field-kinds.ts'
import { formatCsvRow } from '../../../text/csv-row.ts'
import { listFileColumns } from './parse-records-file.ts'
import type { ThingRecord } from './thing-service.ts'

/** A file of records, in pieces: their ids, what people enter, and their state. Another service reads it again. */
export async function* writeRecordsFile(
  thing: Thing,
  pages: AsyncIterable<readonly ThingRecord[]>,
): AsyncGenerator<string, void, undefined> {
  const names = listFileColumns(thing)
  const settled = Object.entries(thing.systemFields).flatMap(([name, { isHidden }]) => (isHidden ? [] : [name]))
  const last = thing.stateNames.length === 0 ? settled : [...settled, 'state']
  yield formatCsvRow(['id', ...names, ...last])
  for await (const page of pages)
    for (const { id, values, state } of page) {
      const cells = [...names, ...settled].map((name) => {
        const field = thing.all[name]
        return field === undefined ? '' : formatValue(field, values[name])
      })
      yield formatCsvRow(state === undefined ? [id, ...cells] : [id, ...cells, state])
    }
}
