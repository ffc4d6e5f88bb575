import { formatCsvRow } from '../text/csv-row.ts'
import { clipEvidence } from './pieces/clip-evidence.ts'
import type { Report } from './pieces/report.ts'
import { listResultRows, resultColumns } from './pieces/result-rows.ts'
import { cleanLine } from './pieces/safe-text.ts'

/** CSV (RFC 4180) of the table of results. */
export const writeCsvReport: Report = async function* (runs) {
  yield formatCsvRow(resultColumns)
  for await (const row of listResultRows(runs))
    yield formatCsvRow(
      resultColumns.map((column) => {
        const cell = row[column] ?? ''
        return cleanLine(column === 'evidence' ? clipEvidence(cell) : cell, 4_000)
      }),
    )
}
