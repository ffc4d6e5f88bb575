import { type ParquetColumn, writeParquet } from './pieces/parquet.ts'
import type { ReportInput } from './pieces/report.ts'
import { listResultRows, resultColumns } from './pieces/result-rows.ts'

const columns = resultColumns.map((name): ParquetColumn => ({ name, type: name === 'at' ? 'time' : 'text' }))

/** Apache Parquet of the table of results. The evidence is whole. */
export async function* writeParquetReport(runs: readonly ReportInput[]): AsyncGenerator<Uint8Array, void, undefined> {
  yield* writeParquet(columns, listRows(runs))
}

async function* listRows(runs: readonly ReportInput[]) {
  for await (const row of listResultRows(runs))
    yield resultColumns.map((column) => (column === 'at' ? toTime(row.at) : (row[column] ?? null)))
}

function toTime(iso: string | undefined): number | null {
  const atMs = Date.parse(iso ?? '')
  return Number.isNaN(atMs) ? null : atMs
}
