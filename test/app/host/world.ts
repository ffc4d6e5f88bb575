import { createHost, type HostOptions } from '../../../src/app/host/index.ts'
import { fixedClock } from '../../../src/author/testing/index.ts'
import { type Scope, scopes } from '../../../src/service/rights/scopes.ts'
import { omitUndefined } from '../../../src/text/omit-undefined.ts'
import type { RuntimeOptions } from '../../../src/things/runtime/runtime.ts'
import type { AtEnd } from '../../setup/after-file.ts'
import { createRecordingLogger } from '../../things/runtime/log.ts'
import { openRuntimeWith, publicUrl } from '../../things/runtime/world.ts'

export const allScopes = Object.keys(scopes) as Scope[]

export interface Asked {
  readonly body?: unknown
  /** Sent as it is, in place of `body`. */
  readonly raw?: string | Uint8Array<ArrayBuffer> | FormData | ReadableStream<Uint8Array> | undefined
  readonly headers?: Record<string, string>
  /** null: none. @default the key of `acme` with every scope */
  readonly key?: string | null | undefined
}

/**
 * A host over an empty store with the organizations `acme` and `other`, a key for each, and Ada in both.
 * @param atEnd when it is closed. @default with the test
 */
export async function openApiHost(
  options: Partial<HostOptions> = {},
  runtimeOptions: Partial<RuntimeOptions> = {},
  atEnd?: AtEnd,
) {
  const clock = fixedClock('2026-05-01T12:00:00Z')
  const { runtime } = await openRuntimeWith({ connectors: [], clock, ...runtimeOptions }, atEnd)
  const logger = createRecordingLogger()
  // The access log has a test of its own; these lines are what went wrong.
  const { error } = logger
  const host = createHost({
    runtime,
    logger: { error },
    rateLimits: { key: { requests: 1e6, windowMs: 60_000 } },
    ...options,
  })
  for (const organizationId of ['acme', 'other'])
    await runtime.users.put({ organizationId, id: 'ada', name: `Ada of ${organizationId}`, email: 'ada@example.com' })
  await runtime.users.put({
    organizationId: 'acme',
    id: 'bob',
    name: 'Bob',
    email: 'bob@example.com',
    deactivated: true,
  })
  const keyOf = async (organizationId: string, of: readonly string[] = allScopes) =>
    (await runtime.apiKeys.create({ organizationId, scopes: of })).key
  const key = await keyOf('acme')
  const ask = (method: string, path: string, asked: Asked = {}) => {
    const used = asked.key === undefined ? key : asked.key
    return host.fetch(
      new Request(path.startsWith('http') ? path : `${publicUrl}${path}`, {
        method,
        headers: omitUndefined({
          'x-api-key': used ?? undefined,
          'content-type': asked.body === undefined ? undefined : 'application/json',
          ...asked.headers,
        }),
        duplex: 'half',
        body: asked.raw ?? (asked.body === undefined ? null : JSON.stringify(asked.body)),
      }),
    )
  }
  return { runtime, host, clock, ask, key, keyOf, lines: logger.lines }
}

/** Status and body of an answer. */
export async function readAnswer(answer: Response | Promise<Response>): Promise<{ status: number; body: Told }> {
  const response = await answer
  return { status: response.status, body: (await response.json()) as Told }
}

/** Any members of the answers of these tests. */
interface Told {
  readonly id: string
  readonly key: string
  readonly code: string
  readonly detail: string
  readonly errors: readonly { readonly path: string; readonly message: string }[]
  readonly attachments?: readonly { readonly id: string }[]
  readonly manualAnswerId?: string
  readonly data?: readonly { readonly id: string; readonly question: string }[]
  readonly nextCursor?: string | null
  readonly downloadUrl: string
  readonly fileKey: string
  readonly connectionId: string
}
