/** An error of the operating system: a file that is not there, a process that has ended. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException & { readonly code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string'
}

/** Whether it is the system's error of this code: `ENOENT`. */
export function hasSystemCode(error: unknown, code: string): boolean {
  return isSystemError(error) && error.code === code
}

/** " (ENOSPC)" for messages, because the system's own message repeats paths. Empty for any other error. */
export function describeSystemCode(error: unknown): string {
  return isSystemError(error) ? ` (${error.code})` : ''
}
