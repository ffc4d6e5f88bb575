import type { FileRecord } from '../../../service/files/files.ts'
import { buildSaveHeaders, createDigestCheck, createFileResponse } from '../../api/answers/file-response.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'
import type { OpenedGrant } from '../services/opened-grant.ts'

type DocumentParts = Pick<HostParts, 'runtime' | 'objects'>
type Document = OpenedGrant['document']

/** The file of a document, to save and never to show. undefined: it has none. */
export async function sendDocument(
  parts: DocumentParts,
  document: Document,
  request: Request,
): Promise<Response | undefined> {
  const found = await openDocument(parts, document)
  return found && createFileResponse(found.file, found.bytes, request)
}

/**
 * The same for one person: a PDF has a line on each page that says so. Other files are as they are.
 * @throws CheckwrightError `IMPORT_REFUSED` for a PDF that cannot be marked. It is not sent unmarked.
 */
export async function sendMarkedDocument(
  parts: DocumentParts,
  document: Document,
  { url, mark }: { readonly url: string; readonly mark: string },
): Promise<Response | undefined> {
  const found = await openDocument(parts, document)
  if (found === undefined) return undefined
  const { file, bytes } = found
  if (file.type !== pdfType) return createFileResponse(file, bytes, new Request(url))
  // What marks is loaded with the first document.
  const { markApart } = await import('../marking/mark-apart.ts')
  const marked = await markApart({
    bytes: new Uint8Array(await new Response(bytes.pipeThrough(createDigestCheck(file.sha256))).arrayBuffer()),
    mark,
  })
  return new Response(Buffer.from(marked), { headers: buildSaveHeaders(file.name, pdfType) })
}

const pdfType = 'application/pdf'

async function openDocument(
  { runtime, objects }: DocumentParts,
  { organizationId, values: { fileId } }: Document,
): Promise<{ readonly file: FileRecord; readonly bytes: ReadableStream<Uint8Array> } | undefined> {
  const upload = fileId === null ? undefined : await runtime.workspace.evidenceUploads.find(fileId, organizationId)
  const stored = upload && (await objects.get({ organizationId, key: upload.file.objectKey }))
  if (!upload || !stored) return undefined
  const { head, bytes } = await peek(stored, headBytes)
  const { name, type } = upload.file
  // A PDF by what stands in it, by its name or by what the uploader says. What is called a page or a picture is bytes here.
  const isPdf = type === pdfType || /\.pdf\s*$/i.test(name) || Buffer.from(head).includes('%PDF-')
  const file = { ...upload.file, name: toFileName(name), type: isPdf ? pdfType : 'application/octet-stream' }
  return { file, bytes }
}

/** Readers look for the head of a PDF in so many bytes. */
const headBytes = 1_024

/** The first bytes of a stream, and all of it. */
async function peek(
  stream: ReadableStream<Uint8Array>,
  count: number,
): Promise<{ readonly head: Uint8Array; readonly bytes: ReadableStream<Uint8Array> }> {
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  while (length < count) {
    const { value } = await reader.read()
    if (value === undefined) break
    chunks.push(value)
    length += value.byteLength
  }
  const bytes = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const value = chunks.shift() ?? (await reader.read()).value
      if (value === undefined) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return { head: Buffer.concat(chunks).subarray(0, count), bytes }
}

/** The last part of a path, without what no file system or header takes. */
function toFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return last.replace(/[\p{Cc}\p{Cf}"]/gu, '').trim() || 'document'
}
