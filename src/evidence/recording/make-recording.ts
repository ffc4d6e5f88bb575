import type { RecordedRun } from '../../checks/runs/recorded-run.ts'
import {
  type AnyConnector,
  type CheckFailure,
  type CheckOutcome,
  type InventoryOutcome,
  type ResultRecord,
  toInventoryId,
} from '../../define/index.ts'
import type { ExchangeRecord } from '../../http/exchanges/exchange.ts'
import { toRecordedExchange } from './recorded-exchange.ts'
import type { RecordedCheck, RecordedInventory, RecordedResult, Recording } from './recording.ts'

/**
 * A recording of a run, with everything that the run kept: without secrets, still with people.
 * @param file path of the connector's file, relative to the recording's folder; undefined for a shipped one
 */
export async function makeRecording(
  connector: AnyConnector,
  { head, results }: RecordedRun,
  exchanges: AsyncIterable<ExchangeRecord> | Iterable<ExchangeRecord>,
  file: string | undefined,
): Promise<Recording> {
  const all = await Array.fromAsync(exchanges)
  const inventories = head.inventories ?? []
  const order = [...connector.inventories.map(toInventoryId), ...connector.checks.map(({ id }) => id)]
  const inOrder = head.checks.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
  const work = [...inventories.map((each) => ({ ...each, id: toInventoryId(each) })), ...inOrder]
  const checks: RecordedCheck[] = []
  for (const { id, status, complete, variables, error, undecided } of inOrder)
    checks.push(
      toRecordedCheck({
        id,
        status,
        complete,
        variables,
        error,
        undecided,
        results: await Array.fromAsync(results(id)),
      }),
    )
  const recorded = all
    // Exchanges that obtain credentials are left out, because a replay does not need them.
    .filter(({ request }) => request !== undefined)
    .sort((a, b) => a.number - b.number)
    .map((exchange) => {
      const users = work.filter(
        ({ id, exchanges: numbers }) => id === exchange.checkId || numbers.includes(exchange.number),
      )
      return { exchange, checks: users.map(({ id }) => id) }
    })
    .filter(({ checks: users }) => users.length > 0)
    .sort(
      (a, b) =>
        order.indexOf(a.checks[0] ?? '') - order.indexOf(b.checks[0] ?? '') ||
        byAddress.compare(formatExchangeAddress(a.exchange), formatExchangeAddress(b.exchange)),
    )
  return {
    schema: 'checkwright.recording/v1',
    connector: { ...head.connector, file },
    inputs: head.inputs,
    checks,
    inventories: inventories.length > 0 ? inventories.map(toRecordedInventory) : undefined,
    exchanges: recorded.map(({ exchange, checks: users }) => toRecordedExchange(exchange, users)),
  }
}

/** The outcome that a replay must reach again. @param outcome with all its results */
export function toRecordedCheck(
  outcome: Pick<CheckOutcome, 'id' | 'status' | 'complete' | 'results'> & {
    readonly variables?: CheckOutcome['variables'] | undefined
    readonly error?: CheckFailure | undefined
    readonly undecided?: CheckOutcome['undecided'] | undefined
  },
): RecordedCheck {
  const { id, status, complete, variables, error, undecided, results } = outcome
  return {
    id,
    status,
    complete,
    variables,
    error: error && { kind: error.kind, code: error.code, retryable: error.retryable },
    undecided: undecided?.count,
    results: results
      .map(toRecordedResult)
      .sort((a, b) => byAddress.compare(formatResultSortKey(a), formatResultSortKey(b))),
  }
}

/** What a replay of an inventory must reach again. */
export function toRecordedInventory(outcome: Omit<InventoryOutcome, 'digest'>): RecordedInventory {
  const { complete, count, variables, facts, error } = outcome
  return {
    id: toInventoryId(outcome),
    complete,
    count,
    variables,
    facts,
    error: error && { kind: error.kind, code: error.code, retryable: error.retryable },
  }
}

export function toRecordedResult(result: ResultRecord): RecordedResult {
  const { findingId: _findingId, waived: _waived, judged: _judged, exchanges: _exchanges, ...recorded } = result
  return recorded
}

// Page 2 before page 10.
const byAddress = new Intl.Collator('en', { numeric: true })

function formatExchangeAddress({ url, method }: ExchangeRecord): string {
  return `${url} ${method}`
}

function formatResultSortKey({ resource: { type, id }, status, title }: RecordedResult): string {
  return [type, id, status, title].join('\n')
}
