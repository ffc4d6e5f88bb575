import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { ApiError } from '../errors/index.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { createCookie, readCookie } from './cookies.ts'
import type { Person } from './host-options.ts'

/** Name of the form field that carries the token. */
export const tokenField = '_token'

/** A week, in seconds; each page begins it anew where there is none. */
const lifeSeconds = 7 * 24 * 3600

/** What ties forms to a browser: a random value in a cookie that scripts cannot read. */
export interface BrowserKey {
  readonly value: string
  /** To be set where the browser had none. */
  readonly cookie: string | undefined
}

type FormTokenService = Pick<Runtime, 'publicUrl' | 'workspace'>

/** The browser's own key, or a new one for it. */
export function readBrowserKey(service: Pick<FormTokenService, 'publicUrl'>, request: Request): BrowserKey {
  const value = readCookie(service, request.headers.get('cookie'), 'form')
  return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value)
    ? { value, cookie: undefined }
    : createBrowserKey(service)
}

/** Whoever signs in or out begins anew, so that no form of before is taken. */
export function createBrowserKey(service: Pick<FormTokenService, 'publicUrl'>): BrowserKey {
  const value = randomBytes(32).toString('base64url')
  return { value, cookie: createCookie(service, 'form', value, lifeSeconds) }
}

/** The token of every form of one browser and person. Nobody makes it who does not have the cookie and our secret. */
export async function createFormToken(
  { workspace }: Pick<FormTokenService, 'workspace'>,
  { value }: BrowserKey,
  person: Person | undefined,
): Promise<string> {
  const secret = await workspace.loadSecret('form-tokens')
  const bound = JSON.stringify([value, person?.organizationId ?? null, person?.userId ?? null])
  return createHmac('sha256', secret).update(bound).digest('base64url')
}

/**
 * A form that was filled in on a page of ours, in this browser, by this person.
 * @throws ApiError 403
 */
export async function demandOwnForm(
  service: FormTokenService,
  request: Request,
  given: string,
  person: Person | undefined,
): Promise<void> {
  const expected = Buffer.from(await createFormToken(service, readBrowserKey(service, request), person))
  const token = Buffer.from(given)
  const isOwn = token.length === expected.length && timingSafeEqual(token, expected)
  if (isOwn && isFromHere(service, request)) return
  throw new ApiError(
    `Nothing was changed, because this form was opened in another session or came from another site. Open the page again at ${service.publicUrl} and repeat it. Allow cookies.`,
    { code: 'API_FORBIDDEN', status: 403 },
  )
}

/** What browsers say themselves of where a form was; those that say nothing are held to the token alone. */
function isFromHere({ publicUrl }: Pick<FormTokenService, 'publicUrl'>, { headers }: Request): boolean {
  const origin = headers.get('origin')
  if (origin !== null && origin !== new URL(publicUrl).origin) return false
  const site = headers.get('sec-fetch-site')
  return site === null || site === 'same-origin'
}
