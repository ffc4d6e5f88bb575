import type { z } from '@hono/zod-openapi'
import { ApiError, type Problem } from '../errors/index.ts'
import { pathOf } from './body/strict-json.ts'

/**
 * The value as the schema gives it.
 * @throws ApiError 400 `API_INVALID` that lists every problem with its path, and no value
 */
export function checked<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new ApiError(what, { code: 'API_INVALID', status: 400, problems: result.error.issues.flatMap(problemsOf) })
}

/** So many are told; the rest helps nobody. */
const keysMax = 20

function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, keysMax).map((key) => ({ path: pathOf([...path, key]), message: 'is not known here' }))
  }
  return [{ path: pathOf(path), message: issue.message }]
}
