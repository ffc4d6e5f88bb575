import type { JsonValue } from '../../../define/index.ts'
import type { RecordedBody, RecordedExchange } from '../../../evidence/recording/recording.ts'
import { parseMarkup, writeMarkup } from './markup-body.ts'

/** The text of a recorded body; empty where there is none. */
export function joinBodyText({ json, text, base64 }: RecordedBody): string {
  if (json !== undefined) return JSON.stringify(json)
  if (text !== undefined) return typeof text === 'string' ? text : text.join('\n')
  return base64 === undefined ? '' : Buffer.from(base64, 'base64').toString('utf8')
}

/** The operation of AWS that a request names, in its form or in a header. Undefined where its path says all. */
export function readOperation({ target, ...body }: RecordedExchange['request']): string | undefined {
  return target?.split('.').at(-1) ?? /(?:^|&)Action=(\w+)/.exec(joinBodyText(body))?.[1]
}

/** The value of a body in JSON, with a number that JavaScript would write differently as it was written, or of one in XML. */
export function parseBody(body: RecordedBody): unknown {
  if (body.json !== undefined) return structuredClone(body.json)
  const text = joinBodyText(body)
  try {
    return JSON.parse(text, keepSource as Parameters<typeof JSON.parse>[1])
  } catch {
    // Into lines of JSON, or a table, no pointer leads.
    return parseMarkup(text)
  }
}

/** The same value as a body. @param like the body that it was, whose form it keeps */
export function toRecordedBody(value: unknown, like: RecordedBody): RecordedBody {
  if (like.json === undefined && parseMarkup(joinBodyText(like)) !== undefined) return { text: writeMarkup(value) }
  const text = JSON.stringify(value) ?? ''
  const parsed: JsonValue = text === '' ? null : JSON.parse(text)
  return text === '' ? {} : JSON.stringify(parsed) === text ? { json: parsed } : { text }
}

// https://github.com/tc39/proposal-json-parse-with-source
function keepSource(_name: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === 'number' && source !== undefined && String(value) !== source ? rawJson(source) : value
}

const { rawJSON: rawJson } = JSON as unknown as { readonly rawJSON: (text: string) => object }
