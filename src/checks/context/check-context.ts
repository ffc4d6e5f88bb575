import { coverCredentials } from '../../auth/cover-credentials.ts'
import type { Check, CheckContext, CheckFailure, InventoryContext, UndecidedInput } from '../../define/index.ts'
import { type ClientScope, createVendorClient } from '../../http/client.ts'
import { createEach } from './each-item.ts'
import { createJudge } from './judge-resource.ts'
import { openInventory } from './open-inventory.ts'
import type { RedactedState } from './redacted-state.ts'
import type { RunScope } from './run-scope.ts'
import type { WorkParts } from './work-parts.ts'

/** What reads from the vendor with: the context of a list. */
export function createReadingContext(scope: RunScope, signal: AbortSignal, parts: WorkParts): InventoryContext {
  return addAccessToken(listReadingParts(scope, signal, parts), scope)
}

/** The access token may change, so a context reads it each time. */
function addAccessToken<Context extends object>(context: Context, { accessToken }: RunScope): Context {
  return accessToken ? Object.defineProperty(context, 'accessToken', { get: accessToken, enumerable: true }) : context
}

/** What all contexts have, beside the access token. */
function listReadingParts(scope: RunScope, signal: AbortSignal, parts: WorkParts): InventoryContext {
  const { redactor } = scope
  const { reporter, calls, watchAnswers = (same) => same, watchQuestions = (same) => same } = parts
  const client: ClientScope = {
    signal,
    checkId: parts.id,
    writes: parts.writes,
    sharing: scope.sharing,
    onRequest: (request) => reporter.request(request),
    onShared: (exchange) => reporter.recordSharedExchange(exchange),
    onWait: (wait) => reporter.wait(wait),
    onAnswer: parts.onAnswer,
    incomplete: (reason) => reporter.incomplete(reason),
    undecided: parts.undecided,
  }
  return {
    ...watchQuestions(calls.client(watchAnswers(createVendorClient(scope.session(), client)))),
    each: calls.each,
    cannotTell: (reason) => reporter.cannotTell(reason),
    known: (value, reason) => value ?? reporter.cannotTell(reason),
    sleep: (ms) => calls.track(scope.clock.sleep(ms, signal)),
    log: (message, fields) => reporter.log('info', message, fields),
    warn: (message, fields) => reporter.log('warn', message, fields),
    error: (message, fields) => reporter.log('error', message, fields),
    secret: (value) => {
      redactor.add(value)
      return value
    },
    credentials: coverCredentials(scope.credentials),
    variables: parts.variables(),
    connection: { id: scope.connectionId, organizationId: scope.organizationId },
    now: new Date(scope.now),
  }
}

/** What a check gets. */
export function createCheckContext(
  check: Check,
  scope: RunScope,
  signal: AbortSignal,
  parts: WorkParts & { readonly state: RedactedState; readonly explain: (thrown: unknown) => CheckFailure },
): CheckContext {
  const { reporter, calls, state, explain } = parts
  const undecided = (input: UndecidedInput) => reporter.undecided(input)
  const context: CheckContext = {
    ...listReadingParts(scope, signal, { ...parts, undecided }),
    each: createEach({ calls, reporter, explain }),
    judge: createJudge({ calls, reporter, explain }),
    pass: (result) => reporter.report('pass', result),
    fail: (result) => reporter.report('fail', result),
    manual: (result) => reporter.report('manual', result),
    notApplicable: (result) => reporter.report('not_applicable', result),
    undecided,
    inventory: (inventory) => openInventory(scope.inventories, inventory, check, calls),
    state,
  }
  return addAccessToken(context, scope)
}
