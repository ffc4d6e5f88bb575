import { redactedMark } from './secret-names.ts'

/**
 * Whether a secret was taken out of a message. Only a replay has such messages. A cursor that has a secret's name or form is hidden,
 * too, and pages that differ in it alone look the same then.
 */
export function hasMark(message: string | Uint8Array | undefined): boolean {
  if (message === undefined || typeof message === 'string') return message?.includes(redactedMark) ?? false
  return Buffer.from(message.buffer, message.byteOffset, message.byteLength).includes(redactedMark)
}
