import { ApiError } from '../../errors/index.ts'
import { createFileResponse } from '../answers/file-response.ts'
import type { HostParts } from '../host-parts.ts'
import { demandVisibleRun } from './demand.ts'
import type { PeriodLimit } from './period.ts'

/** The bundle of a run, as a download. @throws ApiError 404; 409 before it has ended */
export async function sendBundle(
  { runtime, bundles }: Pick<HostParts, 'runtime' | 'bundles'>,
  { person, runId }: { readonly person: PeriodLimit; readonly runId: string },
  request: Request,
): Promise<Response> {
  const run = await demandVisibleRun(runtime, person, runId)
  const file = await bundles.find(person.organizationId, runId)
  const bytes = file && (await bundles.bytes(file))
  if (file && bytes) return createFileResponse(file, bytes, request)
  if (run.finishedAtMs === null) {
    throw new ApiError('The run has not ended, so there is no bundle yet. Try again when it has.', {
      code: 'STORE_CONFLICT',
      status: 409,
      retryable: true,
      retryAfterSeconds: 1,
    })
  }
  throw new ApiError('The run kept no evidence. Start a run with "evidence": true.', { code: 'NOT_FOUND', status: 404 })
}
