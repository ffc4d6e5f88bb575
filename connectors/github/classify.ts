import type { Classification, VendorFailure } from 'checkwright'

interface Refusal extends Classification {
  /** GitHub's messages. */
  readonly says: RegExp
}

/**
 * GitHub gives the reason in the message, not in the status: a 403 is a permission, a plan, a policy or a rate limit.
 * https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api
 */
const refusals: readonly Refusal[] = [
  {
    says: /rate limit|abuse detection/i,
    kind: 'rate_limited',
    message: 'The limit is reached. Run again in an hour, or use a token that no other program uses.',
  },
  {
    says: /^upgrade to github /i,
    kind: 'plan',
    message: 'The plan of the organization does not include this for private repositories.',
  },
  {
    // Answered with 422, as if the request were malformed.
    says: /^only owners can use this filter/i,
    kind: 'permission',
    message: 'Only owners of the organization may read this. Connect with a token of an owner.',
  },
  {
    says: /SAML enforcement/i,
    kind: 'permission',
    missingScopes: [],
    message:
      'The organization requires single sign-on; authorize the token by "Configure SSO" under https://github.com/settings/tokens.',
  },
  {
    says: /IP allow list/i,
    kind: 'permission',
    missingScopes: [],
    message: 'The organization has an IP allow list. Add the address from which the checks run.',
  },
  {
    says: /forbids access via a/i,
    kind: 'permission',
    missingScopes: [],
    message: 'The organization refuses this kind of token, or its lifetime. Create one that its policy allows.',
  },
]

/** The meaning of GitHub's refusal; undefined leaves it to the rules for the status. */
export function classify({ status, url, headers, body }: VendorFailure): Classification | undefined {
  const message = readMessage(body)
  const refusal = refusals.find(({ says }) => says.test(message))
  if (refusal) return { kind: refusal.kind, message: refusal.message, missingScopes: refusal.missingScopes }
  if (/^(resource not accessible by|must have admin rights)/i.test(message)) {
    return { kind: 'permission', missingScopes: readAcceptedPermissions(headers) }
  }
  // A plain "Not Found", where other 404s name the missing thing: GitHub hides from others what administrators may see.
  if (status === 404 && message === 'Not Found' && /\/protection(?:\?|$)/.test(url)) {
    return {
      kind: 'permission',
      message: 'GitHub shows branch protection only to administrators of the repository.',
      missingScopes: ['administration:read'],
    }
  }
  return undefined
}

function readMessage(body: unknown): string {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined
  return typeof message === 'string' ? message : ''
}

/**
 * Permissions that a fine-grained token needs, from GitHub's header: `members=read, metadata=read; …`, where one of the
 * sets between semicolons is enough. Undefined for classic tokens, which get no such header.
 */
function readAcceptedPermissions(headers: Headers): readonly string[] | undefined {
  const [set] = headers.get('x-accepted-github-permissions')?.split(';') ?? []
  return set?.split(',').map((permission) => permission.trim().replace('=', ':'))
}
