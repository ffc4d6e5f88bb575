import type { ResultStatus, Severity } from '../define/index.ts'

/** A verdict of another tool, in our statuses. `undecided`: the tool could not tell, or says something that nobody knows. */
export type ReceivedStatus = ResultStatus | 'undecided'

/** One result in a file of another tool. */
export interface ReceivedItem {
  /** The rule that the tool followed, by the tool's id. */
  readonly check: { readonly id: string; readonly title: string; readonly severity?: Severity | undefined }
  /** What it is about; undefined: the file does not say. */
  readonly resource: { readonly type: string; readonly id: string; readonly name?: string | undefined } | undefined
  readonly status: ReceivedStatus
  /** The word of the tool for it. */
  readonly word: string
  /** The tool was told not to mind it. */
  readonly isMuted?: boolean | undefined
  readonly title: string
  readonly description?: string | undefined
  readonly remediation?: string | undefined
  readonly severity?: Severity | undefined
  /** When the tool looked, epoch ms; undefined: it does not say. */
  readonly atMs: number | undefined
  readonly evidence?: Readonly<Record<string, unknown>> | undefined
}

/** The tool that a file is of. */
export interface ReceivedTool {
  readonly name: string
  readonly version?: string | undefined
}

/** What is known when a file has been read. */
export interface ReceivedEnd {
  readonly tool: ReceivedTool
  readonly formatVersion?: string | undefined
  /** Why the file has not all that the tool saw: it says so itself. */
  readonly cutOff?: string | undefined
  /** When the tool looked, for results without a time of their own. */
  readonly atMs?: number | undefined
}

/** Reads a file from its beginning, each time. */
export type ReadFile = () => AsyncIterable<Uint8Array>

/** A format of results that can be imported. */
export interface ReceivedFormat {
  readonly id: ReceivedFormatId
  /** As people know it. */
  readonly name: string
  /** @throws CheckwrightError `IMPORT_REFUSED` for another format, and for a version that is not known */
  parse(read: ReadFile): AsyncGenerator<readonly ReceivedItem[], ReceivedEnd, undefined>
}

export const receivedFormatIds = [
  'ocsf',
  'sarif',
  'junit',
  'powerpipe',
  'scubagear',
  'inspec',
  'trivy',
  'oscal',
] as const

export type ReceivedFormatId = (typeof receivedFormatIds)[number]

export function isReceivedFormat(text: string): text is ReceivedFormatId {
  return receivedFormatIds.some((id) => id === text)
}
