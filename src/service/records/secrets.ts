/** Secrets of this service itself, each made once and shared by all processes on the store. They are sealed. */
export interface SecretStore {
  find(name: string): Promise<string | undefined>
  /** @returns the sealed secret in the store, whoever wrote it */
  insertIfAbsent(name: string, sealed: string, nowMs: number): Promise<string>
}
