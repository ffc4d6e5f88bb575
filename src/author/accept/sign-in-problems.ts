import type { AnyConnector } from '../../define/index.ts'
import type { Description } from '../../descriptions/description.ts'
import { readSchemes } from '../../descriptions/security.ts'

/**
 * Where a connector sends secrets otherwise than the description says: another host, another header, another way to sign in.
 * What the description does not say is open.
 */
export function findSignInProblems({ definition }: AnyConnector, description: Description): readonly SignInProblem[] {
  return [...findHostProblem(definition.baseUrl, description), ...findHeaderProblem(definition.auth, description)]
}

export interface SignInProblem {
  /** Member of the connector's file. */
  readonly path: readonly string[]
  readonly message: string
}

function findHostProblem(baseUrl: string, { root }: Description): readonly SignInProblem[] {
  const servers = [
    root.at('servers'),
    ...root
      .at('paths')
      .members()
      .map(([, item]) => item.at('servers')),
  ]
    .flatMap((node) => node.items())
    .flatMap((server) => readHostEnd(server.at('url').text ?? '') ?? [])
  const own = readHostEnd(baseUrl)
  if (own === undefined || servers.length === 0 || servers.includes(own)) return []
  return [{ path: ['baseUrl'], message: `is at ${own}, and the description has ${[...new Set(servers)].join(', ')}` }]
}

/** The last two labels of a host. Undefined where somebody enters them, and for this machine. */
function readHostEnd(url: string): string | undefined {
  const host = /^https?:\/\/([^/?#]+)/.exec(url)?.[1]?.replace(/:\d+$/, '')
  const end = host?.split('.').slice(-2) ?? []
  return end.length < 2 || end.some((label) => label.includes('{') || label.includes('}'))
    ? undefined
    : end.join('.').toLowerCase()
}

function findHeaderProblem(auth: AnyConnector['definition']['auth'], { root }: Description): readonly SignInProblem[] {
  const schemes = readSchemes(root)
    .members()
    .map(([, scheme]) => ({
      type: scheme.at('type').text,
      scheme: scheme.at('scheme').text?.toLowerCase(),
      place: scheme.at('in').text,
      name: scheme.at('name').text?.toLowerCase(),
    }))
  if (schemes.length === 0) return []
  const usesAuthorization = schemes.some(
    ({ type, name }) => type === 'http' || type === 'oauth2' || type === 'openIdConnect' || name === 'authorization',
  )
  const refuse = (message: string): readonly SignInProblem[] => [{ path: ['auth'], message }]
  if (auth.type === 'basic')
    return usesAuthorization ? [] : refuse('is a user name and a password, which the description does not have')
  if (auth.type !== 'api_key') return []
  const { in: place, name } = auth.config
  const isHeader = place === 'header' && name.toLowerCase() === 'authorization'
  if (isHeader && usesAuthorization) return []
  if (schemes.some((each) => each.place === place && each.name === name.toLowerCase())) return []
  return refuse(`sends the key as ${place} "${name}", which the description does not have`)
}
