import { ApiError } from '../../errors/index.ts'
import { decodeUtf8 } from '../../text/decode-utf8.ts'
import type { OwnSubmission } from '../page-route.ts'

export interface SentText {
  readonly text: string
  /** Of an uploaded file. */
  readonly fileName: string | undefined
}

/** What somebody pasted or uploaded; the upload wins. It is not kept as a file. @throws ApiError 400, 413 */
export async function takeSentText(
  { form, objects, person: { organizationId } }: OwnSubmission,
  { field, bytesMax }: { readonly field: string; readonly bytesMax: number },
): Promise<SentText> {
  const [file, ...others] = form.takeFiles(`${field}-file`)
  const keys = [file, ...others].flatMap((each) => (each ? [each.kept.objectKey] : []))
  try {
    if (file === undefined) return { text: form.text(field), fileName: undefined }
    if (file.kept.sizeBytes > bytesMax)
      throw new ApiError(`The file is larger than ${bytesMax / 1_000_000} MB.`, {
        code: 'API_BODY_TOO_LARGE',
        status: 413,
      })
    const stream = await objects.get({ organizationId, key: file.kept.objectKey })
    const text = decodeUtf8(new Uint8Array(await new Response(stream).arrayBuffer()))
    if (text === undefined)
      throw new ApiError('The file is not UTF-8 text. Save it as UTF-8.', { code: 'API_INVALID', status: 400 })
    return { text, fileName: file.name }
  } finally {
    for (const key of keys) await objects.delete({ organizationId, key }).catch(() => undefined)
  }
}
