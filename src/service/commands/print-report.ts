import type { ReportInput, ReportOptions } from '../../report/pieces/report.ts'
import { type Format, reports } from '../../report/reports.ts'
import type { Terminal } from './terminal.ts'
import { writePieces } from './write-pieces.ts'

/** Writes a report to stdout as fast as it is read, so that a large one does not wait in memory. */
export function printReport(
  format: Format,
  runs: readonly ReportInput[],
  options: ReportOptions,
  { out }: Terminal,
): Promise<void> {
  const { width, color } = out
  return writePieces(reports[format].write(runs, { width, color, ...options }), out.stream)
}
