import { CheckwrightError } from '../../errors/index.ts'

/**
 * What to say of evidence that could not be judged. Files that were made to break their readers make them fail in any way.
 * @throws the error itself where the machine failed and not the evidence
 */
export function explainFailure(error: unknown): string {
  if (error instanceof CheckwrightError) return error.message
  const isOfContent = error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError
  // A file system's error is no word about the evidence.
  if (!isOfContent || 'code' in error) throw error
  return 'has a form that Checkwright never writes, such as depth without end. It cannot be judged, and nothing in it is proven.'
}
