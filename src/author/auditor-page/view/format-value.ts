import { isObject } from '../../../text/is-object.ts'
import { parseJson } from '../../../text/parse-json.ts'
import { type Content, createElement } from './element.ts'
import type { PageWords } from './words.ts'

const lengthMax = 20_000

/** A value of a bundle as text: nothing of it is known, not even its type. */
export function toText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value.slice(0, lengthMax)
  try {
    return JSON.stringify(value).slice(0, lengthMax)
  } catch {
    // Nested deeper than a stack is.
    return '…'
  }
}

/** A member of something that may be no object, or a member of that, and so on. */
export function readPath(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce(
    (inside: unknown, name) => (isObject(inside) && Object.hasOwn(inside, name) ? inside[name] : undefined),
    value,
  )
}

export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** JSON with indents, or another text as it is. */
export function createCode(value: unknown, words: PageWords): Content {
  const text = typeof value === 'string' ? (indent(parseJson(value)) ?? value) : indent(value)
  if (text === undefined) return createElement('p', { class: 'soft' }, words.texts.tooDeep)
  const more = text.length - lengthMax
  return createElement(
    'pre',
    { tabindex: '0' },
    text.slice(0, lengthMax),
    more > 0 ? `\n${words.texts.clipped({ count: words.number(more) })}` : undefined,
  )
}

/** @returns undefined for what is no JSON, or nested deeper than a stack is */
function indent(value: unknown): string | undefined {
  if (value === undefined) return undefined
  try {
    return JSON.stringify(value, undefined, 2)
  } catch {
    return undefined
  }
}
