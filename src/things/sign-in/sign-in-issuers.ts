import { normalizeDomain } from '../../define/index.ts'
import type { SignInIssuerRecord } from '../../service/records/sign-in-issuers.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import type { Declared } from '../parts/declared-service.ts'
import { requireFound, toIsoTime, type Uses } from '../parts/runtime-parts.ts'
import { createInputError } from '../people/input-error.ts'
import { stillMay } from '../people/still-may.ts'
import { buildSignInRedirectUri, placeSecret } from './issuer-places.ts'
import type { IssuerTrial } from './issuer-trial.ts'

/** An OpenID provider as it may be shown, without its secret. */
export interface SignInIssuer {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly hasSecret: boolean
  readonly domains: readonly string[]
  /** Register exactly this URI there. */
  readonly redirectUri: string
  /** ISO 8601. */
  readonly createdAt: string
  /** The person who added it. null: it was added on the machine, or by a key that was made there. */
  readonly createdBy: string | null
  /**
   * Whether that person may no longer decide how people sign in. It goes on signing people in, because nobody is to be locked out:
   * make sure that you still trust it, or delete it.
   */
  readonly isMakerGone: boolean
}

export interface SignInIssuerInput {
  readonly organizationId: string
  /** Its name on the sign-in page. */
  readonly name: string
  /** The issuer identifier, exactly as the provider publishes it. */
  readonly issuer: string
  readonly clientId: string
  /** Left out: a public client. */
  readonly clientSecret?: string | undefined
  /**
   * Domains whose verified e-mail addresses bind a person of the organization without an invitation. Only the operator
   * of the service may set this: otherwise an administrator of an organization could enter an issuer that verifies any
   * address.
   * @default none
   */
  readonly domains?: readonly string[] | undefined
  /** The person who adds it. @default it is added on the machine */
  readonly createdBy?: string | undefined
}

/** The OpenID providers that sign people in, each to one organization. */
export interface SignInIssuerService {
  /** @throws CheckwrightError `PERSON_INVALID` for invalid values; StoreError `NOT_FOUND` */
  create(input: SignInIssuerInput): Promise<SignInIssuer>
  list(filter: { readonly organizationId: string }): Promise<readonly SignInIssuer[]>
  /**
   * Tries everything that a sign-in asks of the provider, before anybody signs in. Does not throw for what the provider answers.
   * @throws StoreError `NOT_FOUND` if the organization has no such issuer
   */
  test(ref: { readonly organizationId: string; readonly id: string }): Promise<IssuerTrial>
  /** Also deletes every identity that it proved. @returns false if the organization has no such issuer */
  delete(ref: { readonly organizationId: string; readonly id: string }): Promise<boolean>
}

type IssuerParts = Uses<'signInIssuers' | 'users' | 'memberships', 'vault' | 'clock' | 'options' | 'fetch'> & {
  readonly publicUrl: string
}

export function createSignInIssuerService(parts: IssuerParts): Declared<SignInIssuerService> {
  const { store, vault, clock, options, publicUrl } = parts
  const show = async (record: SignInIssuerRecord) => {
    const { organizationId, createdBy: userId } = record
    const isMakerGone = !(await stillMay(store, { organizationId, userId }, 'people:write'))
    return { ...toSignInIssuer(record, publicUrl), isMakerGone }
  }
  return {
    create: {
      change: async ({ organizationId, clientSecret, domains = [], createdBy = null, ...settings }) => {
        const name = settings.name.trim()
        const clientId = settings.clientId.trim()
        const issuer = settings.issuer.trim()
        if (name === '' || clientId === '') throw createInputError('An issuer needs a name and a client id.')
        demandIssuerUrl(issuer, options.allowPrivateNetwork === true)
        const ownDomains = domains.map(demandDomain)
        const id = createTimeId()
        const secret = clientSecret?.trim()
        const record: SignInIssuerRecord = {
          id,
          organizationId,
          name,
          issuer,
          clientId,
          domains: ownDomains,
          sealedSecret: secret ? await vault.seal(placeSecret(organizationId, id), secret) : null,
          createdAtMs: clock.nowMs(),
          createdBy,
        }
        await store.signInIssuers.insert(record)
        return show(record)
      },
      audit: { action: 'sign-in-issuer.create', fields: ({ createdBy: _, ...input }) => input },
    },
    list: {
      read: async ({ organizationId }) => Promise.all((await store.signInIssuers.list(organizationId)).map(show)),
    },
    test: {
      read: async ({ organizationId, id }) => {
        const record = await store.signInIssuers.find(id)
        const issuer = record?.organizationId === organizationId ? record : undefined
        const { tryIssuer } = await import('./issuer-trial.ts')
        return tryIssuer(parts, requireFound(issuer, 'issuer of that id'))
      },
    },
    delete: {
      change: ({ organizationId, id }) => store.signInIssuers.delete(organizationId, id),
      audit: { action: 'sign-in-issuer.delete' },
    },
  }
}

function toSignInIssuer(
  { sealedSecret, createdAtMs, ...shown }: SignInIssuerRecord,
  publicUrl: string,
): Omit<SignInIssuer, 'isMakerGone'> {
  return {
    ...shown,
    hasSecret: sealedSecret !== null,
    redirectUri: buildSignInRedirectUri(publicUrl, shown.id),
    createdAt: toIsoTime(createdAtMs),
  }
}

/** As people write one: in capitals, with its own letters, with the sign of an address before it. */
function demandDomain(text: string): string {
  const domain = normalizeDomain(text.trim().replace(/^@/, ''))
  if (domain !== undefined) return domain
  throw createInputError(
    `The domains must be DNS names, such as acme.example. ${JSON.stringify(text.slice(0, 100))} is none.`,
  )
}

/** OpenID Connect Discovery §2: https, without query and fragment. On loopback, for tests, http is allowed. */
function demandIssuerUrl(issuer: string, allowPrivateNetwork: boolean): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  if (url?.pathname.includes('/.well-known/'))
    throw createInputError(
      'The issuer is what its metadata names as "issuer". Leave "/.well-known/openid-configuration" off.',
    )
  const isSafe = url?.protocol === 'https:' || (allowPrivateNetwork && url?.protocol === 'http:')
  if (url && isSafe && url.search === '' && url.hash === '' && url.username === '') return
  throw createInputError(
    'The issuer must be an https URL without query and fragment, exactly as the provider publishes it.',
  )
}
