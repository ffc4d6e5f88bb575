import type { RunHead } from '../../checks/runs/recorded-run.ts'

/** What to say of a run whose results another tool reported, so that nobody takes them for observed; undefined for other runs. */
export function describeReceived({ received }: Pick<RunHead, 'received'>): string | undefined {
  if (received === undefined) return undefined
  const { tool, file, oldestAt, setAside } = received
  const version = tool.version === undefined ? '' : ` ${tool.version}`
  const age = oldestAt === undefined ? 'It does not say when the tool looked.' : `The oldest is of ${oldestAt}.`
  const counts = setAside === undefined ? '' : ' They count for nothing.'
  return `Received from ${tool.name}${version}, and not observed: results of the file ${file.name}, SHA-256 ${file.sha256}. ${age}${counts}`
}

/** How OSCAL calls the way to a result: a test is what we did ourselves. */
export function nameMethod({ received }: Pick<RunHead, 'received'>): 'TEST' | 'EXAMINE' {
  return received === undefined ? 'TEST' : 'EXAMINE'
}
