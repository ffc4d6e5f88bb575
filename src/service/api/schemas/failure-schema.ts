import { z } from '@hono/zod-openapi'
import type { CheckFailure } from '../../../define/index.ts'
import { toNullable } from './schemas.ts'

const StackFrameSchema = z
  .object({
    file: z.string().openapi({ example: 'checks/admin-mfa.ts' }),
    line: z.int().openapi({ example: 12 }),
    column: z.int().openapi({ example: 5 }),
    function: z.string().nullable().openapi({ example: 'readAdmins' }),
  })
  .openapi('StackFrame')

export const CheckFailureSchema = z
  .object({
    kind: z.string().openapi({ example: 'permission' }),
    code: z.string().openapi({ example: 'HTTP_PERMISSION_DENIED' }),
    message: z.string().openapi({ example: 'Acme refused GET /users. Grant "users:read", then reconnect.' }),
    missingScopes: z.array(z.string()).openapi({ example: ['users:read'] }),
    retryable: z.boolean(),
    frames: z
      .array(StackFrameSchema)
      .openapi({ description: "The places in the connector's own files where the error was thrown, innermost first." }),
  })
  .openapi('CheckFailure')

export function toWireFailure(error: CheckFailure | undefined): z.input<typeof CheckFailureSchema> | null {
  if (error === undefined) return null
  const { kind, code, message, missingScopes = [], retryable, frames = [] } = error
  return {
    kind,
    code,
    message,
    retryable,
    missingScopes: [...missingScopes],
    frames: frames.map((frame) => ({ ...frame, function: toNullable(frame.function) })),
  }
}
