import { CheckError } from './checkwright-error.ts'

/** A list has items that cannot be read and that nobody can name. The others were handed out. */
export class OddItemsError extends CheckError {
  /** @param others what to say of further items; empty if there are none */
  constructor(first: string, others: string) {
    super(`${first}${others}`, { code: 'CHECK_UNDECIDED' })
  }
}
