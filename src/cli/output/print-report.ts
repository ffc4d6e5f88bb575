import { once } from 'node:events'
import type { ReportInput, ReportOptions } from '../../report/report.ts'
import { type Format, reports } from '../../report/reports.ts'
import type { Terminal } from './terminal.ts'

/** Fewer and larger writes: a report comes in very many small pieces. */
const pieceLength = 65_536

/** Writes a report to stdout as fast as it is read, so that a large one does not wait in memory. */
export async function printReport(
  format: Format,
  runs: readonly ReportInput[],
  options: ReportOptions,
  { out }: Terminal,
): Promise<void> {
  const { width, color } = out
  let text = ''
  for await (const piece of reports[format].write(runs, { width, color, ...options })) {
    text += piece
    if (text.length < pieceLength) continue
    await writeDrained(text, out.stream)
    text = ''
  }
  await writeDrained(text, out.stream)
}

async function writeDrained(text: string, stream: Terminal['out']['stream']): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain')
}
