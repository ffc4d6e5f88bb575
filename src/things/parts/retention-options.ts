/** Retention times. Anything without a limit is kept for ever. */
export interface RetentionOptions {
  readonly runs?:
    | {
        /** Since the run began, in ms. */
        readonly maxAgeMs?: number | undefined
        /** The newest runs of each connection that stay. */
        readonly maxPerConnection?: number | undefined
      }
    | undefined
  readonly audit?: { readonly maxAgeMs?: number | undefined } | undefined
  /** The newest inventories of connections, since they were read. A newer run replaces them in any case. */
  readonly inventories?: { readonly maxAgeMs?: number | undefined } | undefined
}

/** @throws TypeError for ages and numbers that are none */
export function demandRetention({ runs, audit, inventories }: RetentionOptions = {}): void {
  const numbers = {
    'runs.maxAgeMs': runs?.maxAgeMs,
    'runs.maxPerConnection': runs?.maxPerConnection,
    'audit.maxAgeMs': audit?.maxAgeMs,
    'inventories.maxAgeMs': inventories?.maxAgeMs,
  }
  for (const [name, value] of Object.entries(numbers)) {
    if (value !== undefined && !(Number.isInteger(value) && value > 0))
      throw new TypeError(`createRuntime: retention.${name} must be a whole number above 0`)
  }
}
