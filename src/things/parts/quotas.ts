const mebibyte = 1024 ** 2

/** Limits of one organization on a service that several share. Each is a whole number above 0. */
export interface OrganizationQuotas {
  /** Queued and running runs. @default no limit but the organization's share of `queueMax` */
  readonly queuedRuns?: number | undefined
  /**
   * Simultaneous runs in one process, while the store has other organizations.
   * @default three quarters of the worker's `concurrency`, and at least one less than all if there are several
   */
  readonly runningRuns?: number | undefined
  /** Valid API keys: neither revoked nor expired. @default 1000 */
  readonly apiKeys?: number | undefined
  /** Bytes of files: attachments, uploaded evidence and bundles of runs. @default 21474836480 (20 GiB) */
  readonly storedBytes?: number | undefined
  /** Bytes of request bodies in memory while they arrive, in one process. @default 83886080 (80 MiB) */
  readonly uploadBytes?: number | undefined
  /** Time for each 64 MiB that a request body may have to arrive, in ms. @default 120000 */
  readonly uploadMs?: number | undefined
  /** Open event streams, in one process. @default 200 */
  readonly streams?: number | undefined
  /** The same for one API key or person. @default 20 */
  readonly streamsPerCaller?: number | undefined
}

/** Quotas with their defaults. */
export interface Quotas {
  readonly apiKeys: number
  readonly storedBytes: number
  readonly uploadBytes: number
  readonly uploadMs: number
  readonly streams: number
  readonly streamsPerCaller: number
  readonly queuedRuns: number | undefined
  readonly runningRuns: number | undefined
}

/** Names of the quotas, as the command line accepts them. */
export const quotaNames = [
  'queuedRuns',
  'runningRuns',
  'apiKeys',
  'storedBytes',
  'uploadBytes',
  'uploadMs',
  'streams',
  'streamsPerCaller',
] as const satisfies readonly (keyof OrganizationQuotas)[]

/** @throws TypeError for an unknown name, and for a value that is not a whole number above 0 */
export function resolveQuotas(quotas: OrganizationQuotas = {}): Quotas {
  for (const [name, value] of Object.entries(quotas)) {
    if (!quotaNames.some((known) => known === name))
      throw new TypeError(`createRuntime: quotas.${name} is unknown; there are ${quotaNames.join(', ')}`)
    if (value !== undefined && !(Number.isSafeInteger(value) && value > 0))
      throw new TypeError(`createRuntime: quotas.${name} must be a whole number above 0`)
  }
  return {
    queuedRuns: quotas.queuedRuns,
    runningRuns: quotas.runningRuns,
    apiKeys: quotas.apiKeys ?? 1_000,
    storedBytes: quotas.storedBytes ?? 20 * 1024 * mebibyte,
    uploadBytes: quotas.uploadBytes ?? 80 * mebibyte,
    uploadMs: quotas.uploadMs ?? 120_000,
    streams: quotas.streams ?? 200,
    streamsPerCaller: quotas.streamsPerCaller ?? 20,
  }
}
