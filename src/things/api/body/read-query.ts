import type { z } from '@hono/zod-openapi'
import { ApiError } from '../../../errors/index.ts'
import { parseInput } from './parse-input.ts'

/** @throws ApiError 400 for members that are unknown, not valid, or there twice */
export function readQuery<Q extends z.ZodType>(schema: Q | undefined, { url }: Request): z.output<Q> | undefined {
  if (schema === undefined && !url.includes('?')) return undefined
  const query: Record<string, string> = {}
  const seen = new Set<string>()
  for (const [name, value] of new URL(url).searchParams) {
    const problem = schema === undefined ? 'is not known here' : seen.has(name) ? 'must not occur twice' : undefined
    if (problem !== undefined) {
      throw new ApiError('The query is not valid.', {
        code: 'API_INVALID',
        problems: [{ path: name, message: problem }],
      })
    }
    seen.add(name)
    // An own member whatever its name, also __proto__.
    Object.defineProperty(query, name, { value, enumerable: true })
  }
  return schema && parseInput(schema, query, 'The query is not valid.')
}
