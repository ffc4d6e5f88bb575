import { parseXML } from '@aws-sdk/xml-builder'
import * as z from 'zod/mini'

/**
 * The value of an XML answer's root element: elements by name, text as text, `''` where there is nothing. A repeated
 * element becomes an array. @throws Error if it is not XML
 */
export function parseXml(text: string): unknown {
  const [root] = Object.values(parseXML(text) as Record<string, unknown>)
  return root
}

/**
 * The same for an answer with a known root element; another one belongs to something else. @throws Error for that too
 */
export function parseXmlAnswer(root: string): (text: string) => unknown {
  return (text) => {
    const parsed = parseXML(text) as Record<string, unknown>
    if (!Object.hasOwn(parsed, root)) throw new Error(`The root element is not ${root}.`)
    return parsed[root]
  }
}

/** XML has text only. */
export const flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
)

const digits = z.string().check(z.regex(/^-?\d{1,15}$/))

export const whole = z.pipe(digits, z.transform(Number))

/** A whole number that AWS's model bounds. */
export function createWholeSchema(least: number, most: number) {
  const isWithin = (text: string) => Number(text) >= least && Number(text) <= most
  return z.pipe(digits.check(z.refine(isWithin, `is not between ${least} and ${most}`)), z.transform(Number))
}

/**
 * A list in AWS's form: an element around one for each item, all with the same name. An empty list cannot be
 * distinguished from an empty text, and one item not from an element.
 */
export function createListSchema<T extends z.core.$ZodType>(name: string, item: T) {
  return z.pipe(
    z.union([z.literal(''), z.object({ [name]: z.union([z.array(item), item]) })]),
    z.transform((list): z.output<T>[] => (list === '' ? [] : ([list[name]].flat() as z.output<T>[]))),
  )
}

/** Finds a list in a page, by the name of its element and of its items' element. */
export function createItemsFinder(list: string, name: string): (body: unknown) => readonly unknown[] {
  return (body) => {
    const found = readObjectMember(body, list)
    return found === '' ? [] : [readObjectMember(found, name)].flat()
  }
}

function readObjectMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
