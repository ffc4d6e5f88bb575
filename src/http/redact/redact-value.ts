import { evidenceDepthMax, type JsonValue } from '../../define/index.ts'
import { redactedMark, type SecretNames } from './secret-names.ts'

// Evidence is small. This limit and that of its depth only stop values that refer to themselves endlessly.
const membersMax = 500_000

/** Converts one value to JSON, without secrets. */
export class Conversion {
  readonly #names: SecretNames
  readonly #text: (text: string) => string
  /** A list, because few values are deep, and a set costs more than most evidence. */
  readonly #above: object[] = []
  readonly #onHidden: OnHidden | undefined
  readonly #path: string[] = []
  #members = 0

  constructor(names: SecretNames, text: (text: string) => string, onHidden?: OnHidden) {
    this.#names = names
    this.#text = onHidden ? (original) => this.#watched(text, original) : text
    this.#onHidden = onHidden
  }

  /** @param hidden whether an ancestor has a secret's name, so that all text is hidden */
  value(value: unknown, hidden = false): JsonValue {
    switch (typeof value) {
      case 'string':
        // Whether there is a secret at all is a fact that checks ask for.
        return hidden && value !== '' ? this.#hidden() : this.#text(value)
      case 'boolean':
        return value
      case 'number':
      case 'bigint':
        return this.#number(value)
      case 'object':
        return value === null ? null : this.#guarded(value, hidden)
      default:
        return value === undefined ? null : `[${typeof value}]`
    }
  }

  /** A number may be a secret too: a PIN, or a key without letters. */
  #number(value: number | bigint): JsonValue {
    const text = String(value)
    const shown = this.#text(text)
    // JSON has no negative zero.
    return shown === text && typeof value === 'number' && Number.isFinite(value) ? value + 0 : shown
  }

  #watched(text: (text: string) => string, original: string): string {
    const shown = text(original)
    return shown === original ? original : this.#hidden(shown)
  }

  #hidden(shown: string = redactedMark): string {
    this.#onHidden?.(this.#path.join(''))
    return shown
  }

  #guarded(value: object, hidden: boolean): JsonValue {
    if (this.#above.includes(value)) return '[circular]'
    if (this.#above.length >= evidenceDepthMax) return '[too deep]'
    this.#above.push(value)
    try {
      return this.#object(value, hidden)
    } catch {
      // A getter, `toJSON` or proxy that throws must not cost the evidence around it.
      return '[unreadable]'
    } finally {
      this.#above.pop()
    }
  }

  #object(value: object, hidden: boolean): JsonValue {
    if (value instanceof Error) return this.value(`${value.name}: ${value.message}`, hidden)
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`
    if (value instanceof Date && Number.isNaN(value.getTime())) return 'Invalid Date'
    if ('toJSON' in value && typeof value.toJSON === 'function') return this.value(value.toJSON(), hidden)
    if (Array.isArray(value) || value instanceof Set) return this.#list(value, hidden)
    return this.#record(isPairs(value) ? value : listMembersSafely(value), hidden)
  }

  #at(step: string, value: unknown, hidden: boolean): JsonValue {
    if (!this.#onHidden) return this.value(value, hidden)
    this.#path.push(step)
    try {
      return this.value(value, hidden)
    } finally {
      this.#path.pop()
    }
  }

  #hiddenAt(step: string): string {
    this.#onHidden?.(`${this.#path.join('')}${step}`)
    return redactedMark
  }

  #list(values: Iterable<unknown>, hidden: boolean): JsonValue {
    const list: JsonValue[] = []
    for (const value of values) {
      if (++this.#members > membersMax) return [...list, '[too large]']
      list.push(this.#at('[]', value, hidden))
    }
    return list
  }

  #record(entries: Iterable<readonly [unknown, unknown]>, hidden: boolean): JsonValue {
    const record: Record<string, JsonValue> = {}
    for (const [key, value] of entries) {
      if (value === undefined) continue
      if (++this.#members > membersMax) {
        record['[too large]'] = true
        break
      }
      const name = String(key)
      const isSecret = this.#names.has(name)
      const isNumber = typeof value === 'number' || typeof value === 'bigint'
      // Below a secret's name numbers stay: a password policy is evidence.
      const shown = this.#text(name)
      const at = `.${shown}`
      const child = isSecret && isNumber ? this.#hiddenAt(at) : this.#at(at, value, hidden || isSecret)
      if (shown === '__proto__')
        Object.defineProperty(record, shown, { value: child, enumerable: true, writable: true, configurable: true })
      else record[shown] = child
    }
    return record
  }
}

/** Reads each member separately, so that a getter that throws affects no other member. */
function listMembersSafely(value: object): readonly (readonly [string, unknown])[] {
  return Object.keys(value).map((key) => {
    try {
      return [key, Reflect.get(value, key)]
    } catch {
      return [key, '[unreadable]']
    }
  })
}

/** Called with each redacted place: `.users[].token`, empty for the value itself. */
export type OnHidden = (path: string) => void

/** Collections of pairs, which have no members of their own: `Map`, `Headers`, `URLSearchParams`, `FormData`. */
function isPairs(value: object): value is Iterable<readonly [unknown, unknown]> {
  return Symbol.iterator in value && 'entries' in value && 'get' in value
}
