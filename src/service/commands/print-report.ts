import { createUsageError } from '../../errors/index.ts'
import type { ReportInput, ReportOptions } from '../../report/pieces/report.ts'
import { type Format, reports } from '../../report/reports.ts'
import type { Terminal } from './terminal.ts'
import { writePieces } from './write-pieces.ts'

/**
 * Writes a report to stdout as fast as it is read, so that a large one does not wait in memory.
 * @throws CheckwrightError `CLI_USAGE` for bytes on a terminal
 */
export async function printReport(
  format: Format,
  runs: readonly ReportInput[],
  options: ReportOptions,
  { out }: Terminal,
): Promise<void> {
  if (format === 'parquet') refuseOnTerminal(out)
  const { width, color } = out
  await writePieces(reports[format].write(runs, { width, color, ...options }), out.stream)
}

/** Parquet is bytes, which a terminal would take for commands. */
export function refuseOnTerminal({ isTty }: Pick<Terminal['out'], 'isTty'>): void {
  if (isTty) throw createUsageError('Parquet is no text. Send it to a file: --format parquet > results.parquet')
}
