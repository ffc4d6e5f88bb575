import type { CheckFailure, StackFrame } from '../define/index.ts'

/** `at lib/users.ts:12:5 (readUsers)`, which editors and terminals open at a click. */
export function formatFrame({ file, line, column, function: name }: StackFrame): string {
  return `at ${file}:${line}:${column}${name === undefined ? '' : ` (${name})`}`
}

/** Where in the connector a check's error was thrown, where that is known. */
export function formatFirstFrame({ frames = [] }: Pick<CheckFailure, 'frames'>): string | undefined {
  const [first] = frames
  return first && formatFrame(first)
}
