/** What a description's references that cannot be followed were met as: pointer to reference. */
export type LostReferences = Map<string, string>

/**
 * A value in a description, and where it stands. Whatever a file holds in place of what is expected, a place answers: what
 * is not there is a place without a value. References within the file are followed; others are noted as lost.
 */
export class Place {
  readonly value: unknown
  /** JSON pointer (RFC 6901) to it, behind every reference. */
  readonly pointer: string
  readonly #root: unknown
  readonly #lost: LostReferences

  private constructor(value: unknown, pointer: string, root: unknown, lost: LostReferences) {
    this.value = value
    this.pointer = pointer
    this.#root = root
    this.#lost = lost
  }

  static root(value: unknown, lost: LostReferences): Place {
    return new Place(value, '', value, lost)
  }

  /** The member of that name or index, references followed. */
  at(...names: readonly (string | number)[]): Place {
    return names.reduce<Place>((place, name) => place.#member(String(name)).#followed(), this)
  }

  /** Own members of an object, references followed; none of anything else. */
  members(): readonly (readonly [name: string, place: Place])[] {
    // With `__proto__` as a name, what is made from it would not be the object that it looks like.
    const names = this.isObject ? Object.keys(Object(this.value)).filter((name) => name !== '__proto__') : []
    return names.map((name) => [name, this.at(name)])
  }

  /** Items of a list, references followed; none of anything else. */
  items(): readonly Place[] {
    return Array.isArray(this.value) ? this.value.map((_, index) => this.at(index)) : []
  }

  get isObject(): boolean {
    return typeof this.value === 'object' && this.value !== null && !Array.isArray(this.value)
  }

  get isThere(): boolean {
    return this.value !== undefined && this.value !== null
  }

  /** Text that is not empty. */
  get text(): string | undefined {
    return typeof this.value === 'string' && this.value !== '' ? this.value : undefined
  }

  /** Text of a few words on one line, fit for a comment or a label. */
  get line(): string | undefined {
    const words = this.text
      ?.slice(0, lineLengthMax * 4)
      .replaceAll(/[\s\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
      .trim()
    if (!words) return undefined
    return words.length > lineLengthMax ? `${words.slice(0, lineLengthMax - 1).trimEnd()}…` : words
  }

  #member(name: string): Place {
    const value = isContainer(this.value) && Object.hasOwn(this.value, name) ? this.value[name] : undefined
    return this.#with(value, `${this.pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }

  #followed(): Place {
    let place: Place = this
    for (let hops = 0; ; hops++) {
      const reference = isContainer(place.value) && Object.hasOwn(place.value, '$ref') ? place.value.$ref : undefined
      if (typeof reference !== 'string') return place
      const steps = hops < hopsMax ? stepsOf(reference) : undefined
      const target = steps?.reduce<Place>((at, step) => at.#member(step), this.#with(this.#root, ''))
      if (target?.value === undefined) {
        if (this.#lost.size < lostMax) this.#lost.set(this.pointer, reference.slice(0, 200))
        return this.#with(undefined, this.pointer)
      }
      place = target
    }
  }

  #with(value: unknown, pointer: string): Place {
    return new Place(value, pointer, this.#root, this.#lost)
  }
}

const lineLengthMax = 160
const hopsMax = 32
// A file whose every reference is broken is told by some of them.
const lostMax = 200

/** Steps of a reference within the same file; undefined for one that leads elsewhere. */
function stepsOf(reference: string): readonly string[] | undefined {
  if (!/^#(\/|$)/.test(reference)) return undefined
  const steps = reference.slice(1).split('/').slice(1)
  return steps.map((step) => decoded(step).replaceAll('~1', '/').replaceAll('~0', '~'))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Some tools write a "%" that begins no escape.
    return text
  }
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
