import type { CheckState, JsonValue } from '../../define/index.ts'
import type { Redactor } from '../../http/redact/redact.ts'

/** `ctx.state`: the values from the last run, and the new ones. */
export class RedactedState implements CheckState {
  readonly #values: Map<string, JsonValue>
  readonly #redactor: Redactor
  #changed = false

  constructor(before: Readonly<Record<string, JsonValue>>, redactor: Redactor) {
    this.#values = new Map(Object.entries(before))
    this.#redactor = redactor
  }

  /** All values, if one of them was set; otherwise undefined. */
  get changes(): Readonly<Record<string, JsonValue>> | undefined {
    return this.#changed ? Object.fromEntries(this.#values) : undefined
  }

  // A copy each, so that changes to a value that the check got affect neither the state nor the run's record.
  get = async <T>(key: string): Promise<T | undefined> => structuredClone(this.#values.get(key)) as T | undefined

  set = async (key: string, value: unknown): Promise<void> => {
    // Redacted like everything that is kept, so that a check does not store a secret by accident.
    this.#values.set(key, this.#redactor.json(value))
    this.#changed = true
  }
}
