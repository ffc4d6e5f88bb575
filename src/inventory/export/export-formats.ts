import { writeInventoryCsv } from './csv.ts'
import type { WriteInventory } from './inventory-export.ts'
import { writeInventoryJson } from './json.ts'
import { writeInventoryOcsf } from './ocsf.ts'

interface ExportForm {
  readonly mediaType: string
  readonly extension: string
  readonly write: WriteInventory
}

/** How an inventory is written for other programs. */
export const exportForms = {
  csv: { mediaType: 'text/csv; charset=utf-8', extension: 'csv', write: writeInventoryCsv },
  json: { mediaType: 'application/json', extension: 'json', write: writeInventoryJson },
  ocsf: { mediaType: 'application/x-ndjson', extension: 'ocsf.ndjson', write: writeInventoryOcsf },
} as const satisfies Readonly<Record<string, ExportForm>>

export type ExportFormat = keyof typeof exportForms

export const exportFormats = Object.keys(exportForms) as [ExportFormat, ...ExportFormat[]]
