import type { Check, JsonValue } from '../define/index.ts'
import type { RunScope } from './run-scope.ts'

/** What the check is given, and the same as the run keeps it, so that a replay gives it again. */
export interface GivenVariables {
  /** @throws CredentialError `VARIABLE_INVALID` */
  readonly get: () => Readonly<Record<string, unknown>>
  /** Left out where there are none, and where they are what the check could not begin with. */
  readonly kept?: { readonly [id: string]: JsonValue }
}

export function pickGivenVariables(check: Check, { variablesOf, redactor }: RunScope): GivenVariables {
  try {
    const values = variablesOf(check)
    const kept = redactor.json(values) as Record<string, JsonValue>
    return { get: () => values, ...(Object.keys(kept).length > 0 && { kept }) }
  } catch (thrown) {
    return {
      get: () => {
        throw thrown
      },
    }
  }
}
