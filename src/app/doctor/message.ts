import { CheckwrightError } from '../../errors/index.ts'

/** The message of an error; for errors of others only the name, because the message may quote anything. */
export function describeError(error: unknown): string {
  if (error instanceof CheckwrightError) return error.message
  return `An unexpected error happened (${error instanceof Error ? error.name : typeof error}).`
}
