import type { ConnectionRecord } from '../../auth/connection-store.ts'
import type { AnyConnector } from '../../define/index.ts'
import { CheckError, CheckwrightError, type ErrorCode, HttpError, StoreError } from '../../errors/index.ts'
import { type ClientScope, createVendorClient } from '../../http/client.ts'
import { holdRedactor } from '../../http/redact/live-redactors.ts'
import type { RuntimeParts } from '../parts/runtime-parts.ts'
import { type ConnectionAccess, type OpensConnections, openConnection } from './connection-access.ts'

export type AsksVendor = OpensConnections & Pick<RuntimeParts, 'closing'>

const deadlineMs = 60_000
const hookMessageLengthMax = 500

/** The outcome of a question to a vendor; a refusal with words for people. */
export type VendorAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false
      /** HTTP status of the vendor's answer, if there was one. */
      readonly status: number | undefined
      /** The problem, and how to fix it. */
      readonly message: string
      /** Code of the error, if it is one of ours. */
      readonly code: ErrorCode | undefined
      /** Whether the same question may be answered later: the vendor has trouble, or asks to wait. */
      readonly retryable: boolean
    }

/** The tools of a connector's hook outside of a run. */
export interface AskContext extends ConnectionAccess {
  readonly client: ReturnType<typeof createVendorClient>
  /** Whether a request has carried credentials by now: what a stranger is answered proves nothing about them. */
  readonly hasSentCredentials: () => boolean
}

/**
 * Sends a request to a vendor outside of a run, within a minute. It does not throw for the vendor's answer, nor for an
 * error of a hook.
 * @param what the activity, for messages: "The test of Acme"
 */
export async function askVendor<T>(
  parts: AsksVendor,
  connector: AnyConnector,
  record: ConnectionRecord,
  what: string,
  ask: (context: AskContext) => Promise<T>,
): Promise<VendorAnswer<T>> {
  const { definition } = connector
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(createLateError(definition.name)), deadlineMs)
  const signal = AbortSignal.any([deadline.signal, parts.closing])
  let access: ConnectionAccess | undefined
  let release = () => {}
  try {
    access = await openConnection(parts, connector, record, signal)
    release = holdRedactor(access.redactor)
    let hasSentCredentials = false
    const client = createVendorClient(access.session, {
      ...createQuietScope(signal),
      onRequest: ({ anonymous }) => {
        hasSentCredentials ||= anonymous !== true
      },
    })
    return { ok: true, value: await ask({ ...access, client, hasSentCredentials: () => hasSentCredentials }) }
  } catch (error) {
    // Trouble of ours is no answer, and no text for a person.
    if (error instanceof StoreError) throw error
    const status = error instanceof HttpError ? error.status : undefined
    // A connector's hook may throw anything, and quote its arguments.
    const text = error instanceof CheckwrightError ? error.message : `${what} failed: ${readHookErrorText(error)}`
    const message = (access?.redactor.text(text) ?? text).slice(0, hookMessageLengthMax)
    const own = error instanceof CheckwrightError ? error : undefined
    // What we broke off ourselves was no answer of the vendor's.
    const retryable = own?.retryable === true || parts.closing.aborted
    return { ok: false, status, message, code: own?.code, retryable }
  } finally {
    clearTimeout(timer)
    await access?.session.end()
    release()
  }
}

function createQuietScope(signal: AbortSignal): ClientScope {
  const nothing = () => undefined
  return { signal, writes: false, onRequest: nothing, onWait: nothing, incomplete: nothing }
}

function createLateError(name: string): CheckError {
  return new CheckError(`${name} did not answer within ${deadlineMs / 1000} s. Try again later.`, {
    code: 'CHECK_TIMEOUT',
    retryable: true,
  })
}

function readHookErrorText(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'the hook threw no error with a message'
}
