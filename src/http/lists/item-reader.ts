import {
  type ItemResource,
  idLengthMax,
  type PaginateOptions,
  type Resource,
  type UndecidedInput,
} from '../../define/index.ts'
import { CheckError, OddItemsError } from '../../errors/index.ts'
import { countNoun } from '../../text/count-noun.ts'
import { readMember } from '../../text/read-member.ts'
import { driftAdvice, readBySchema } from './validate-by-schema.ts'

/** Takes a resource that could not be told. */
export type NoteUndecided = (undecided: UndecidedInput) => void

/** So many items of which none fits are another API, and no odd record among others. */
const noneFitsMax = 20

/**
 * Reads the items of a list one by one, so that an item that does not fit the schema hides no other. An odd item that
 * `resource` can name is undecided by itself. Any other makes the list incomplete: its reason is thrown at the end.
 */
export class ItemReader<T> {
  readonly #options: PaginateOptions<T>
  readonly #note: NoteUndecided | undefined
  #items = 0
  #odd = 0
  #nameless = 0
  /** Of the first odd item, and of the first without a name. */
  #first: CheckError | undefined
  #firstNameless: CheckError | undefined
  /** Odd items from before the first one that fits: where none fits, none of them is an exception. */
  #waiting: UndecidedInput[] = []

  /** @param note takes odd items that have a name; without it, all of them make the list incomplete */
  constructor(options: PaginateOptions<T>, note: NoteUndecided | undefined) {
    this.#options = options
    this.#note = note
  }

  /** The item as the schema returns it; undefined if it does not fit. */
  async read(
    item: unknown,
    schema: NonNullable<PaginateOptions<T>['schema']>,
    source: string,
  ): Promise<{ readonly value: T } | undefined> {
    const reading = await readBySchema(schema, item)
    if ('value' in reading) {
      this.#items++
      this.#reportWaiting()
      return reading
    }
    return this.#leaveOutDrifted(item, source, `does not have the expected shape (${reading.mismatch}).`)
  }

  /** An item of a list without a schema; undefined for null, which no list has for an item. Takes no turn of the event loop. */
  readAny(item: unknown, source: string): { readonly value: T } | undefined {
    if (item !== null) {
      this.#items++
      if (this.#waiting.length > 0) this.#reportWaiting()
      return { value: item as T }
    }
    return this.#leaveOutDrifted(item, source, 'is null.')
  }

  #leaveOutDrifted(item: unknown, source: string, lacks: string): undefined {
    const explain = () => new CheckError(`An item of ${source} ${lacks} ${driftAdvice}`, { code: 'SCHEMA_DRIFT' })
    this.leaveOut(item, explain, lacks)
  }

  /** An item that cannot be read. @param lacks what is wrong with it, after "The vendor's record" */
  leaveOut(item: unknown, explain: () => CheckError, lacks: string): void {
    this.#items++
    this.#odd++
    this.#first ??= explain()
    const resource = this.#note && nameItem(item, this.#options.resource)
    if (!resource) {
      this.#nameless++
      this.#firstNameless ??= explain()
      return
    }
    this.#waiting.push({ resource, because: `The vendor's record ${lacks}`, kind: 'schema_drift' })
    if (this.#odd < this.#items) this.#reportWaiting()
  }

  #reportWaiting(): void {
    for (const each of this.#waiting) this.#note?.(each)
    this.#waiting = []
  }

  /** A page is over. @throws CheckError `SCHEMA_DRIFT` if no item fits, of so many that this is no exception */
  endPage(): void {
    if (this.#odd >= noneFitsMax) this.#demandOne()
  }

  /** The list is over. @throws CheckError `SCHEMA_DRIFT` if no item fits, `CHECK_UNDECIDED` if some do not that nobody can name */
  end(): void {
    this.#demandOne()
    if (!this.#firstNameless) return
    const others = this.#nameless === 1 ? '' : ` The same is true of ${countNoun(this.#nameless - 1, 'more item')}.`
    throw new OddItemsError(`${this.#firstNameless.message}${others}`, this.#nameless)
  }

  #demandOne(): void {
    if (this.#first && this.#odd === this.#items) throw this.#first
  }
}

/** What an item is called; undefined if the item does not say. */
export function nameItem(item: unknown, resource: ItemResource | undefined): Resource | undefined {
  if (!resource) return undefined
  const { type, id, name } = resource
  const read = readText(item, id)
  if (read === undefined || read.length > idLengthMax) return undefined
  const shown = name === undefined ? undefined : readText(item, name)
  return shown === undefined ? { type, id: read } : { type, id: read, name: shown }
}

function readText(item: unknown, from: ItemResource['id']): string | undefined {
  const texts: (string | undefined)[] = []
  const read = (path: string): string => {
    const text = toText(readMember(item, path))
    texts.push(text)
    return text ?? ''
  }
  const made = typeof from === 'string' ? read(from) : from(read)
  // What reads nothing of the item would call all of them the same.
  return texts.length === 0 || texts.includes(undefined) || made.trim() === '' ? undefined : made
}

function toText(value: unknown): string | undefined {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}
