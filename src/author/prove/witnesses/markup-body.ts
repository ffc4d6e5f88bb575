import { parseXML } from '@aws-sdk/xml-builder'

import { isObject } from '../../../text/is-object.ts'

/**
 * An answer in XML as a value: elements by name, text as text, and a repeated element as a list. An attribute is a member like an
 * element. Undefined for a text that is no XML.
 */
export function parseMarkup(text: string): unknown {
  if (!/^\s*<[?\w]/.test(text)) return undefined
  try {
    return parseXML(text)
  } catch {
    return undefined
  }
}

/** The same value as XML. What was an attribute is an element, which is read as the same member. */
export function writeMarkup(value: unknown): string {
  if (!isObject(value)) return escapeMarkup(value)
  return Object.entries(value)
    .flatMap(([name, member]) => [member].flat().map((each) => writeElement(name, each)))
    .join('')
}

function writeElement(name: string, value: unknown): string {
  return name === textMember ? escapeMarkup(value) : `<${name}>${writeMarkup(value)}</${name}>`
}

/** The text of an element that has other members beside it. */
const textMember = '#text'

function escapeMarkup(value: unknown): string {
  return String(value ?? '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
