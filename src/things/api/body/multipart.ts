import { parse } from 'content-disposition'
import { ApiError } from '../../../errors/index.ts'
import type { MediaType } from '../../../service/api/schemas/media-type.ts'
import { decodeUtf8 } from '../../../text/decode-utf8.ts'

const headerBytesMax = 8 * 1024
const partsMax = 32
const lineEnd = Buffer.from('\r\n')
const [space, tab] = [0x20, 0x09]
const blanksMax = 100

export interface FormPart {
  readonly name: string
  /** Undefined: a field, not a file. */
  readonly fileName: string | undefined
  /** Content-Type, if the part has one. */
  readonly type: string | undefined
  /** Read it before you request the next part. */
  readonly bytes: AsyncIterable<Uint8Array>
}

/**
 * The parts of multipart/form-data (RFC 7578, RFC 2046 §5.1) one after the other, while the body arrives. Only the end
 * of a chunk that might begin a delimiter is kept.
 * @throws ApiError 400
 */
export async function* parseMultipart(body: AsyncIterable<Uint8Array>, boundary: string): AsyncIterable<FormPart> {
  const source = new MultipartSource(body)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // The first delimiter may come at the very beginning, without a line end before it.
  source.unread(lineEnd)
  await drainBytes(source.until(delimiter))
  for (let parts = 0; await hasNextPart(source); parts++) {
    if (parts === partsMax) throw createMalformedError(`holds more than ${partsMax} parts`)
    const facts = readPartFacts(await readPartHeaders(source))
    let isRead = false
    async function* bytes() {
      yield* source.until(delimiter)
      isRead = true
    }
    yield { ...facts, bytes: bytes() }
    if (!isRead) throw new TypeError('parseMultipart: the part before must be read first')
  }
}

/** Whether another part follows the delimiter. */
async function hasNextPart(source: MultipartSource): Promise<boolean> {
  let next = await source.take(2)
  if (next.toString('latin1') === '--') return false
  // White space may follow a boundary (RFC 2046 §5.1.1).
  for (let blanks = 0; blanks < blanksMax && (next[0] === space || next[0] === tab); blanks++)
    next = Buffer.concat([next.subarray(1), await source.take(1)])
  if (next.equals(lineEnd)) return true
  throw createMalformedError('has its boundary inside a part')
}

async function readPartHeaders(source: MultipartSource): Promise<ReadonlyMap<string, string>> {
  const chunks: Uint8Array[] = []
  let received = 0
  // The line end before the headers is already read, and a part without headers has no other.
  source.unread(lineEnd)
  for await (const chunk of source.until(Buffer.from('\r\n\r\n'))) {
    received += chunk.byteLength
    if (received > headerBytesMax) throw createMalformedError('has a part with too long headers')
    chunks.push(chunk)
  }
  const headers = new Map<string, string>()
  for (const line of decodeHeaderText(Buffer.concat(chunks)).split('\r\n').slice(1)) {
    // Spaces around the value are cut afterwards. Three repetitions that all match a space would try every division.
    const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([^\r\n\0]*)$/.exec(line) ?? []
    if (name === undefined || value === undefined || headers.has(name.toLowerCase()))
      throw createMalformedError('has a part with a header that cannot be read')
    headers.set(name.toLowerCase(), value.trim())
  }
  return headers
}

function readPartFacts(headers: ReadonlyMap<string, string>): Omit<FormPart, 'bytes'> {
  const disposition = parseDisposition(headers.get('content-disposition') ?? '')
  const name = disposition?.parameters.name
  if (disposition?.type !== 'form-data' || name === undefined) throw createMalformedError('has a part without a name')
  // Deprecated (RFC 7578 §4.7). Those of RFC 2045 §6.2 that change no byte are fine; another would have to be undone.
  const encoding = headers.get('content-transfer-encoding')
  if (encoding !== undefined && !/^(?:binary|[78]bit)$/i.test(encoding))
    throw createMalformedError('has a part with a Content-Transfer-Encoding other than binary, 8bit and 7bit')
  return { name, fileName: disposition.parameters.filename, type: headers.get('content-type') }
}

function parseDisposition(header: string): ReturnType<typeof parse> | undefined {
  try {
    return parse(header, { multipart: true })
  } catch {
    return undefined
  }
}

function decodeHeaderText(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes)
  if (text === undefined) throw createMalformedError('is not UTF-8 in a header')
  return text
}

async function drainBytes(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of bytes);
}

/** @throws ApiError 400 for a media type without a boundary */
export function readBoundary({ parameters }: MediaType): string {
  const boundary = parameters.get('boundary') ?? ''
  // RFC 2046 §5.1.1
  if (/^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/.test(boundary)) return boundary
  throw createMalformedError('has no boundary in its Content-Type')
}

export function createMalformedError(what: string): ApiError {
  return new ApiError(`The multipart body ${what}.`, { code: 'API_INVALID' })
}

/** Bytes in chunks, read up to a delimiter. */
class MultipartSource {
  readonly #chunks: AsyncIterator<Uint8Array>
  #pending: Buffer = Buffer.alloc(0)

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#chunks = body[Symbol.asyncIterator]()
  }

  unread(bytes: Buffer): void {
    this.#pending = Buffer.concat([bytes, this.#pending])
  }

  async take(count: number): Promise<Buffer> {
    while (this.#pending.length < count) await this.#more()
    const taken = this.#pending.subarray(0, count)
    this.#pending = this.#pending.subarray(count)
    return taken
  }

  /** Everything before `end`. Removes `end` too. */
  async *until(end: Buffer): AsyncIterable<Uint8Array> {
    for (;;) {
      const at = this.#pending.indexOf(end)
      // The last bytes might be the beginning of the delimiter.
      const safe = at === -1 ? Math.max(0, this.#pending.length - end.length + 1) : at
      const ready = this.#pending.subarray(0, safe)
      this.#pending = this.#pending.subarray(at === -1 ? safe : at + end.length)
      if (ready.length > 0) yield ready
      if (at !== -1) return
      await this.#more()
    }
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#chunks.next()
    if (done) throw createMalformedError('ends before its last boundary')
    this.#pending = this.#pending.length === 0 ? Buffer.from(value) : Buffer.concat([this.#pending, value])
  }
}
