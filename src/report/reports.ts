import type { ReportInput, ReportOptions } from './pieces/report.ts'

/** A format of reports: its file names and its writer. */
export interface ReportFormat {
  /** For an HTTP `Content-Type`. */
  readonly mediaType: string
  /** Without the dot; for a format in JSON, after the format's name. */
  readonly extension: string
  /** Pieces of text, or of bytes. */
  readonly write: (runs: readonly ReportInput[], options?: ReportOptions) => AsyncIterable<string | Uint8Array>
}

/** Every format of reports. Each is loaded on first use. */
export const reports = {
  table: {
    mediaType: 'text/plain; charset=utf-8',
    extension: 'txt',
    write: loadLazily(async () => (await import('./table.ts')).writeTableReport),
  },
  json: {
    mediaType: 'application/json',
    extension: 'json',
    write: loadLazily(async () => (await import('./json.ts')).writeJsonReport),
  },
  ndjson: {
    mediaType: 'application/x-ndjson',
    extension: 'ndjson',
    write: loadLazily(async () => (await import('./ndjson.ts')).writeNdjsonReport),
  },
  markdown: {
    mediaType: 'text/markdown; charset=utf-8',
    extension: 'md',
    write: loadLazily(async () => (await import('./markdown.ts')).writeMarkdownReport),
  },
  sarif: {
    mediaType: 'application/sarif+json',
    extension: 'sarif',
    write: loadLazily(async () => (await import('./sarif.ts')).writeSarifReport),
  },
  junit: {
    mediaType: 'application/xml',
    extension: 'junit.xml',
    write: loadLazily(async () => (await import('./junit.ts')).writeJunitReport),
  },
  ocsf: {
    mediaType: 'application/x-ndjson',
    extension: 'ocsf.ndjson',
    write: loadLazily(async () => (await import('./ocsf.ts')).writeOcsfReport),
  },
  'ocsf-json': {
    mediaType: 'application/json',
    extension: 'ocsf.json',
    write: loadLazily(async () => (await import('./ocsf-json.ts')).writeOcsfJsonReport),
  },
  oscal: {
    mediaType: 'application/json',
    extension: 'oscal.json',
    write: loadLazily(async () => (await import('./oscal/oscal.ts')).writeOscalReport),
  },
  poam: {
    mediaType: 'application/json',
    extension: 'poam.json',
    write: loadLazily(async () => (await import('./oscal/poam.ts')).writePoamReport),
  },
  gemara: {
    mediaType: 'application/json',
    extension: 'gemara.json',
    write: loadLazily(async () => (await import('./gemara.ts')).writeGemaraReport),
  },
  svr: {
    mediaType: 'application/x-ndjson',
    extension: 'svr.jsonl',
    write: loadLazily(async () => (await import('./svr.ts')).writeSvrReport),
  },
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    extension: 'csv',
    write: loadLazily(async () => (await import('./csv.ts')).writeCsvReport),
  },
  parquet: {
    mediaType: 'application/vnd.apache.parquet',
    extension: 'parquet',
    write: loadLazily<ReportFormat['write']>(async () => (await import('./parquet.ts')).writeParquetReport),
  },
  html: {
    mediaType: 'text/html; charset=utf-8',
    extension: 'html',
    write: loadLazily(async () => (await import('./html/page.ts')).writeHtmlReport),
  },
} satisfies Readonly<Record<string, ReportFormat>>

export type Format = keyof typeof reports

/** Names of all formats, for `--format`. */
export const formats = Object.keys(reports) as Format[]

function loadLazily<Write extends ReportFormat['write']>(load: () => Promise<Write>): Write {
  const write: ReportFormat['write'] = async function* (runs, options) {
    const report = await load()
    yield* report(runs, options)
  }
  return write as Write
}
