import { ApiError } from '../../../errors/index.ts'
import { parseMediaType } from '../../../service/api/schemas/media-type.ts'
import type { ObjectStore } from '../../../service/files/objects.ts'
import type { HasWorkspace } from '../../runtime/workspace.ts'
import type { Caller } from '../callers/caller.ts'
import type { Shares } from '../callers/shares.ts'
import { type BodyRead, type BodyReader, createTooLargeError, limitBytes } from './reader.ts'

/** So many bytes may take `uploadMs`: a body that may be larger has more time, held in memory or not. */
const bytesOfUploadMs = 64 * 1024 ** 2

/** A connection buffers as much in any case. Reading a stream costs more than all else about so small a body. */
const wholeMax = 16 * 1024

/** Where bodies go, and how many bytes may be on their way. */
interface BodyPlaces {
  readonly objects: ObjectStore
  readonly uploads: Shares
  readonly runtime: HasWorkspace
}

const nothing = { digest: '', fields: [] }

/**
 * Reads the body by its media type, within the reader's limit.
 * @throws ApiError 400, 413, 415
 */
export async function readBody<B>(
  readers: readonly BodyReader<B>[] | undefined,
  request: Request,
  { organizationId }: Caller,
  { objects, uploads, runtime }: BodyPlaces,
): Promise<BodyRead<B | undefined>> {
  if (readers === undefined) return { value: undefined, ...nothing }
  const { headers } = request
  const contentType = headers.get('content-type')
  const mediaType = parseMediaType(contentType ?? 'application/json')
  const reader = readers.find((candidate) => candidate.mediaType === mediaType?.essence)
  // Compressed bodies are refused, because a few packed kilobytes can hold gigabytes.
  const encoding = headers.get('content-encoding') ?? 'identity'
  if (reader === undefined || mediaType === undefined || encoding !== 'identity' || !isUtf8(mediaType.parameters))
    throw createTypeError(readers)
  if (Number(headers.get('content-length') ?? 0) > reader.bytesMax) throw createTooLargeError(reader.bytesMax)
  const msMax = runtime.workspace.quotas.uploadMs * Math.ceil(reader.bytesMax / bytesOfUploadMs)
  const chunks =
    Number(headers.get('content-length') ?? Number.NaN) <= wholeMax
      ? readWhole(request, msMax)
      : readChunks(request.body, msMax)
  const limited = limitBytes(chunks, reader.bytesMax)
  const bytes =
    contentType === null ? demandNothing(limited, () => createTypeError(readers)) : demandUnread(limited, headers)
  return reader.read({
    mediaType,
    bytes: reader.isBuffered ? countInForce(bytes, organizationId, uploads) : bytes,
    organizationId,
    objects,
  })
}

/** A body parser in front takes the body and leaves its length. @throws ApiError 400 */
async function* demandUnread(bytes: AsyncIterable<Uint8Array>, headers: Headers): AsyncGenerator<Uint8Array> {
  let isEmpty = true
  for await (const chunk of bytes) {
    isEmpty &&= chunk.length === 0
    yield chunk
  }
  const length = Number(headers.get('content-length') ?? 0)
  if (isEmpty && length > 0)
    throw new ApiError(
      `The request announces a body of ${length} bytes, and none is left. A body parser in front, such as express.json(), has probably read it. Mount Checkwright before it.`,
      { code: 'API_BODY_CONSUMED' },
    )
}

/**
 * A body of no type may only be none. Headers do not tell: servers give a stream where nothing was sent, and HTTP/2 needs no length
 * (RFC 9113 §8.1.1).
 */
async function* demandNothing(
  bytes: AsyncIterable<Uint8Array>,
  createError: () => ApiError,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    if (chunk.length > 0) throw createError()
    yield chunk
  }
}

function createTypeError(readers: readonly BodyReader<unknown>[]): ApiError {
  const types = readers.map(({ mediaType }) => mediaType).join(' or ')
  return new ApiError(`Send the body as ${types}, in UTF-8 and without Content-Encoding.`, {
    code: 'API_MEDIA_TYPE_UNSUPPORTED',
  })
}

function isUtf8(parameters: ReadonlyMap<string, string>): boolean {
  return (parameters.get('charset') ?? 'utf-8').toLowerCase() === 'utf-8'
}

/** Counts bytes for the organization from their arrival until the body is whole. @throws ApiError 429 */
async function* countInForce(
  bytes: AsyncIterable<Uint8Array>,
  organizationId: string,
  uploads: Shares,
): AsyncIterable<Uint8Array> {
  let count = 0
  try {
    for await (const chunk of bytes) {
      uploads.take(organizationId, chunk.byteLength)
      count += chunk.byteLength
      yield chunk
    }
  } finally {
    uploads.give(organizationId, count)
  }
}

/** A small body of a known length. @param msMax time for the whole body */
async function* readWhole(request: Request, msMax: number): AsyncIterable<Uint8Array> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(createLateError(msMax)), msMax).unref()
  try {
    // A body that somebody has read already is none any more, which `demandUnread` explains.
    const read = request.arrayBuffer().catch((error: unknown) => {
      if (error instanceof TypeError) return new ArrayBuffer(0)
      throw createCutError()
    })
    yield new Uint8Array(await Promise.race([read, late]))
  } finally {
    clearTimeout(timer)
  }
}

function createCutError(): ApiError {
  return new ApiError('The body ended too early.', { code: 'API_INVALID' })
}

function createLateError(msMax: number): ApiError {
  return new ApiError(`The body took longer than ${msMax} ms to arrive.`, { code: 'API_INVALID' })
}

/** A client that goes away in the middle is not our fault. @param msMax time for the whole body */
async function* readChunks(body: ReadableStream<Uint8Array> | null, msMax: number): AsyncIterable<Uint8Array> {
  const reader = body?.getReader()
  if (reader === undefined) return
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    // Ends the pending read.
    reader.cancel().catch(() => undefined)
  }, msMax).unref()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw createCutError()
      })
      if (isLate) throw createLateError(msMax)
      if (done) return
      yield value
    }
  } finally {
    clearTimeout(timer)
    // A reader that stops needs no more of it.
    await reader.cancel().catch(() => undefined)
  }
}
