import { expect, test } from 'vitest'
import { ApiError } from '../../../../src/errors/index.ts'
import { toProblem } from '../../../../src/things/api/answers/problem-details.ts'

test('toProblem() echoes names of a request only in part', () => {
  const name = 'n'.repeat(100_000)
  const problems = Array.from({ length: 1_000 }, () => ({ path: name, message: `"${name}" is not an option here` }))
  const error = new ApiError(`There is no route GET /${name}.`, { code: 'API_INVALID', status: 400, problems })

  const problem = toProblem(error, 'r1')

  expect(JSON.stringify(problem).length).toBeLessThan(100_000)
  expect(problem.detail).toMatch(/more characters\]$/)
  expect(problem.errors).toHaveLength(100)
  expect(problem.errors?.[0]?.path.length).toBeLessThan(300)
})
