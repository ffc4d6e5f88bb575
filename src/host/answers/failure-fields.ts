import { CheckwrightError } from '../../errors/index.ts'

const framesMax = 5

/**
 * What a log may say about an error. Our messages hold no secrets; the message of any other may hold anything, so that
 * only its name and where it was thrown are told.
 */
export function collectFailureFields(error: unknown): Readonly<Record<string, unknown>> {
  if (error instanceof CheckwrightError) return { error: error.name, code: error.code, message: error.message }
  if (!(error instanceof Error)) return { error: typeof error }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return { error: error.name, at: frames.slice(0, framesMax).map((line) => line.trim()) }
}
