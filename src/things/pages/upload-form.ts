import { z } from 'zod'
import { ApiError } from '../../errors/index.ts'
import { parseMediaType } from '../../service/api/schemas/media-type.ts'
import { fileName, mimeType } from '../../service/api/schemas/text-schema.ts'
import { uploadBytesMax } from '../../service/files/files.ts'
import { keepBytes } from '../../service/files/keep-file.ts'
import type { ObjectStore } from '../../service/files/objects.ts'
import { type FormPart, parseMultipart, readBoundary } from '../api/body/multipart.ts'
import { parseInput } from '../api/body/parse-input.ts'
import { limitBytes } from '../api/body/reader.ts'
import { tokenField } from '../api/options/form-token.ts'
import { readForm, type SentFile, type SentForm, toForm } from './form.ts'

/** A form with files. Those that nobody takes are deleted. */
export interface UploadForm {
  readonly form: SentForm
  discard(): Promise<void>
}

const FileFacts = z.object({ name: fileName, type: mimeType })

const filesMax = 5
const fieldBytesMax = 128 * 1024

interface UploadTarget {
  readonly objects: ObjectStore
  readonly organizationId: string
  /** Called with the token of the form before the first file is stored. @throws ApiError 403 */
  readonly demandToken: (token: string) => Promise<void>
}

/**
 * Reads a form that may have files. The files go to the object store as they arrive.
 * @throws ApiError 400, 403, 413, 415; nothing is stored then
 */
export async function readUploadForm(request: Request, target: UploadTarget): Promise<UploadForm> {
  const mediaType = parseMediaType(request.headers.get('content-type') ?? '')
  if (mediaType?.essence !== 'multipart/form-data') {
    const form = await readForm(request)
    await target.demandToken(form.text(tokenField))
    return { form, discard: async () => undefined }
  }
  const parts = new FormParts(target)
  try {
    for await (const part of parseMultipart(request.body ?? new ReadableStream(), readBoundary(mediaType)))
      await parts.take(part)
    await parts.demandToken()
    return { form: parts.toForm(), discard: () => parts.discard() }
  } catch (error) {
    await parts.discard()
    throw error
  }
}

/** The parts so far. */
class FormParts {
  readonly #target: UploadTarget
  readonly #fields = new URLSearchParams()
  readonly #files: (SentFile & { readonly field: string })[] = []
  readonly #stored = new Set<string>()
  #fieldBytes = 0
  #isProven = false

  constructor(target: UploadTarget) {
    this.#target = target
  }

  async take(part: FormPart): Promise<void> {
    if (part.fileName === undefined) return this.#takeField(part)
    await this.demandToken()
    await this.#takeFile(part, part.fileName)
  }

  /** Our forms have the token before their files. */
  async demandToken(): Promise<void> {
    if (this.#isProven) return
    await this.#target.demandToken(this.#fields.get(tokenField) ?? '')
    this.#isProven = true
  }

  toForm(): SentForm {
    return {
      ...toForm(this.#fields),
      takeFiles: (field) => {
        const taken = this.#files.filter((file) => file.field === field)
        for (const { stored } of taken) this.#stored.delete(stored.objectKey)
        return taken.map(({ name, type, stored }) => ({ name, type, stored }))
      },
    }
  }

  /** Does not throw: a leftover only takes space. */
  async discard(): Promise<void> {
    const { objects, organizationId } = this.#target
    for (const key of this.#stored) await objects.delete({ organizationId, key }).catch(() => undefined)
  }

  async #takeField({ name, bytes }: FormPart): Promise<void> {
    const chunks: Uint8Array[] = []
    for await (const chunk of bytes) {
      this.#fieldBytes += chunk.byteLength
      if (this.#fieldBytes > fieldBytesMax)
        throw new ApiError('The content of the form is too large. Shorten it.', { code: 'API_BODY_TOO_LARGE' })
      chunks.push(chunk)
    }
    this.#fields.append(name, Buffer.concat(chunks).toString('utf8'))
  }

  async #takeFile({ name: field, type, bytes }: FormPart, name: string): Promise<void> {
    const { objects, organizationId } = this.#target
    if (this.#files.length === filesMax)
      throw new ApiError(`Choose at most ${filesMax} files at once.`, { code: 'API_INVALID' })
    const stored = await keepBytes(objects, organizationId, limitBytes(bytes, uploadBytesMax))
    this.#stored.add(stored.objectKey)
    // Browsers send a part without name and bytes where nobody chose a file.
    if (name === '' && stored.sizeBytes === 0) return
    if (stored.sizeBytes === 0)
      throw new ApiError('One of the files is empty. Choose another one.', { code: 'API_INVALID' })
    const facts = parseInput(FileFacts, { name, type: type ?? 'application/octet-stream' }, 'The file cannot be used.')
    this.#files.push({ field, ...facts, stored })
  }
}
