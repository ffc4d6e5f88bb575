import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { hashSecret } from '../../auth/secret.ts'
import { AuthError } from '../../errors/index.ts'
import type { Runtime } from '../runtime/runtime.ts'

/** As long as a flow is valid. */
const validForMs = 10 * 60_000

/** The target of the browser, and the binding of the flow to it. */
export interface BegunFlow {
  /** At the vendor. */
  readonly url: string
  readonly binding: string
  readonly organizationId: string
  readonly connectorId: string
  readonly scopes: readonly string[]
  /** An existing connection gets new access; no new one is made. */
  readonly isRenewal: boolean
  /** A page of ours in a frame gave it to the person. The window that it opens has other cookies. */
  readonly needsNoSession?: boolean
}

export interface BeginLink {
  readonly url: string
  /** ISO 8601. */
  readonly expiresAt: string
}

type BeginLinkService = Pick<Runtime, 'publicUrl' | 'workspace'>

/**
 * A link that brings a flow to a browser and works once. A caller with an API key is a server. The cookie that ties the
 * flow to a browser can only be set when that browser comes here itself.
 */
export async function beginLink({ publicUrl, workspace }: BeginLinkService, flow: BegunFlow): Promise<BeginLink> {
  const expiresAtMs = workspace.clock.nowMs() + validForMs
  const iv = randomBytes(12)
  // Sealed, not only signed: nobody who sees the link may read the binding.
  const cipher = createCipheriv('aes-256-gcm', await workspace.loadSecret('oauth-begin-links'), iv)
  const sealed = Buffer.concat([cipher.update(JSON.stringify({ ...flow, expiresAtMs })), cipher.final()])
  const token = Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
  return {
    url: `${publicUrl}${beginPath}?flow=${token}`,
    expiresAt: new Date(expiresAtMs).toISOString(),
  }
}

/** Relative to the mount path of the API. */
export const beginPath = '/v1/integrations/oauth/begin'

/** The flow of a link, which stays valid. @throws AuthError `AUTH_STATE_INVALID` */
export async function openBeginLink(
  { workspace }: Pick<BeginLinkService, 'workspace'>,
  token: string,
): Promise<BegunFlow & { readonly expiresAtMs: number }> {
  const flow = openLinkToken(await workspace.loadSecret('oauth-begin-links'), token)
  if (flow?.connectorId === undefined || flow.expiresAtMs <= workspace.clock.nowMs()) throw createLinkRefusal()
  return flow
}

/** The flow of a link, for the first browser that continues with it. @throws AuthError `AUTH_STATE_INVALID` */
export async function followBeginLink({ workspace }: BeginLinkService, token: string): Promise<BegunFlow> {
  const { clock, idempotency } = workspace
  const flow = await openBeginLink({ workspace }, token)
  const nowMs = clock.nowMs()
  const digest = hashSecret(token)
  // If several browsers try, in any process, one of them reserves it.
  const taken = await idempotency.reserve(
    {
      organizationId: flow.organizationId,
      actor: 'oauth-begin-link',
      key: digest,
      digest,
      status: null,
      answer: null,
      expiresAtMs: flow.expiresAtMs,
    },
    nowMs,
  )
  if (taken !== undefined) throw createLinkRefusal()
  return flow
}

function openLinkToken(secret: Buffer, token: string): (BegunFlow & { readonly expiresAtMs: number }) | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length <= 28) return undefined
  const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, 12), { authTagLength: 16 })
  decipher.setAuthTag(bytes.subarray(12, 28))
  try {
    return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString())
  } catch {
    // Altered, or sealed by another service.
    return undefined
  }
}

function createLinkRefusal(): AuthError {
  return new AuthError('This link was already used, has expired, or was altered. Start again.', {
    code: 'AUTH_STATE_INVALID',
  })
}
