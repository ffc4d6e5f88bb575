import { readFileSync } from 'node:fs'

/** A shipped connector, as lists show it. */
export interface ConnectorSummary {
  readonly id: string
  readonly name: string
  readonly version?: string
  readonly category?: string
  readonly description?: string
  /** How it signs in: `oauth2`, `api_key`, `basic`, `custom`. */
  readonly auth: string
  /** Ids of its checks. */
  readonly checks: readonly string[]
  /** Controls that its checks speak for, each once: `soc2:CC6.1`. */
  readonly controls: readonly string[]
}

/** "npm run docs" writes the file from the definitions. */
export async function readList(): Promise<readonly ConnectorSummary[]> {
  // The same way from connectors/_data/ and from dist/chunks/. At once, because loading the other way takes longer than the file.
  return JSON.parse(readFileSync(new URL('../../connectors/list.json', import.meta.url), 'utf8'))
}
