import { z } from '@hono/zod-openapi'
import type { errorCodes } from '../../../errors/codes.ts'

/** `Problem` for the document. */
export const ProblemSchema = z
  .object({
    type: z
      .string()
      .openapi({ description: 'URI reference of the kind of problem (RFC 9457).', example: 'about:blank' }),
    title: z.string().openapi({ example: 'Bad Request' }),
    status: z.int().openapi({ example: 400 }),
    code: z.string().openapi({
      description: 'Stable, for programs. docs/errors.md explains every code.',
      example: 'API_INVALID' satisfies keyof typeof errorCodes,
    }),
    detail: z.string().openapi({ example: 'The body is not valid.' }),
    requestId: z
      .string()
      .openapi({ description: 'Identifies the request in the log.', example: 'b5c1c9f2-5f0e-4c55-9a53-0d7f3f0b8a11' }),
    errors: z
      .array(
        z.object({
          path: z.string(),
          message: z.string(),
          line: z.int().optional().openapi({ description: 'Of a file, from 1.' }),
          column: z.int().optional(),
        }),
      )
      .optional()
      .openapi({
        description: 'The problems, member by member.',
        example: [{ path: 'content', message: 'must not be empty' }],
      }),
  })
  .openapi('Problem')
