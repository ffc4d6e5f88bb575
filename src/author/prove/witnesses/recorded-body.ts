import type { JsonValue } from '../../../define/index.ts'
import type { RecordedBody } from '../../../evidence/recording/recording.ts'

/** The text of a recorded body; empty where there is none. */
export function joinBodyText({ json, text, base64 }: RecordedBody): string {
  if (json !== undefined) return JSON.stringify(json)
  if (text !== undefined) return typeof text === 'string' ? text : text.join('\n')
  return base64 === undefined ? '' : Buffer.from(base64, 'base64').toString('utf8')
}

/** The value of a body in JSON, with a number that JavaScript would write differently as it was written. */
export function parseBody(body: RecordedBody): unknown {
  if (body.json !== undefined) return structuredClone(body.json)
  try {
    return JSON.parse(joinBodyText(body), keepSource as Parameters<typeof JSON.parse>[1])
  } catch {
    // Markup, or lines of JSON: no pointer leads into it.
    return undefined
  }
}

/** The same value as a body. */
export function toRecordedBody(value: unknown): RecordedBody {
  const text = JSON.stringify(value) ?? ''
  const parsed: JsonValue = text === '' ? null : JSON.parse(text)
  return text === '' ? {} : JSON.stringify(parsed) === text ? { json: parsed } : { text }
}

// https://github.com/tc39/proposal-json-parse-with-source
function keepSource(_name: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === 'number' && source !== undefined && String(value) !== source ? rawJson(source) : value
}

const { rawJSON: rawJson } = JSON as unknown as { readonly rawJSON: (text: string) => object }
