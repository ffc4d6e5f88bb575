import { type Capture, type ConnectorDefinition, listCaptures, matchesPattern } from '../../define/index.ts'

const longestCapture = 2048

/** A value that could not be captured: its id, and the problem. */
export interface CaptureProblem {
  readonly id: string
  readonly message: string
}

/**
 * The values that a connector captures from one source.
 * @param valueAt looks up a capture's `path`
 * @returns values by credential id, and the missing ones
 */
export function captureFrom(
  source: Capture['from'],
  definition: ConnectorDefinition,
  valueAt: (path: string) => unknown,
): { readonly captured: Readonly<Record<string, string>>; readonly problems: readonly CaptureProblem[] } {
  const entries: [string, string][] = []
  const problems: CaptureProblem[] = []
  for (const capture of listCaptures(definition)) {
    if (capture.from !== source) continue
    const text = captureToText(valueAt(capture.path))
    const message = findCaptureProblem(text, capture)
    if (text === undefined || message !== undefined) problems.push({ id: capture.id, message: message ?? 'is missing' })
    else entries.push([capture.id, text])
  }
  return { captured: Object.fromEntries(entries), problems }
}

/** A number above 2^53 lost digits when it was parsed, so it differs from the vendor's. */
function captureToText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'boolean' || Number.isSafeInteger(value) ? String(value) : undefined
}

// These values come from the vendor or, in a callback, from anyone. They end up in URLs and headers.
function findCaptureProblem(text: string | undefined, { pattern }: Capture): string | undefined {
  if (text === undefined || text === '') return 'is missing'
  if (text.length > longestCapture) return `is longer than ${longestCapture} characters`
  if (/\p{Cc}/u.test(text)) return 'contains control characters'
  return pattern === undefined || matchesPattern(text, pattern) ? undefined : `does not match ${pattern}`
}
