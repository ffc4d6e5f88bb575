import { CheckwrightError } from '../../../errors/index.ts'
import { endSentence } from '../../../text/end-sentence.ts'

const problemsMax = 20

/** The first problems of a file, as a part of a sentence. */
export function listProblems(problems: readonly string[]): string {
  const more = problems.length > problemsMax ? `; and ${problems.length - problemsMax} more` : ''
  return `${problems.slice(0, problemsMax).join('; ')}${more}`
}

/** Why no record of a file is taken. */
export function createFileError(what: string): CheckwrightError {
  return new CheckwrightError(endSentence(`Nothing of the file was taken: ${what}`), { code: 'RECORD_INVALID' })
}
