import { CheckwrightError } from '../../../errors/index.ts'
import { endSentence } from '../../../text/end-sentence.ts'

/** Why no record of a file is taken. */
export function createFileError(what: string): CheckwrightError {
  return new CheckwrightError(endSentence(`Nothing of the file was taken: ${what}`), { code: 'RECORD_INVALID' })
}
