import { decodePercent } from '../text/decode-percent.ts'

/** References of a description that cannot be followed: pointer to reference. */
export type LostReferences = Map<string, string>

/**
 * A value in a description, and its place. A node accepts any content of a file: a missing value gives a node without a
 * value. References within the file are followed; others are recorded as lost.
 */
export class DescriptionNode {
  readonly value: unknown
  /** JSON pointer (RFC 6901) to it, after following references. */
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

  /** Names of an object's own members; empty for any other value. */
  names(): readonly string[] {
    // `__proto__` as a name would give an object that differs from its look.
    return this.isObject ? Object.keys(Object(this.value)).filter((name) => name !== '__proto__') : []
  }

  /** Own members of an object, with references followed; empty for any other value. */
  members(): readonly (readonly [name: string, node: DescriptionNode])[] {
    return this.names().map((name) => [name, this.at(name)])
  }

  /** Items of a list, with references followed; empty for any other value. */
  items(): readonly DescriptionNode[] {
    return Array.isArray(this.value) ? this.value.map((_, index) => this.at(index)) : []
  }

  /** A value from the description or made of its parts, with this place; references are followed. */
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
      const joined = hasSiblings(this.#root) ? joinSiblings(node.value) : undefined
      if (joined) return this.#with(joined, this.pointer)
      if (hasPathMembers(node.value))
        return this.#with(joinPath(this.read({ $ref: reference }).value, node.value), this.pointer)
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
// If every reference of a file is broken, some of them are enough for the message.
const lostMax = 200

/** Steps of a reference within the same file (RFC 6901 in a URI fragment); undefined if it leads elsewhere. */
function readSteps(reference: string): readonly string[] | undefined {
  if (!/^#(\/|$)/.test(reference)) return undefined
  const steps = reference.slice(1).split('/').slice(1)
  // Some tools write a "%" without escaping it.
  return steps.map((step) => (decodePercent(step) ?? step).replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Since OpenAPI 3.1 a schema may say more beside its reference. Before, everything beside it is ignored. */
function hasSiblings(root: unknown): boolean {
  return isContainer(root) && typeof root.openapi === 'string' && /^3\.[1-9]/.test(root.openapi)
}

// One schema stays one value however often it is read, so that one that includes itself ends.
const joinedSchemas = new WeakMap<object, object>()

/** A schema with a reference and more, as the schema of both; undefined if nothing of a schema stands beside the reference. */
function joinSiblings(value: unknown): object | undefined {
  if (!isContainer(value) || !schemaKeywords.some((name) => Object.hasOwn(value, name))) return undefined
  const known = joinedSchemas.get(value)
  if (known) return known
  const { $ref, allOf, ...own } = value
  const joined = { ...own, allOf: [{ $ref }, ...(Array.isArray(allOf) ? allOf : [])] }
  joinedSchemas.set(value, joined)
  return joined
}

/** Keywords that no other object with a reference has: a parameter's own `required` is no list. */
const schemaKeywords = 'type properties items allOf oneOf anyOf enum const format additionalProperties'.split(' ')

/** A path may refer to another one and have more operations or parameters beside the reference, in every version. */
function hasPathMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return isContainer(value) && pathMembers.some((name) => Object.hasOwn(value, name))
}

/** Its own operations and parameters count where both have one. */
function joinPath(target: unknown, { $ref: _, ...own }: Readonly<Record<string, unknown>>): object {
  const others = isContainer(target) ? target : {}
  const parameters = [others.parameters, own.parameters].flatMap((list) => (Array.isArray(list) ? list : []))
  return { ...others, ...own, parameters }
}

const pathMembers = 'get put post delete options head patch trace parameters servers'.split(' ')

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
