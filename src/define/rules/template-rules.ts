import type { Problem } from '../../errors/index.ts'
import { findNearest } from '../../text/find-nearest.ts'
import type { ConnectorDefinition } from '../connector/connector-definition.ts'
import {
  collectPatterns,
  listCaptures,
  listCredentialFields,
  listCustomSettings,
  toTokenName,
} from '../connector/definition-fields.ts'
import { cutUrlTemplate, listPlaceholders } from '../connector/template.ts'
import { formatPathStep } from '../schema/problems.ts'
import { findAllowedHostProblems, findHostProblems, type HostNames } from './host-rules.ts'

/**
 * The values that are known when a template is filled: before the person consents, after the callback, or after the
 * token reply.
 */
type Moment = 'start' | 'exchange' | 'request'

interface PlacedTemplate {
  readonly path: string
  readonly text: string
  readonly kind: 'url' | 'host' | 'path' | 'text'
  readonly when: Moment
}

/** Rules of all texts that may hold placeholders. */
export function findTemplateProblems(definition: ConnectorDefinition): Problem[] {
  const captures = listCaptures(definition)
  const declared = new Set([
    ...listCredentialFields(definition).map((field) => field.id),
    ...listCustomSettings(definition).flatMap((setting) => [setting.id, toTokenName(setting)]),
    ...captures.map((capture) => capture.id),
  ])
  const later: Readonly<Record<Moment, ReadonlySet<string>>> = {
    start: new Set(captures.map((capture) => capture.id)),
    exchange: new Set(captures.filter(({ from }) => from === 'token').map((capture) => capture.id)),
    request: new Set(),
  }
  const hostNames: HostNames = { declared, patterns: collectPatterns(definition) }
  return listTemplates(definition).flatMap((template) => [
    ...findPlaceholderProblems(template, declared, later[template.when]),
    ...findTemplatePlaceProblems(template, hostNames),
  ])
}

function listTemplates(definition: ConnectorDefinition): PlacedTemplate[] {
  const templates: PlacedTemplate[] = []
  const add = (path: string, text: string | undefined, kind: PlacedTemplate['kind'], when: Moment = 'request') => {
    if (text !== undefined) templates.push({ path, text, kind, when })
  }
  const addAll = (path: string, map: Readonly<Record<string, string>> | undefined, when: Moment = 'request') => {
    for (const [name, text] of Object.entries(map ?? {})) add(`${path}${formatPathStep(name)}`, text, 'text', when)
  }
  add('baseUrl', definition.baseUrl, 'url')
  definition.allowedHosts?.forEach((host, index) => {
    add(`allowedHosts[${index}]`, host, 'host')
  })
  addAll('headers', definition.headers)
  addAll('query', definition.query)
  add('test.path', definition.test?.path, 'path')
  addAll('test.query', definition.test?.query)
  add('graphqlPath', definition.graphqlPath, 'path')
  if (definition.auth.type === 'oauth2') {
    const config = definition.auth.config
    add('auth.config.authorizeUrl', config.authorizeUrl, 'url', 'start')
    addAll('auth.config.authorizationParams', config.authorizationParams, 'start')
    add('auth.config.registrationUrl', config.registrationUrl, 'url', 'start')
    add('auth.config.tokenUrl', config.tokenUrl, 'url', 'exchange')
    addAll('auth.config.tokenParams', config.tokenParams, 'exchange')
    add('auth.config.refreshUrl', config.refreshUrl, 'url')
    addAll('auth.config.refreshParams', config.refreshParams)
    add('auth.config.revokeUrl', config.revokeUrl, 'url')
  }
  return templates
}

/** Every placeholder must have a value before it is sent: declared, known at that time, and whole. */
function findPlaceholderProblems(
  { path, text }: PlacedTemplate,
  declared: ReadonlySet<string>,
  later: ReadonlySet<string>,
): Problem[] {
  const problems = listPlaceholders(text).flatMap((name): Problem[] => {
    if (!declared.has(name)) {
      const near = findNearest(name, [...declared])
      const remedy = near === undefined ? 'declare it or remove the placeholder' : `did you mean {${near}}?`
      return [{ path, message: `{${name}} is not a credential field or setting; ${remedy}` }]
    }
    if (later.has(name))
      return [
        {
          path,
          message: `{${name}} is captured later, so its value is not known when this is sent; remove the placeholder`,
        },
      ]
    return []
  })
  const isTorn = /[{}]/.test(text.replace(/\{[^{}]*\}/g, ''))
  return isTorn
    ? [...problems, { path, message: 'has a brace without its partner; a placeholder is "{field_id}"' }]
    : problems
}

function findTemplatePlaceProblems(template: PlacedTemplate, names: HostNames): Problem[] {
  const { path, text, kind } = template
  switch (kind) {
    case 'text':
      return []
    case 'host':
      return findAllowedHostProblems(path, text, names)
    case 'url':
      return findUrlProblems(path, text, names)
    case 'path':
      // A path with a scheme or two slashes contains a host, and then the rules of hosts apply.
      return /^(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/i.test(text)
        ? findUrlProblems(path, text, names)
        : findUrlRestProblems(path, text)
  }
}

function findUrlProblems(path: string, text: string, names: HostNames): Problem[] {
  const cut = cutUrlTemplate(text)
  if (!cut) return [{ path, message: 'must be an absolute URL, such as "https://api.example.com"' }]
  const problems = findUrlRestProblems(path, cut.rest)
  if (path === 'baseUrl' && cut.rest.includes('?'))
    problems.push({ path, message: 'must not have a query, because paths are joined to it; use "query"' })
  if (cut.scheme === undefined) return [...problems, ...findHostProblems(path, cut.authority, names)]
  if (cut.authority.includes('@'))
    return [
      ...problems,
      { path, message: 'must not contain a user name or password; declare credential fields instead' },
    ]
  if (cut.scheme === 'http:' && !isLoopbackAuthority(cut.authority))
    problems.push({ path, message: 'must use https (http is for loopback addresses in tests)' })
  return [...problems, ...findHostProblems(path, cut.authority, names)]
}

function findUrlRestProblems(path: string, rest: string): Problem[] {
  const problems: Problem[] = []
  if (rest.includes('#'))
    problems.push({ path, message: 'must not have a fragment ("#…"), because HTTP does not send it; remove it' })
  // URL parsers drop line breaks and tabs, and turn a backslash into a slash.
  if (/[\\\u0000-\u001f\u007f]/.test(rest))
    problems.push({ path, message: 'must not contain backslashes or control characters' })
  return problems
}

function isLoopbackAuthority(authority: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::(?:\d+|\{[^{}]*\}))?$/i.test(authority)
}
