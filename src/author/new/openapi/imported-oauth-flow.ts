import { type OAuth2Config, reservedForAuthorization } from '../../../define/index.ts'
import type { DescriptionNode } from '../../../descriptions/description-node.ts'
import type { Notes } from './notes.ts'

/** The options of the oauth2 strategy from a scheme's flows. Missing ones are invented, and a note lists them. */
export function readOauthFlowConfig(
  scheme: DescriptionNode,
  name: string,
  { origin, scopes }: { readonly origin: string; readonly scopes: readonly string[] },
  notes: Notes,
): OAuth2Config {
  const flows = scheme.at('flows')
  const address = (flow: DescriptionNode, member: string) => toAbsoluteAddress(flow.at(member).text, origin)
  const refreshOf = (flow: DescriptionNode, tokenUrl: string) => {
    const refreshUrl = address(flow, 'refreshUrl')
    return refreshUrl === undefined || refreshUrl === tokenUrl ? {} : { refreshUrl }
  }
  const code = flows.at('authorizationCode')
  const client = flows.at('clientCredentials')
  if (!code.isObject && client.isObject) {
    const tokenUrl =
      address(client, 'tokenUrl') ?? noteMissingAddress(client, 'tokenUrl', `${origin}/oauth/token`, notes)
    return { grant: 'client_credentials', tokenUrl, scopes, ...refreshOf(client, tokenUrl) }
  }
  const flow = [code, flows.at('implicit'), flows.at('password')].find((each) => each.isObject) ?? scheme
  const discovery = scheme.at('openIdConnectUrl')
  if (discovery.isThere)
    notes.add(
      discovery,
      `authorizeUrl and tokenUrl are in the document at ${discovery.line}, which Checkwright does not load; the connector has made-up addresses`,
    )
  else if (flow !== code)
    notes.add(
      flow,
      `"${name}" has no authorizationCode flow; the connector uses that flow, because the others are obsolete (RFC 9700)`,
    )
  const quiet = discovery.isThere
  const authorizeUrl =
    address(flow, 'authorizationUrl') ??
    noteMissingAddress(flow, 'authorizationUrl', `${origin}/oauth/authorize`, notes, quiet)
  const near = /\/authorize\/?$/.test(authorizeUrl)
    ? authorizeUrl.replace(/\/authorize\/?$/, '/token')
    : `${origin}/oauth/token`
  const tokenUrl = address(flow, 'tokenUrl') ?? noteMissingAddress(flow, 'tokenUrl', near, notes, quiet)
  // Some declare it as the way to get a refresh token (OpenID Connect Core §11).
  const offline = flow.at('scopes', 'offline_access').value === undefined ? [] : ['offline_access']
  return {
    authorizeUrl,
    tokenUrl,
    scopes: [...new Set([...scopes, ...offline])],
    pkce: true,
    ...refreshOf(flow, tokenUrl),
  }
}

function noteMissingAddress(
  flow: DescriptionNode,
  member: string,
  instead: string,
  notes: Notes,
  quiet = false,
): string {
  if (!quiet) notes.add(flow.at(member), `is missing or unusable; ${instead} is made up`)
  return instead
}

/** An https address; a path belongs to the API's own host. */
function toAbsoluteAddress(text: string | undefined, origin: string): string | undefined {
  if (text === undefined || text.length > 500 || /[\s#@\\`{}<>"\p{Cc}]/u.test(text)) return undefined
  if (/^\/(?!\/)/.test(text)) return `${origin}${text}`
  const address = text.replace(/^http:\/\//i, 'https://')
  if (!/^https:\/\//i.test(address) || !URL.canParse(address)) return undefined
  const [, query] = address.split('?')
  if (query === undefined) return address
  // Some contain a whole request, but parameters of the protocol must not be preset.
  const url = new URL(address)
  for (const name of reservedForAuthorization) url.searchParams.delete(name)
  return url.href
}
