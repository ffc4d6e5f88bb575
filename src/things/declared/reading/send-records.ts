import type { Thing } from '../../../service/fields/define-thing.ts'
import type { PeriodLimit } from '../../../service/rights/period.ts'
import { encodePieces } from '../../api/answers/encode-pieces.ts'
import { buildSaveHeaders } from '../../api/answers/file-response.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'
import { listAllRecords } from '../services/list-all-records.ts'
import { recordsFor } from './records-for.ts'

/** Every record of a thing as CSV. */
export async function sendRecords(
  { runtime }: Pick<HostParts, 'runtime'>,
  thing: Thing,
  reader: PeriodLimit,
  { method }: Pick<Request, 'method'>,
): Promise<Response> {
  const { writeRecordsFile } = await import('../services/write-records-file.ts')
  const headers = buildSaveHeaders(`${thing.plural}.csv`, 'text/csv; charset=utf-8')
  const pieces = writeRecordsFile(thing, listAllRecords(recordsFor(runtime, thing, reader)))
  return new Response(method === 'GET' ? encodePieces(pieces) : null, { headers })
}
