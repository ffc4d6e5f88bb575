import type { z } from '@hono/zod-openapi'
import { ApiError, type Problem } from '../../../errors/index.ts'
import { formatSteps } from '../../../service/api/strict-json.ts'

/**
 * The value that the schema returns.
 * @throws ApiError 400 `API_INVALID` that lists every problem with its path, and no value
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const problems = result.error.issues.slice(0, problemsMax).flatMap(toInputProblems).slice(0, problemsMax)
  throw new ApiError(what, { code: 'API_INVALID', problems })
}

/** The answer lists this many problems. More would help nobody, and a small body can hold a hundred thousand. */
const problemsMax = 50

function toInputProblems(issue: z.core.$ZodIssue): Problem[] {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: formatSteps([...path, key]), message: 'is not known here' }))
  }
  return [{ path: formatSteps(path), message: issue.message }]
}
