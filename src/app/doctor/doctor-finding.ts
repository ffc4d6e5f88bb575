/** `note`: all is well, but you should know it; `warning`: it works, but not for ever or not for everybody. */
export type DoctorLevel = 'ok' | 'note' | 'warning' | 'problem'

/** One thing that was examined. */
export interface DoctorFinding {
  /** Stable: `store.schema`. */
  readonly id: string
  readonly level: DoctorLevel
  /** What it is and what it means. */
  readonly says: string
  /** What to do; left out for `ok` and most notes. */
  readonly advice?: string | undefined
}

/** The things to examine, and the means for it. */
export interface ExaminedService {
  readonly storeUrl: string
  readonly env: NodeJS.ProcessEnv
  /** The public URL of the service. */
  readonly publicUrl: string | undefined
  /** Files of connectors beside the shipped ones. */
  readonly connectorFiles: readonly string[]
  readonly nowMs: number
}
