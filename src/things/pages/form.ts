import { ApiError } from '../../errors/index.ts'
import type { StoredBytes } from '../../service/files/keep-file.ts'

/** The values of a form. The names are ours; anybody can send any value. */
export interface SentForm {
  /** The value of one field; '' if it was not sent. */
  text(name: string): string
  /** All values of one name, such as ticked boxes. */
  all(name: string): readonly string[]
  /** The fields with this prefix, by the rest of their names. */
  group(prefix: string): Readonly<Record<string, string>>
  /**
   * The files of a field. Who takes them gives them a name in the store; others are deleted. None, if the action does not
   * declare that it takes files.
   */
  takeFiles(name: string): readonly SentFile[]
}

/** A file of a form, with bytes that are stored already. */
export interface SentFile {
  readonly name: string
  readonly type: string
  readonly stored: StoredBytes
}

/** More than any form of ours: a few large boxes of 64 KiB each. */
const bytesMax = 512 * 1024

/** @throws ApiError 413, 415, 400 */
export async function readForm(request: Request): Promise<SentForm> {
  const [type] = (request.headers.get('content-type') ?? '').split(';')
  if (type?.trim().toLowerCase() !== 'application/x-www-form-urlencoded')
    throw new ApiError('The request is not a form of this page. Reload the page, and send the form again.', {
      code: 'API_MEDIA_TYPE_UNSUPPORTED',
    })
  return toForm(new URLSearchParams(await readFormText(request)))
}

export function toForm(fields: URLSearchParams): SentForm {
  // Browsers send line breaks as CR LF, whatever was typed or pasted. A key in PEM needs the original ones.
  const clean = (value: string) => value.replaceAll('\r\n', '\n')
  return {
    text: (name) => clean(fields.get(name) ?? ''),
    all: (name) => fields.getAll(name).map(clean),
    group: (prefix) =>
      Object.fromEntries(
        [...fields]
          .filter(([name]) => name.startsWith(prefix))
          .map(([name, value]) => [name.slice(prefix.length), clean(value)]),
      ),
    takeFiles: () => [],
  }
}

async function readFormText({ headers, body }: Request): Promise<string> {
  if (Number(headers.get('content-length') ?? 0) > bytesMax) throw createFormTooLargeError()
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body ?? []) {
    bytes += piece.length
    if (bytes > bytesMax) throw createFormTooLargeError()
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function createFormTooLargeError(): ApiError {
  return new ApiError('The content of the form is too large. Shorten it.', { code: 'API_BODY_TOO_LARGE' })
}
