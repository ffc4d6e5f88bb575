import type { CheckState, JsonValue } from '../define/index.ts'
import type { Redactor } from '../http/redact/redact.ts'

/** `ctx.state`: what the check kept the last time, and what it wants to keep this time. */
export class KeptState implements CheckState {
  readonly #values: Map<string, JsonValue>
  readonly #redactor: Redactor
  #changed = false

  constructor(before: Readonly<Record<string, JsonValue>>, redactor: Redactor) {
    this.#values = new Map(Object.entries(before))
    this.#redactor = redactor
  }

  /** All values, when one of them was set; else undefined. */
  get changes(): Readonly<Record<string, JsonValue>> | undefined {
    return this.#changed ? Object.fromEntries(this.#values) : undefined
  }

  // A copy each, so that what a check does to a value it got changes neither the state nor the run's record of it.
  get = async <T>(key: string): Promise<T | undefined> => structuredClone(this.#values.get(key)) as T | undefined

  set = async (key: string, value: unknown): Promise<void> => {
    // Redacted like everything that is kept: a check may not store a secret by accident.
    this.#values.set(key, this.#redactor.json(value))
    this.#changed = true
  }
}
