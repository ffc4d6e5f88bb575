import { CheckwrightError } from '../../../errors/index.ts'

const framesMax = 5

/**
 * The part of an error that a log may show. Our messages hold no secrets. Other messages may hold anything, so the log
 * shows only their name and where they were thrown.
 */
export function collectFailureFields(error: unknown): Readonly<Record<string, unknown>> {
  if (error instanceof CheckwrightError) return { error: error.name, code: error.code, message: error.message }
  if (!(error instanceof Error)) return { error: typeof error }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return { error: error.name, at: frames.slice(0, framesMax).map((line) => line.trim()) }
}
