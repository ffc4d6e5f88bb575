import { ApiError } from '../../../errors/index.ts'
import type { FileRecord } from '../../../service/files/files.ts'
import type { PeriodLimit } from '../../../service/rights/period.ts'
import { buildSaveHeaders, createFileResponse } from '../../api/answers/file-response.ts'
import { demandVisibleRun } from '../../api/demand.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'

/**
 * The bundle of a run, as a download. Somebody who may not read what vendors say of people gets the edition of a bundle with
 * inventories that has neither their records nor the exchanges.
 * @throws ApiError 404; 409 before it has ended
 */
export async function sendBundle(
  { runtime, bundles }: Pick<HostParts, 'runtime' | 'bundles'>,
  { person, runId, mayReadPeople }: BundleRequest,
  request: Request,
): Promise<Response> {
  const run = await demandVisibleRun(runtime, person, runId)
  const file = await bundles.find(person.organizationId, runId)
  // If nobody knows what the run has read, its bundle may have them.
  const { crossCheck, inventories = [] } = run.recorded?.head ?? {}
  const mayHaveRecords = run.recorded === undefined || crossCheck !== undefined || inventories.length > 0
  if (file && mayHaveRecords && !mayReadPeople) {
    const edition = await bundles.edition(file)
    if (edition) return createEditionResponse(file, edition, request)
  } else {
    const bytes = file && (await bundles.bytes(file))
    if (file && bytes) return createFileResponse(file, bytes, request)
  }
  if (run.finishedAtMs === null) {
    throw new ApiError('The run has not ended, so there is no bundle yet. Try again when it has.', {
      code: 'STORE_CONFLICT',
      retryable: true,
      retryAfterSeconds: 1,
    })
  }
  throw new ApiError('The run kept no evidence. Start a run with "evidence": true.', { code: 'NOT_FOUND' })
}

export interface BundleRequest {
  readonly person: PeriodLimit
  readonly runId: string
  readonly mayReadPeople: boolean
}

/** Its name says that it is not the whole bundle. */
export async function createEditionResponse(
  { name, type }: FileRecord,
  edition: ReadableStream<Uint8Array>,
  { method }: Request,
): Promise<Response> {
  const isAsked = method === 'GET'
  if (!isAsked) await edition.cancel()
  const headers = buildSaveHeaders(name.replace(/(\.zip)?$/, '-results$1'), type)
  return new Response(isAsked ? edition : null, { headers })
}
