import { getDomain } from 'tldts'
import { cutUrlTemplate } from '../../../define/index.ts'
import type { FieldList } from './fields.ts'
import type { Notes } from './notes.ts'
import type { Place } from './place.ts'

/**
 * The base URL that a description gives: the first of its servers, whose variables become fields where they name a host,
 * and are filled in elsewhere.
 * @param otherwise address for a description that has none, or a part of one
 */
export function baseUrlOf(servers: Place, otherwise: string, fields: FieldList, notes: Notes): string {
  const [server, ...others] = servers.items()
  if (!server) {
    notes.add(servers, `names no server; the base URL ${otherwise} is made up. Give --base-url`)
    return otherwise
  }
  const elsewhere = others.filter((other) => other.at('url').value !== server.at('url').value)
  if (elsewhere.length > 0)
    notes.add(
      elsewhere[0] ?? servers,
      `${elsewhere.length} more servers; the first is the base URL, --base-url takes another`,
    )
  return serverUrl(server, fields, notes) ?? relativeTo(otherwise, server, notes)
}

/**
 * The address of a server, with fields for what differs from customer to customer.
 * @returns undefined for one that cannot be the address of an API
 */
export function serverUrl(server: Place, fields: FieldList, notes: Notes): string | undefined {
  const url = server.at('url').text?.trim().replace(/\/+$/, '') ?? ''
  const cut = url.length > urlLengthMax ? undefined : cutUrlTemplate(url.replace(/^\/\//, 'https://'))
  if (cut?.scheme === undefined || /[\s?#@\\`'"<>*\p{Cc}]/u.test(url)) return undefined
  const isLocal = /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(cut.authority)
  if (cut.scheme === 'http:' && !isLocal)
    notes.add(server.at('url'), 'is http; credentials are only sent by https, so the base URL is')
  const authority = authorityOf(server, cut.authority, fields, notes)
  const path = cut.rest.replaceAll(
    /\{([^{}]*)\}/g,
    (_, name: string) => server.at('variables', name, 'default').text ?? name,
  )
  if (authority === undefined || /[{}:*]/.test(path)) return undefined
  return `${isLocal ? cut.scheme : 'https:'}//${authority.toLowerCase() === authority ? authority : authority.replaceAll(/(\{[^{}]*\})|[^{}]+/g, (part, field) => field ?? part.toLowerCase())}${path}`
}

const urlLengthMax = 500

function authorityOf(server: Place, authority: string, fields: FieldList, notes: Notes): string | undefined {
  // As Atlassian writes it: a part that everybody has to replace, and no variable.
  const templated = authority.replace(/(^|\.)<?(your[-_][a-z0-9-]+)>?(?=\.)/i, (_, before: string, label: string) => {
    notes.add(server.at('url'), `"${label}" stands for a name of the customer's, and became a field`)
    return `${before}{${label}}`
  })
  if (/:\{[^{}]*\}$/.test(templated)) {
    const port = /:\{([^{}]*)\}$/.exec(templated)?.[1] ?? ''
    const preset = server.at('variables', port, 'default').value
    return authorityOf(
      server,
      templated.replace(/:\{[^{}]*\}$/, /^(?:443|)$/.test(String(preset ?? '')) ? '' : `:${preset}`),
      fields,
      notes,
    )
  }
  if (/[^a-z0-9.{}:_-]/i.test(templated)) return undefined
  const filled = templated.replaceAll(/\{([^{}]*)\}/g, (_, name: string, at: number) => {
    const after = templated.slice(at + name.length + 2).replace(/:\d+$/, '')
    return `{${fields.idOf('server', hostField(server, name, after, notes))}}`
  })
  return filled === '' ? undefined : filled
}

/** A field that decides which host is asked, and so where credentials go: as narrow as the description allows. */
function hostField(server: Place, name: string, after: string, notes: Notes) {
  const variable = server.at('variables', name)
  const preset = variable.at('default').text
  const named = variable
    .at('enum')
    .items()
    .flatMap(({ text }) => (text !== undefined && hostText.test(text) ? text : []))
  const choices = [...new Set(named)].slice(0, 50)
  const helpText = variable.at('description').line
  const common = { name, ...(helpText !== undefined && { helpText }) }
  if (choices.length > 0)
    return {
      ...common,
      choices,
      pattern: choices.map(escaped).join('|'),
      sample: choices.find((choice) => choice === preset) ?? choices[0] ?? '',
    }
  // One label below a domain that belongs to somebody needs no pattern.
  if (/^(?:\.[a-z0-9-]+)+$/i.test(after) && getDomain(after.slice(1), { allowPrivateDomains: true })) {
    const sample = preset !== undefined && /^[a-z0-9-]+$/i.test(preset) ? preset : 'nobody'
    return { ...common, sample, ...(preset !== undefined && { placeholder: preset }) }
  }
  if (/^\./.test(after))
    return {
      ...common,
      pattern: '[a-z0-9-]+',
      sample: preset !== undefined && /^[a-z0-9-]+$/i.test(preset) ? preset : 'nobody',
    }
  const domain = preset !== undefined && hostText.test(preset) ? getDomain(preset, { allowPrivateDomains: true }) : null
  const allowed = domain && domain !== preset ? `[a-z0-9-]+\\.${escaped(domain)}` : escaped(preset ?? 'nobody.example')
  notes.add(
    variable.isThere ? variable : server.at('url'),
    `{${name.slice(0, 60)}} decides which host gets the credentials; its pattern allows ${domain && domain !== preset ? `hosts below ${domain}` : (preset ?? 'none')} only. Widen it where customers have others`,
  )
  return {
    ...common,
    pattern: allowed,
    sample: domain && domain !== preset ? `nobody.${domain}` : (preset ?? 'nobody.example'),
    ...(preset !== undefined && { placeholder: preset }),
  }
}

const hostText = /^[a-z0-9](?:[a-z0-9.-]{0,200}[a-z0-9])?(?::\d{1,5})?$/i

function relativeTo(otherwise: string, server: Place, notes: Notes): string {
  const url = server.at('url').text ?? ''
  const isPath = /^\/[\w.~/-]*$/.test(url)
  const base = isPath ? `${otherwise}${url.replace(/\/+$/, '')}` : otherwise
  notes.add(
    server.at('url'),
    `${isPath ? 'is a path without a host' : 'is no address that can be used'}; the base URL ${base} is made up. Give --base-url`,
  )
  return base
}

function escaped(text: string): string {
  return text.toLowerCase().replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
