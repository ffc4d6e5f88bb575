import { CheckError } from './checkwright-error.ts'

/** A list has items that cannot be read and that nobody can name. The others were handed out. */
export class OddItemsError extends CheckError {
  /** How many. */
  readonly count: number

  /** @param message about the first of them, and that there are others */
  constructor(message: string, count: number) {
    super(message, { code: 'CHECK_UNDECIDED' })
    this.count = count
  }
}
