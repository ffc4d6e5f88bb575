import { createHash } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import { ApiError, type Problem } from '../../../errors/index.ts'
import { createBinarySchema } from '../../../service/api/schemas/binary.ts'
import { fileName, mimeType } from '../../../service/api/schemas/text-schema.ts'
import { keepBytes, type StoredBytes } from '../../../service/files/keep-file.ts'
import { decodeUtf8 } from '../../../text/decode-utf8.ts'
import { createMalformedError, type FormPart, parseMultipart, readBoundary } from './multipart.ts'
import { parseInput } from './parse-input.ts'
import { type BodyReader, type BodySource, createTooLargeError, limitBytes } from './reader.ts'

/** All fields together, with delimiters and headers. */
const fieldBytesMax = 64 * 1024

const FileFacts = z.object({ name: fileName, type: mimeType })

/** A file that arrived as a part and is already stored. */
export type ReceivedFile = z.output<typeof FileFacts> & { readonly stored: StoredBytes }

interface Options<Fields extends z.ZodObject, B> {
  /** Name of the one part that is a file. */
  readonly file: string
  readonly fileBytesMax: number
  /** The other parts, which are text. */
  readonly fields: Fields
  readonly finish: (fields: z.output<Fields>, file: ReceivedFile) => B
}

/**
 * A form with one file, which goes to the object store as it arrives, so that memory stays flat for any size. The order
 * of the parts does not matter.
 */
export function createMultipartBody<Fields extends z.ZodObject, B>(options: Options<Fields, B>): BodyReader<B> {
  const { file, fileBytesMax, fields, finish } = options
  return {
    mediaType: 'multipart/form-data',
    bytesMax: fileBytesMax + fieldBytesMax,
    isBuffered: false,
    schema: fields.extend({
      [file]: createBinarySchema(`At most ${fileBytesMax} bytes.`),
    }),
    optional: false,
    async read(source) {
      const received = new ReceivedParts(source)
      try {
        for await (const part of parseMultipart(source.bytes, readBoundary(source.mediaType))) {
          if (part.name === file) await received.takeFile(part, fileBytesMax)
          else await received.takeField(part)
        }
        const sentName = received.demandFile(file)
        const named = parseInput(FileFacts, { name: sentName.name, type: sentName.type }, 'The file is not valid.')
        const values = parseInput(fields, received.fields, 'The form is not valid.')
        const value = finish(values, { ...named, stored: sentName.stored })
        const digest = createHash('sha256').update(JSON.stringify([received.fields, named, sentName.stored.sha256]))
        return {
          value,
          digest: digest.digest('base64url'),
          fields: [...Object.keys(received.fields), file],
          discard: () => received.discard(),
        }
      } catch (error) {
        await received.discard()
        throw error
      }
    },
  }
}

/** The parts so far. */
class ReceivedParts {
  readonly fields: Record<string, string> = {}
  readonly #source: BodySource
  #file: { readonly name: string; readonly type: string; readonly stored: StoredBytes } | undefined
  #fieldBytes = 0

  constructor(source: BodySource) {
    this.#source = source
  }

  async takeFile({ name, fileName: file, type, bytes }: FormPart, bytesMax: number): Promise<void> {
    if (this.#file !== undefined) throw createFormRefusal({ path: name, message: 'must not occur twice' })
    if (file === undefined) throw createFormRefusal({ path: name, message: 'must be a file' })
    const stored = await keepBytes(this.#source.objects, this.#source.organizationId, limitBytes(bytes, bytesMax))
    this.#file = { name: file, type: type ?? 'application/octet-stream', stored }
    if (stored.sizeBytes === 0) throw createFormRefusal({ path: name, message: 'must not be empty' })
  }

  async takeField({ name, fileName: file, bytes }: FormPart): Promise<void> {
    if (file !== undefined) throw createFormRefusal({ path: name, message: 'must not be a file' })
    if (Object.hasOwn(this.fields, name)) throw createFormRefusal({ path: name, message: 'must not occur twice' })
    const chunks: Uint8Array[] = []
    for await (const chunk of bytes) {
      this.#fieldBytes += chunk.byteLength
      if (this.#fieldBytes > fieldBytesMax) throw createTooLargeError(fieldBytesMax)
      chunks.push(chunk)
    }
    // An own member whatever its name, also __proto__.
    Object.defineProperty(this.fields, name, { value: decodeFieldText(Buffer.concat(chunks)), enumerable: true })
  }

  demandFile(name: string) {
    if (this.#file !== undefined) return this.#file
    throw createFormRefusal({ path: name, message: 'is required' })
  }

  /** Does not throw: a leftover only takes space. */
  async discard(): Promise<void> {
    if (this.#file === undefined) return
    const { organizationId, objects } = this.#source
    await objects.delete({ organizationId, key: this.#file.stored.objectKey }).catch(() => undefined)
  }
}

function decodeFieldText(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes)
  if (text === undefined) throw createMalformedError('holds a field that is not UTF-8')
  return text
}

function createFormRefusal(problem: Problem): ApiError {
  return new ApiError('The form is not valid.', { code: 'API_INVALID', problems: [problem] })
}
