import type { CheckFailure, StackFrame } from '../../define/index.ts'

/** `at lib/users.ts:12:5 (readUsers)`, which editors and terminals can open. */
export function formatFrame({ file, line, column, function: name }: StackFrame): string {
  return `at ${file}:${line}:${column}${name === undefined ? '' : ` (${name})`}`
}

/** The place in the connector at which a check's error was thrown, if known. */
export function formatFirstFrame({ frames = [] }: Pick<CheckFailure, 'frames'>): string | undefined {
  const [first] = frames
  return first && formatFrame(first)
}
