import { createHmac, timingSafeEqual } from 'node:crypto'
import { createSecret } from '../../../auth/secret.ts'
import { ApiError } from '../../../errors/index.ts'
import type { HasWorkspace } from '../../runtime/workspace.ts'
import { type CookieService, createCookie, readCookie } from './cookies.ts'
import type { SessionPerson } from './person.ts'

/** Name of the form field that carries the token. */
export const tokenField = '_token'

/** A week, in seconds. A page starts a new one if there is none. */
const lifeSeconds = 7 * 24 * 3600

/** The binding of forms to a browser: a random value in a cookie that scripts cannot read. */
export interface BrowserKey {
  readonly value: string
  /** `Set-Cookie` value if the browser had no key. */
  readonly cookie: string | undefined
}

type FormTokenService = CookieService & HasWorkspace

/** The browser's own key, or a new one for it. */
export function readBrowserKey(service: CookieService, request: Request): BrowserKey {
  const value = readCookie(service, request.headers.get('cookie'), 'form')
  return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value)
    ? { value, cookie: undefined }
    : createBrowserKey(service)
}

/** Signing in or out makes a new key, so that earlier forms are refused. */
export function createBrowserKey(service: CookieService): BrowserKey {
  const value = createSecret()
  return { value, cookie: createCookie(service, 'form', value, lifeSeconds) }
}

/** The token of every form of one browser and person. It cannot be made without the cookie and our secret. */
export async function createFormToken(
  { workspace }: Pick<FormTokenService, 'workspace'>,
  { value }: BrowserKey,
  person: SessionPerson | undefined,
): Promise<string> {
  const secret = await workspace.loadSecret('form-tokens')
  const bound = JSON.stringify([value, person?.organizationId ?? null, person?.userId ?? null])
  return createHmac('sha256', secret).update(bound).digest('base64url')
}

/**
 * Checks that a form was filled in on our page, in this browser, by this person.
 * @throws ApiError 403
 */
export async function demandOwnForm(
  service: FormTokenService,
  request: Request,
  sent: string,
  person: SessionPerson | undefined,
): Promise<void> {
  const expected = Buffer.from(await createFormToken(service, readBrowserKey(service, request), person))
  const token = Buffer.from(sent)
  const isOwn = token.length === expected.length && timingSafeEqual(token, expected)
  if (isOwn && isFromHere(service, request)) return
  throw new ApiError(
    `Nothing was changed, because this form was opened in another session or came from another site. Open the page again at ${service.publicUrl} and submit it again. Allow cookies.`,
    { code: 'API_FORBIDDEN' },
  )
}

/** Headers of browsers about the origin of a form. If a browser sends none, the token alone decides. */
function isFromHere({ publicUrl }: CookieService, { headers }: Request): boolean {
  const origin = headers.get('origin')
  if (origin !== null && origin !== new URL(publicUrl).origin) return false
  const site = headers.get('sec-fetch-site')
  return site === null || site === 'same-origin'
}
