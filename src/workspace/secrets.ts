/** Secrets of this service itself, each made once and shared by all processes on the store. Sealed. */
export interface SecretStore {
  find(name: string): Promise<string | undefined>
  /** @returns the sealed secret that is kept, whoever wrote it */
  insertIfAbsent(name: string, sealed: string, nowMs: number): Promise<string>
}
