import type { InventoryOutcome } from '../define/index.ts'

/** An inventory without its records: what people see of it in lists, pages and exports. */
export interface InventoryHead
  extends Pick<
    InventoryOutcome,
    | 'of'
    | 'part'
    | 'complete'
    | 'count'
    | 'total'
    | 'byStatus'
    | 'covers'
    | 'leavesOut'
    | 'error'
    | 'facts'
    | 'refused'
    | 'digest'
  > {
  /** Left out for a run without a stored connection. */
  readonly connectionId?: string | undefined
  readonly organizationId?: string | undefined
  readonly connector: { readonly id: string; readonly version: string }
  /** The run that read it. */
  readonly runId: string
  /** When reading began, ISO 8601. */
  readonly readAt: string
  /** Members that the list could tell. */
  readonly tells: readonly string[]
}

/** The part of a run that its inventories share. */
interface InventoryRun {
  readonly id: string
  readonly startedAt: string
  readonly connector: InventoryHead['connector']
  readonly connectionId?: string | undefined
  readonly organizationId?: string | undefined
}

/** The head of an inventory that a run has read. */
export function toInventoryHead(
  run: InventoryRun,
  {
    exchanges: _exchanges,
    logs: _logs,
    requests: _requests,
    retries: _retries,
    durationMs: _durationMs,
    variables: _variables,
    ...shown
  }: InventoryOutcome,
  tells: readonly string[],
): InventoryHead {
  return {
    ...shown,
    tells,
    connectionId: run.connectionId,
    organizationId: run.organizationId,
    connector: run.connector,
    runId: run.id,
    readAt: run.startedAt,
  }
}

/** `account`, or `account.iam` for a part. */
export function formatInventoryName({
  of,
  part,
}: {
  readonly of: string
  readonly part?: string | null | undefined
}): string {
  return part === undefined || part === null ? of : `${of}.${part}`
}

/** Name of the file of an inventory's records: `account.jsonl`, `account.iam.jsonl`. */
export function toInventoryFileName(inventory: Parameters<typeof formatInventoryName>[0]): `${string}.jsonl` {
  return `${formatInventoryName(inventory)}.jsonl`
}
