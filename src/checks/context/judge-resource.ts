import type { BaseContext } from '../../define/index.ts'
import { isOfOneAnswer } from '../../errors/index.ts'
import { findOwnError } from './check-failure.ts'
import type { ItemScope } from './each-item.ts'

/** `ctx.judge`: one condition, and the words for both of its answers. What cannot be read leaves this resource undecided. */
export function createJudge({ calls, reporter, explain }: ItemScope): BaseContext['judge'] {
  return (resource, holds, { good, bad, description, remediation, severity, evidence }) => {
    let isGood: unknown
    try {
      isGood = holds()
    } catch (thrown) {
      if (!isOfOneAnswer(findOwnError(thrown))) throw thrown
      const { kind, message, missingScopes } = explain(thrown)
      reporter.undecided({ resource, because: message, kind, missingScopes })
      reporter.settle(findOwnError(thrown))
      calls.settle(thrown)
      return
    }
    // A promise, or a member that is missing, would be taken for true or false.
    if (typeof isGood !== 'boolean')
      throw new TypeError(
        `ctx.judge() got ${isGood === null ? 'null' : typeof isGood} of its condition, which has to give true or false at once. Read what decides before, and throw Undecided where it is missing.`,
      )
    if (isGood) reporter.report('pass', { resource, title: good, evidence })
    else reporter.report('fail', { resource, title: bad, description, remediation, severity, evidence })
  }
}
