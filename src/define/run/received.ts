/** The connector id of results that other tools reported, in runs, finding ids and waivers. No connector can have it. */
export const receivedConnectorId = 'import'

/** What a run of kind `import` was made of: a file of another tool. Its results are received and not observed. */
export interface ReceivedPart {
  /** `ocsf`, `sarif`, `junit`, `powerpipe`, `scubagear`, `inspec`, `trivy` or `oscal`. */
  readonly format: string
  readonly formatVersion?: string | undefined
  readonly tool: { readonly name: string; readonly version?: string | undefined }
  /** The file as it came. The bundle has it. */
  readonly file: {
    readonly name: string
    /** Lowercase hexadecimal. */
    readonly sha256: string
    readonly bytes: number
  }
  /** When the tool looked, ISO 8601: the oldest of its results. Left out where the file does not date all of them. */
  readonly oldestAt?: string | undefined
  readonly newestAt?: string | undefined
  /** Results in the file, and what became of them: each is one of these. */
  readonly counts: {
    readonly entries: number
    readonly pass: number
    readonly fail: number
    readonly manual: number
    readonly not_applicable: number
    /** The tool could not tell, or the file does not say enough. */
    readonly undecided: number
    /** How many of them somebody told the tool not to mind. */
    readonly muted: number
  }
  /** How often the tool said each of its words; at most 50 of them. */
  readonly words: { readonly [word: string]: number }
  /** Why the file has not all that the tool saw. Left out where it does not say so. */
  readonly cutOff?: string | undefined
  /** Why the run counts for nothing: it changes no finding, control or trend. Left out where it counts. */
  readonly setAside?: 'undated' | 'older' | undefined
}
