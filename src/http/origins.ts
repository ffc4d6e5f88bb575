import { matchAllowedHost } from '../auth/allowed-host.ts'
import { type ConnectorDefinition, type Fillings, fillUrl, listPlaceholders, perDefinition } from '../define/index.ts'
import { CredentialError } from '../errors/index.ts'

/** The hosts of a connection's requests, and which of them may receive its credentials. */
export interface Origins {
  /** Without trailing slash. */
  readonly baseUrl: string
  /** Whether the URL's host may receive credentials. */
  allows(url: URL): boolean
}

/**
 * Fills the hosts of a connector with a connection's values.
 * @throws CredentialError when a value is missing or would lead credentials elsewhere
 */
export function fillOrigins(
  definition: ConnectorDefinition,
  fillings: Fillings,
  allowPrivateNetwork: boolean,
): Origins {
  const base = readFixedBase(definition).base ?? readBase(definition, fillings)
  if (base.protocol !== 'https:' && !allowPrivateNetwork) {
    throw new CredentialError(
      `The base URL of "${definition.id}" is ${base.protocol}//${base.host}; credentials travel by https only. ` +
        'Use an https URL; where plain http is meant, allow it: allowPrivateNetwork, or --allow-private-network on the command line.',
      { code: 'HTTP_HOST_REFUSED' },
    )
  }
  const { origin, baseUrl } = base
  const rootUrl = `${origin}/`
  const rules = (definition.allowedHosts ?? []).map((template) => matchAllowedHost(template, fillings))
  return {
    baseUrl,
    allows: (url) =>
      // `URL.origin` is put together anew each time.
      url.href.startsWith(rootUrl) ||
      url.origin === origin ||
      ((url.protocol === 'https:' || (allowPrivateNetwork && url.protocol === 'http:')) &&
        rules.some((rule) => rule(url))),
  }
}

/** What is asked of the base URL. */
interface Base extends Pick<URL, 'protocol' | 'host' | 'origin'>, Pick<Origins, 'baseUrl'> {}

function readBase(definition: ConnectorDefinition, fillings: Fillings): Base {
  const { protocol, host, origin, href } = fillUrl(definition.baseUrl, fillings)
  return { protocol, host, origin, baseUrl: href.replace(/\/$/, '') }
}

/** That of a connector whose base URL is the same for every connection. */
const readFixedBase = perDefinition((definition): { readonly base: Base | undefined } => {
  const isFixed = listPlaceholders(definition.baseUrl).length === 0
  return { base: isFixed ? readBase(definition, { values: {}, patterns: {} }) : undefined }
})

/**
 * The hosts of a connection as one text. Connections to the same hosts have the same text.
 * @throws CredentialError when a value is missing or would lead credentials elsewhere
 */
export function nameOrigins({ baseUrl, allowedHosts = [] }: ConnectorDefinition, fillings: Fillings): string {
  const fill = (template: string) =>
    template.replace(/\{([^{}]+)\}/g, (whole, id: string) =>
      Object.hasOwn(fillings.values, id) ? String(fillings.values[id]) : whole,
    )
  return [fillUrl(baseUrl, fillings).origin, ...allowedHosts.map(fill)].join(' ')
}
