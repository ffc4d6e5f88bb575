import { Unknown, type ValueOrUnknown } from './value.ts'

/** Steps that one record may take. Above them it is undecided. */
export const stepsMax = 1_000_000

/** Ends an expression whose record has used up its steps. `compileExpression` catches it, so that no operator can take it for a value. */
class BudgetEnd extends Error {}

/** Counts what the expressions of one record cost, so that it cannot take more than its share. */
export class Meter {
  #steps = 0

  get steps(): number {
    return this.#steps
  }

  /** @throws BudgetEnd above `stepsMax`, and at each later call */
  spend(steps: number): void {
    this.#steps += steps
    if (this.#steps > stepsMax) throw new BudgetEnd()
  }

  /** Work on a text costs more the longer the text is. */
  spendOnText(text: string): void {
    this.spend(text.length >> 6)
  }
}

/** What an expression gives; unknown as a whole if its budget ends or the record is too large, whatever it had found by then. */
export function evaluateWithinBudget(evaluate: () => ValueOrUnknown): ValueOrUnknown {
  try {
    return evaluate()
  } catch (error) {
    if (error instanceof BudgetEnd) return new Unknown('budget', `the expression takes more than ${stepsMax} steps`)
    // More texts than a call takes, or lists nested deeper than the stack: one record's matter, as its steps are.
    if (error instanceof RangeError) return new Unknown('budget', 'the record is larger or deeper than can be read')
    throw error
  }
}
