import type { CheckOutcome, ResultStatus, RunResult } from '../../define/index.ts'
import { wrapHanging } from '../../report/pieces/wrap-text.ts'
import { formatColumns } from '../../service/commands/format-columns.ts'
import type { Terminal } from '../../service/commands/terminal.ts'
import { countNoun } from '../../text/count-noun.ts'
import type { Connection, Runtime } from '../../things/runtime/runtime.ts'
import type { DemoSystem } from './systems.ts'

/** The cross-checks that show it in few lines. */
const crossCheckIds: readonly string[] = ['leavers', 'accounts-without-owner']

/** Connects the systems and reads who is in them. The first one becomes the directory. */
export async function connectDemoSystems(
  runtime: Runtime,
  organizationId: string,
  systems: readonly DemoSystem[],
): Promise<readonly Connection[]> {
  const connections: Connection[] = []
  for (const { connector, key } of systems)
    connections.push(await runtime.connections.create({ connector, organizationId, credentials: { api_key: key } }))
  const [directory] = connections
  if (directory)
    await runtime.directory.set({ organizationId, sources: [{ connection: directory.id, covers: 'both' }] })
  for (const { id } of connections) await (await runtime.runs.start({ connectionId: id, organizationId })).result
  return connections
}

/** Judges the lists of all systems together. */
export async function judgeDemoSystems(
  runtime: Runtime,
  organizationId: string,
  signal: AbortSignal,
): Promise<readonly RunResult[]> {
  const runs: RunResult[] = []
  for (const id of crossCheckIds) {
    if (signal.aborted) break
    runs.push(await (await runtime.crossChecks.run({ organizationId, id })).result)
  }
  return runs
}

/** A line for each account of which there is something to say; the others are counted. */
export function printDemoSystems(runs: readonly RunResult[], { out }: Pick<Terminal, 'out'>): void {
  for (const check of runs.flatMap(({ checks }) => checks)) {
    for (const line of wrapHanging(check.title, out.width, 0)) out.line(out.paint('bold', line))
    out.write(formatColumns(listRows(check), { width: out.width, paint: (_style, text) => text }))
    out.line()
  }
}

function listRows({ results, undecided }: CheckOutcome): string[][] {
  const having = (wanted: ResultStatus) => results.filter(({ status }) => status === wanted)
  const passed = having('pass').length
  return [
    ...having('fail').map(({ title }) => ['✗ fail', title]),
    ...having('manual').map(({ title }) => ['! needs review', title]),
    ...(undecided?.first ?? []).map(({ resource, because }) => [
      '? cannot tell',
      `${resource.name ?? resource.id}: ${because}`,
    ]),
    ...having('not_applicable').map(({ title }) => ['– n/a', title]),
    ...(passed > 0 ? [['✓ pass', countNoun(passed, 'account')]] : []),
  ]
}
