import { hash } from 'node:crypto'
import type { Answer } from './story.ts'

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly schema: { readonly enum?: readonly string[] }
}

export interface Operation {
  readonly id: string
  readonly path: string
  readonly parameters: readonly Parameter[]
}

/** What the document says can be read. */
export function listReads(document: Answer): readonly Operation[] {
  return Object.entries(document.paths as Answer).flatMap(([path, { get }]) =>
    get === undefined ? [] : [{ id: get.operationId, path, parameters: get.parameters ?? [] }],
  )
}

/**
 * The requests of one operation: as it is, with a page of one, and once in each format.
 * @param values of path parameters, and of query parameters without which there is no answer
 */
export function listRequests(
  { path, parameters }: Operation,
  values: Readonly<Record<string, string>>,
): readonly string[] {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new TypeError(`the story has no ${name} for ${path}`)
    return encodeURIComponent(value)
  })
  const needed = parameters.flatMap((each) =>
    each.in === 'query' && values[`${path}?${each.name}`] !== undefined
      ? [`${each.name}=${encodeURIComponent(values[`${path}?${each.name}`] ?? '')}`]
      : [],
  )
  const format = parameters.find(({ name }) => name === 'format')
  const variants = [
    [],
    ...(parameters.some(({ name }) => name === 'limit') ? [['limit=1']] : []),
    ...(format?.schema.enum ?? []).map((each) => [`format=${each}`]),
  ]
  return variants.map((more) => [filled, [...needed, ...more].join('&')].filter(Boolean).join('?'))
}

/** Status, the headers that are part of the form, and the body as it is sent. */
export async function formatAnswer(request: string, answer: Response): Promise<string> {
  const headers = ['content-type', 'content-disposition', 'location', 'cache-control'].flatMap((name) => {
    const value = answer.headers.get(name)
    return value === null ? [] : [`${name}: ${value}`]
  })
  const body = Buffer.from(await answer.arrayBuffer())
  const text = body.toString()
  const shown = Buffer.from(text).equals(body)
    ? formatBody(text)
    : `${hash('sha256', body)} (SHA-256 of ${body.length} bytes)`
  return [request, String(answer.status), ...headers, '', shown, ''].join('\n')
}

/** JSON in lines, for a readable diff, where that loses nothing. Git would change ends of lines. */
function formatBody(text: string): string {
  if (!/^[{[]/.test(text)) return text.replaceAll('\r', '␍')
  try {
    const value = JSON.parse(text)
    return JSON.stringify(value) === text ? JSON.stringify(value, undefined, 1) : text
  } catch {
    return text
  }
}
