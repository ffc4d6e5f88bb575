import { isObject } from '../../text/is-object.ts'
import { logCommand } from './safe-text.ts'

/**
 * Characters that JSON allows in a string and a terminal obeys: C1 controls, line separators and bidirectional marks. Then the sign
 * that makes a command of a CI service ({@link logCommand}).
 */
const obeyed = new RegExp(
  `[\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]|${logCommand.source}`,
  'g',
)

/** JSON with such characters as escapes, which mean the same. */
export function formatJsonText(value: unknown, layout: JsonLayout = {}): string {
  const text = JSON.stringify(value, createReplacer(layout), layout.indent ?? 0)
  return text.replace(obeyed, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

export interface JsonLayout {
  /** Spaces of a level; 0 writes one line. @default 0 */
  readonly indent?: number | undefined
  /** Members in their order. @default as they come */
  readonly orderMembers?: ((members: object) => object) | undefined
}

/**
 * The same text as {@link formatJsonText}, piece by piece. Any array may be an `AsyncIterable` of its items instead, so
 * that only one item is in memory at a time. It also finds a stream inside an item. A member that is undefined is left
 * out.
 */
export async function* writeJsonPieces(value: unknown, layout: JsonLayout = {}, level = 0): AsyncGenerator<string> {
  if (!hasStream(value)) yield indentToLevel(formatJsonText(value, layout), layout, level)
  else if (isStream(value)) yield* writeBracketed('[', ']', writeStreamItems(value, layout, level + 1), layout, level)
  else if (Array.isArray(value))
    yield* writeBracketed('[', ']', writeStreamItems(value, layout, level + 1), layout, level)
  else yield* writeBracketed('{', '}', writeMembers(value, layout, level + 1), layout, level)
}

/** The text of each item or member, in pieces. */
type JsonParts = AsyncGenerator<AsyncIterable<string>>

async function* writeBracketed(
  open: string,
  close: string,
  parts: JsonParts,
  { indent = 0 }: JsonLayout,
  level: number,
): AsyncGenerator<string> {
  const lineBreak = indent === 0 ? '' : `\n${' '.repeat(indent * level)}`
  const inner = indent === 0 ? '' : `\n${' '.repeat(indent * (level + 1))}`
  let before = open
  for await (const part of parts) {
    yield before + inner
    yield* part
    before = ','
  }
  yield before === open ? open + close : lineBreak + close
}

async function* writeStreamItems(
  items: AsyncIterable<unknown> | readonly unknown[],
  layout: JsonLayout,
  level: number,
): JsonParts {
  for await (const item of items) yield writeJsonPieces(item, layout, level)
}

async function* writeMembers(value: object, layout: JsonLayout, level: number): JsonParts {
  for (const [name, member] of Object.entries(layout.orderMembers?.(value) ?? value)) {
    if (member !== undefined) yield writeNamedMember(name, member, layout, level)
  }
}

async function* writeNamedMember(
  name: string,
  member: unknown,
  layout: JsonLayout,
  level: number,
): AsyncGenerator<string> {
  yield `${formatJsonText(name)}:${layout.indent ? ' ' : ''}`
  yield* writeJsonPieces(member, layout, level)
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

function hasStream(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  return isStream(value) || Object.values(value).some(hasStream)
}

/** JSON has line breaks only between tokens, not in strings, so every line can be indented. */
function indentToLevel(text: string, { indent = 0 }: JsonLayout, level: number): string {
  return indent === 0 || level === 0 ? text : text.replaceAll('\n', `\n${' '.repeat(indent * level)}`)
}

function createReplacer({ orderMembers }: JsonLayout): ((name: string, member: unknown) => unknown) | undefined {
  if (!orderMembers) return undefined
  return (_name, member) => (isObject(member) ? orderMembers(member) : member)
}
