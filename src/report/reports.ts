import type { Report } from './report.ts'

/** A format of reports: what its files are called, and how it is written. */
export interface ReportFormat {
  /** For an HTTP `Content-Type`. */
  readonly mediaType: string
  /** Without the dot; of a format in JSON with the format's name before. */
  readonly extension: string
  readonly write: Report
}

/** Every format of reports. Each is loaded when it is first written. */
export const reports = {
  table: {
    mediaType: 'text/plain; charset=utf-8',
    extension: 'txt',
    write: lazily(async () => (await import('./table.ts')).tableReport),
  },
  json: {
    mediaType: 'application/json',
    extension: 'json',
    write: lazily(async () => (await import('./json.ts')).jsonReport),
  },
  ndjson: {
    mediaType: 'application/x-ndjson',
    extension: 'ndjson',
    write: lazily(async () => (await import('./ndjson.ts')).ndjsonReport),
  },
  markdown: {
    mediaType: 'text/markdown; charset=utf-8',
    extension: 'md',
    write: lazily(async () => (await import('./markdown.ts')).markdownReport),
  },
  sarif: {
    mediaType: 'application/sarif+json',
    extension: 'sarif',
    write: lazily(async () => (await import('./sarif.ts')).sarifReport),
  },
  junit: {
    mediaType: 'application/xml',
    extension: 'junit.xml',
    write: lazily(async () => (await import('./junit.ts')).junitReport),
  },
  ocsf: {
    mediaType: 'application/x-ndjson',
    extension: 'ocsf.ndjson',
    write: lazily(async () => (await import('./ocsf.ts')).ocsfReport),
  },
  oscal: {
    mediaType: 'application/json',
    extension: 'oscal.json',
    write: lazily(async () => (await import('./oscal.ts')).oscalReport),
  },
  html: {
    mediaType: 'text/html; charset=utf-8',
    extension: 'html',
    write: lazily(async () => (await import('./html/page.ts')).htmlReport),
  },
} satisfies Readonly<Record<string, ReportFormat>>

export type Format = keyof typeof reports

/** Names of all formats, as `--format` takes them. */
export const formats = Object.keys(reports) as Format[]

function lazily(load: () => Promise<Report>): Report {
  return async function* (runs, options) {
    const report = await load()
    yield* report(runs, options)
  }
}
