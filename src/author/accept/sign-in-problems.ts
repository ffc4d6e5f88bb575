import type { AnyConnector } from '../../define/index.ts'
import type { Description } from '../../descriptions/description.ts'
import { readSchemes } from '../../descriptions/security.ts'

/**
 * Where a connector sends secrets otherwise than the description says: another host, another header, another way to sign in.
 * What the description does not say is open.
 */
export function findSignInProblems({ definition }: AnyConnector, description: Description): readonly SignInProblem[] {
  return [...findHostProblems(definition, description), ...findHeaderProblem(definition.auth, description)]
}

export interface SignInProblem {
  /** Member of the connector's file. */
  readonly path: readonly string[]
  readonly message: string
}

/** Every address that a secret goes to is at a host of the description's servers or of its ways to sign in. */
function findHostProblems(
  { baseUrl, allowedHosts = [], auth }: AnyConnector['definition'],
  { root }: Description,
): readonly SignInProblem[] {
  const servers = [
    root.at('servers'),
    ...root
      .at('paths')
      .members()
      .map(([, item]) => item.at('servers')),
  ]
    .flatMap((node) => node.items())
    .flatMap((server) => readHostEnd(server.at('url').text ?? '') ?? [])
  const signIns = readSchemes(root)
    .members()
    .flatMap(([, scheme]) => [
      scheme.at('openIdConnectUrl').text,
      ...scheme
        .at('flows')
        .members()
        .flatMap(([, flow]) => ['authorizationUrl', 'tokenUrl', 'refreshUrl'].map((name) => flow.at(name).text)),
    ])
    .flatMap((url) => readHostEnd(url ?? '') ?? [])
  const own = readHostEnd(baseUrl)
  const refuse = (
    known: readonly string[],
    path: readonly string[],
    end: string | undefined,
  ): readonly SignInProblem[] =>
    end === undefined || known.length === 0 || known.includes(end)
      ? []
      : [{ path, message: `is at ${end}, and the description has ${[...new Set(known)].join(', ')}` }]
  const ofBase = refuse(servers, ['baseUrl'], own)
  const known = [...servers, ...signIns, ...(own === undefined ? [] : [own])]
  return [
    ...ofBase,
    ...allowedHosts.flatMap((host, index) =>
      refuse(known, ['allowedHosts', String(index)], readHostEnd(`https://${host}`)),
    ),
    ...(auth.type === 'oauth2' ? oauthUrls : []).flatMap((name) => {
      const url = auth.type === 'oauth2' ? auth.config[name] : undefined
      return refuse(known, ['auth', 'config', name], readHostEnd(url ?? ''))
    }),
  ]
}

const oauthUrls = ['authorizeUrl', 'tokenUrl', 'refreshUrl', 'revokeUrl', 'registrationUrl'] as const

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
