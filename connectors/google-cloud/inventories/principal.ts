/** What the form of a member of a policy says of an account. */
export interface Principal {
  readonly kind: 'person' | 'service' | 'unknown'
  readonly status: 'deleted' | 'unknown'
  readonly email: string | undefined
  readonly unknown?: { readonly email: string }
}

/** Members that stand for many, or for whoever comes. */
const many = ['group', 'domain', 'principalSet', 'allUsers', 'allAuthenticatedUsers']

/** Grants to whoever has a basic role of a project, which other policies than a project's have. */
const basic = ['projectOwner', 'projectEditor', 'projectViewer']

const kinds: Readonly<Record<string, Principal['kind']>> = { user: 'person', serviceAccount: 'service' }

/**
 * The account that a member of a policy names; undefined for a member that names no single account. The policy says of nobody
 * whether the account is suspended. https://cloud.google.com/iam/docs/principal-identifiers
 */
export function readPrincipal(member: string): Principal | undefined {
  const [, gone, form = '', name = ''] = /^(deleted:)?([A-Za-z]+)(?::(.*))?$/s.exec(member) ?? []
  if (many.includes(form) || basic.includes(form)) return undefined
  const status = gone === undefined ? 'unknown' : 'deleted'
  const kind = kinds[form]
  // A deleted account has its number behind the address.
  if (kind) return { kind, status, email: name.replace(/\?uid=\d+$/, '') }
  const email = 'Google names this principal without an address.'
  return { kind: readFederatedKind(member), status, email: undefined, unknown: { email } }
}

/** Workforce pools hold people, and workload identity pools programs. */
function readFederatedKind(member: string): Principal['kind'] {
  if (/:\/\/iam\.googleapis\.com\/locations\/global\/workforcePools\//.test(member)) return 'person'
  return /:\/\/iam\.googleapis\.com\/projects\/\d+\/locations\/global\/workloadIdentityPools\//.test(member)
    ? 'service'
    : 'unknown'
}
