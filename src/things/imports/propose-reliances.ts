import { loadFramework } from '../../checks/controls/frameworks/shipped-frameworks.ts'
import { countsFor } from '../../checks/controls/statements/counts-for.ts'
import { loadStatements } from '../../checks/controls/statements/statement.ts'
import { receivedConnectorId } from '../../define/index.ts'
import { type ForeignChecks, loadForeignChecks } from '../../received/foreign-checks/foreign-checks.ts'
import type { Uses } from '../parts/runtime-parts.ts'
import { findNewestRun } from './find-newest-run.ts'

/** A statement that checks of a source look at, with what a reliance on it would name. */
export interface RelianceProposal {
  /** Id of the statement. */
  readonly statement: string
  readonly says: string
  readonly doesNotSay: string
  /** Checks of the newest file that counts, by the ids of the tool. */
  readonly checks: readonly string[]
  /** Controls that ask for the statement: `soc2:CC6.1`. */
  readonly controls: readonly string[]
}

/** What an administrator can begin reliances on a source from. It counts for nothing by itself. */
export interface RelianceProposals {
  /** Who read which checks look at which statements, from what, and when. */
  readonly reading: Pick<ForeignChecks, 'tool' | 'relation' | 'source' | 'reader' | 'read'>
  readonly proposals: readonly RelianceProposal[]
  /** Checks of the file that the reading does not have. */
  readonly unread: number
}

export interface ProposalQuestion {
  readonly organizationId: string
  /** The source. */
  readonly connectionId: string
  /** Frameworks that come with Checkwright, by id. */
  readonly frameworks: readonly string[]
}

/** undefined: no file of the source counts, or nobody has read the checks of its tool. */
export async function proposeReliances(
  parts: Uses<'runs' | 'connections'>,
  { frameworks, ...source }: ProposalQuestion,
): Promise<RelianceProposals | undefined> {
  const connection = await parts.store.connections.find(source.connectionId, source.organizationId)
  if (connection?.connectorId !== receivedConnectorId) return undefined
  const head = (await findNewestRun(parts, source))?.run.head
  const reading = head?.received && (await loadForeignChecks(head.received.tool.name))
  if (head === undefined || reading === undefined) return undefined
  const checks = new Map<string, string[]>()
  let unread = 0
  for (const { tags } of head.checks) {
    const [id = ''] = tags
    const known = Object.hasOwn(reading.checks, id) ? reading.checks[id] : undefined
    if (known === undefined) unread++
    for (const statement of known?.statements ?? []) checks.set(statement, [...(checks.get(statement) ?? []), id])
  }
  const [statements, controls] = await Promise.all([loadStatements(), listControls(frameworks)])
  const proposals = [...checks].flatMap(([id, own]): readonly RelianceProposal[] => {
    const statement = statements.get(id)
    if (statement === undefined) return []
    const { says, doesNotSay } = statement
    return [{ statement: id, says, doesNotSay, checks: own.toSorted(), controls: controls.get(id) ?? [] }]
  })
  const { tool, relation, source: from, reader, read } = reading
  return { reading: { tool, relation, source: from, reader, read }, proposals, unread }
}

/** Controls by the statements that they ask for. */
async function listControls(frameworks: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const controls = new Map<string, string[]>()
  for (const id of frameworks) {
    const mapping = (await loadFramework(id))?.statements
    for (const [control, { statements }] of Object.entries(mapping?.controls ?? {}))
      for (const [statement, demand] of Object.entries(statements))
        if (mapping && countsFor(mapping, demand))
          controls.set(statement, [...(controls.get(statement) ?? []), `${id}:${control}`])
  }
  return controls
}
