import { appendFileSync } from 'node:fs'

/** A line for the scripts that run the tests of connectors to see what these do; nothing anywhere else. */
export function note(line: object): void {
  const file = process.env.CHECKWRIGHT_OUTCOMES
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`)
}
