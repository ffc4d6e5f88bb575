import { ApiError } from '../../../errors/index.ts'
import { decodeUtf8 } from '../../../text/decode-utf8.ts'
import type { OwnSubmission } from '../page-route.ts'

export interface SentText {
  readonly text: string
  /** Of an uploaded file. */
  readonly fileName: string | undefined
}

/** What somebody pasted or uploaded; the upload wins. It is not kept as a file. @throws ApiError 400, 413 */
export async function takeSentText(submission: OwnSubmission, sent: SentField): Promise<SentText> {
  const file = await takeSentFile(submission, sent)
  if (file === undefined) return { text: submission.form.text(sent.field), fileName: undefined }
  const text = decodeUtf8(file.bytes)
  if (text === undefined) throw new ApiError('The file is not UTF-8 text. Save it as UTF-8.', { code: 'API_INVALID' })
  return { text, fileName: file.name }
}

export interface SentField {
  /** The field of the file ends in `-file`. */
  readonly field: string
  readonly bytesMax: number
}

interface SentBytes {
  readonly name: string
  readonly bytes: Uint8Array
}

/** An uploaded file, which is not kept. undefined: nobody chose one. @throws ApiError 413 */
export async function takeSentFile(
  { form, objects, person: { organizationId } }: OwnSubmission,
  { field, bytesMax }: SentField,
): Promise<SentBytes | undefined> {
  const [file, ...others] = form.takeFiles(`${field}-file`)
  const keys = [file, ...others].flatMap((each) => (each ? [each.stored.objectKey] : []))
  try {
    if (file === undefined) return undefined
    if (file.stored.sizeBytes > bytesMax)
      throw new ApiError(`The file is larger than ${bytesMax / 1_000_000} MB.`, { code: 'API_BODY_TOO_LARGE' })
    const stream = await objects.get({ organizationId, key: file.stored.objectKey })
    return { name: file.name, bytes: new Uint8Array(await new Response(stream).arrayBuffer()) }
  } finally {
    for (const key of keys) await objects.delete({ organizationId, key }).catch(() => undefined)
  }
}
