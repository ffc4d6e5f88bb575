import { encodePieces } from '../../api/answers/encode-pieces.ts'
import { buildSaveHeaders } from '../../api/answers/file-response.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'
import { type AnswerFileFormat, answerFileTypes, listAllAnswers, writeAnswerFile } from './answer-file.ts'

/** All answers of an organization as a file. */
export function sendAnswers(
  { workspace }: Pick<HostParts['runtime'], 'workspace'>,
  {
    organizationId,
    format,
    method,
  }: { readonly organizationId: string; readonly format: AnswerFileFormat; readonly method: string },
): Response {
  const headers = buildSaveHeaders(`knowledge-base.${format}`, answerFileTypes[format])
  const pieces = writeAnswerFile(format, listAllAnswers(workspace.manualAnswers, organizationId))
  return new Response(method === 'GET' ? encodePieces(pieces) : null, { headers })
}
