import { decodePercent } from '../text/decode-percent.ts'

/** What a description's references that cannot be followed were met as: pointer to reference. */
export type LostReferences = Map<string, string>

/**
 * A value in a description, and where it stands. Whatever a file holds in place of what is expected, a node answers: what
 * is not there is a node without a value. References within the file are followed; others are noted as lost.
 */
export class DescriptionNode {
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

  static root(value: unknown, lost: LostReferences): DescriptionNode {
    return new DescriptionNode(value, '', value, lost)
  }

  /** The member of that name or index, references followed. */
  at(...names: readonly (string | number)[]): DescriptionNode {
    return names.reduce<DescriptionNode>((node, name) => node.#member(String(name)).#follow(), this)
  }

  /** Names of the own members of an object; none of anything else. */
  names(): readonly string[] {
    // With `__proto__` as a name, what is made from it would not be the object that it looks like.
    return this.isObject ? Object.keys(Object(this.value)).filter((name) => name !== '__proto__') : []
  }

  /** Own members of an object, references followed; none of anything else. */
  members(): readonly (readonly [name: string, node: DescriptionNode])[] {
    return this.names().map((name) => [name, this.at(name)])
  }

  /** Items of a list, references followed; none of anything else. */
  items(): readonly DescriptionNode[] {
    return Array.isArray(this.value) ? this.value.map((_, index) => this.at(index)) : []
  }

  /** A value that was taken from the description or made of its parts, as if it stood here; references followed. */
  read(value: unknown): DescriptionNode {
    return this.#with(value, this.pointer).#follow()
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

  #member(name: string): DescriptionNode {
    const value = isContainer(this.value) && Object.hasOwn(this.value, name) ? this.value[name] : undefined
    return this.#with(value, `${this.pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }

  #follow(): DescriptionNode {
    let node: DescriptionNode = this
    for (let hops = 0; ; hops++) {
      const reference = isContainer(node.value) && Object.hasOwn(node.value, '$ref') ? node.value.$ref : undefined
      if (typeof reference !== 'string') return node
      const steps = hops < hopsMax ? readSteps(reference) : undefined
      const target = steps?.reduce<DescriptionNode>((at, step) => at.#member(step), this.#with(this.#root, ''))
      if (target?.value === undefined) {
        if (this.#lost.size < lostMax) this.#lost.set(this.pointer, reference.slice(0, 200))
        return this.#with(undefined, this.pointer)
      }
      node = target
    }
  }

  #with(value: unknown, pointer: string): DescriptionNode {
    return new DescriptionNode(value, pointer, this.#root, this.#lost)
  }
}

const lineLengthMax = 160
const hopsMax = 32
// A file whose every reference is broken is told by some of them.
const lostMax = 200

/** Steps of a reference within the same file (RFC 6901 in a URI fragment); undefined for one that leads elsewhere. */
function readSteps(reference: string): readonly string[] | undefined {
  if (!/^#(\/|$)/.test(reference)) return undefined
  const steps = reference.slice(1).split('/').slice(1)
  // Some tools write a "%" that begins no escape.
  return steps.map((step) => (decodePercent(step) ?? step).replaceAll('~1', '/').replaceAll('~0', '~'))
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
