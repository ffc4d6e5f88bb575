import { type ExportFormat, exportForms } from '../../../inventory/export/export-formats.ts'
import { demandExportable } from '../../../inventory/export/ocsf.ts'
import { formatInventoryName } from '../../../inventory/inventory-head.ts'
import { encodePieces } from '../../api/answers/encode-pieces.ts'
import { buildSaveHeaders } from '../../api/answers/file-response.ts'
import type { OpenInventoryList } from '../inventories.ts'

/** An inventory as a download. Its name has no name of a person, and says if it is not complete. */
export function sendInventory(
  { head, records }: OpenInventoryList,
  format: ExportFormat,
  { method }: Pick<Request, 'method'>,
): Response {
  // Before the first byte: afterwards there is no status left to answer with.
  if (format === 'ocsf') demandExportable(head.of)
  const { mediaType, extension, write } = exportForms[format]
  const name = ['inventory', head.connectionId, formatInventoryName(head), ...(head.complete ? [] : ['incomplete'])]
  const headers = buildSaveHeaders(`${name.join('-')}.${extension}`, mediaType)
  return new Response(method === 'GET' ? encodePieces(write({ head, records: records() })) : null, { headers })
}
