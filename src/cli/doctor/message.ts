import { CheckwrightError } from '../../errors/index.ts'

/** What an error says; of one that is not ours no more than its name, because it may quote anything. */
export function describeError(error: unknown): string {
  if (error instanceof CheckwrightError) return error.message
  return `Something unforeseen went wrong (${error instanceof Error ? error.name : typeof error}).`
}
