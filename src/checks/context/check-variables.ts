import type { Check, JsonValue } from '../../define/index.ts'
import type { RunScope } from './run-scope.ts'

/** The values that a check gets, and the same in the run's form, so that a replay gets them again. */
export interface ResolvedVariables {
  /** @throws CredentialError `VARIABLE_INVALID` */
  readonly get: () => Readonly<Record<string, unknown>>
  /** Left out if there are none, or if they are the reason why the check could not begin. */
  readonly redacted?: { readonly [id: string]: JsonValue } | undefined
}

export function pickVariables(check: Check, { variablesOf, redactor }: RunScope): ResolvedVariables {
  try {
    const values = variablesOf(check)
    // Most checks have none.
    if (Object.keys(values).length === 0) return { get: () => values }
    const redacted = redactor.data(values)
    return { get: () => values, redacted: Object.keys(redacted).length > 0 ? redacted : undefined }
  } catch (thrown) {
    return {
      get: () => {
        throw thrown
      },
    }
  }
}
