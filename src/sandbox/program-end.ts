import { CheckwrightError } from '../errors/index.ts'

/** A program that came to no end by itself: it took too long, needed too much memory, or broke off. */
export class ProgramEnd extends CheckwrightError {
  constructor(message: string) {
    super(message, { code: 'IMPORT_REFUSED' })
  }
}
