import { AuthError, CheckwrightError } from '../../errors/index.ts'

/** A code to log in place of an error, because messages of other errors may hold anything. */
export function readErrorCodeForLog(error: unknown): string {
  return error instanceof CheckwrightError ? error.code : 'UNKNOWN'
}

/** The same with the authorization server's own code, if it sent one. */
export function readFailureReason(error: unknown): { readonly code: string; readonly vendorCode?: string | undefined } {
  const vendorCode = error instanceof AuthError ? error.vendorCode : undefined
  return { code: readErrorCodeForLog(error), vendorCode }
}
