import { cutUrlTemplate } from '../../../define/index.ts'
import type { DescriptionNode } from '../../../descriptions/description-node.ts'
import { trimSlashes } from '../../../text/trim-slashes.ts'
import { createHostField } from './host-field.ts'
import type { FieldList } from './imported-fields.ts'
import type { Notes } from './notes.ts'

/**
 * The base URL in a description: the first of its servers. Its variables become fields if they name a host, and
 * otherwise get their values.
 * @param otherwise address for a description without one, or with a part of one
 */
export function createBaseUrl(servers: DescriptionNode, otherwise: string, fields: FieldList, notes: Notes): string {
  const [server, ...others] = servers.items()
  if (!server) {
    notes.add(servers, `names no server; the base URL ${otherwise} is made up. Pass --base-url`)
    return otherwise
  }
  const elsewhere = others.filter((other) => other.at('url').value !== server.at('url').value)
  const [next] = elsewhere
  if (next) {
    const count = elsewhere.length === 1 ? 'one more server' : `${elsewhere.length} more servers`
    notes.add(
      next,
      `there ${elsewhere.length === 1 ? 'is' : 'are'} ${count}; the first is the base URL, --base-url takes another`,
    )
  }
  return createServerUrl(server, fields, notes) ?? resolveServerPath(otherwise, server, notes)
}

const serverUrlLengthMax = 500

/**
 * The address of a server, with fields for the parts that differ between customers.
 * @param origin of the connector, for a server that is a path of it: `/v5`
 * @returns undefined if it cannot be the address of an API
 */
export function createServerUrl(
  server: DescriptionNode,
  fields: FieldList,
  notes: Notes,
  origin?: string,
): string | undefined {
  const written = server.at('url').text?.trim() ?? ''
  if (written.length > serverUrlLengthMax || /[\s?#@\\`'"*\p{Cc}]/u.test(written)) return undefined
  if (origin !== undefined && /^\/(?!\/)/.test(written)) {
    const path = fillServerPath(server, written)
    return path === undefined ? undefined : `${origin}${path}`
  }
  const cut = cutUrlTemplate(trimSlashes(fillServerStart(server, written).replace(/^\/\//, 'https://')))
  if (cut?.scheme === undefined) return undefined
  const isLocal = /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(cut.authority)
  const isOpen = cut.scheme === 'http:' && !isLocal
  if (isOpen)
    notes.add(server.at('url'), 'is http; Checkwright sends credentials only by https, so the base URL is https')
  const authority = createAuthority(server, cut.authority, fields, notes)
  const path = fillServerPath(server, cut.rest)
  if (authority === undefined || path === undefined) return undefined
  return `${isOpen ? 'https:' : cut.scheme}//${authority}${path}`
}

/** A path with the values of its variables, without a slash at its end. */
function fillServerPath(server: DescriptionNode, template: string): string | undefined {
  const presetOf = (name: string) => server.at('variables', name, 'default').text?.replace(/^\/+|\/+$/g, '') ?? name
  const path = template.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => presetOf(name))
  return /^[\w./~%+,;=$-]*$/.test(path) ? trimSlashes(path) : undefined
}

/** The scheme or the whole origin may be a variable: `{scheme}://api.acme.example`, `{origin}/v1`. */
function fillServerStart(server: DescriptionNode, template: string): string {
  const [, name, rest] = /^\{([^{}]+)\}(:\/\/.*|\/.*)?$/s.exec(template) ?? []
  if (name === undefined) return template
  const variable = server.at('variables', name)
  const values = [variable.at('default'), ...variable.at('enum').items()].flatMap(({ text }) => text ?? [])
  const isScheme = rest?.startsWith('://') === true
  const usable = values.filter((text) => (isScheme ? /^https?$/i : /^https?:\/\/[^/?#]/i).test(text))
  const value = usable.find((text) => /^https/i.test(text)) ?? usable[0]
  if (value !== undefined) return `${trimSlashes(value)}${rest ?? ''}`
  // The address of each customer's own installation.
  return isScheme ? template : `https://${template}`
}

/** Host and port, in lower case, with fields in place of variables. */
function createAuthority(
  server: DescriptionNode,
  written: string,
  fields: FieldList,
  notes: Notes,
): string | undefined {
  const [, templated = '', port = ''] =
    /^(.*?)(:(?:\d+|\{[^{}]*\}))?$/.exec(replaceOwnLabel(server, written, notes)) ?? []
  const parts = templated.split(/(\{[^{}]*\})/)
  if (templated === '' || parts.some((part) => !part.startsWith('{') && !/^[a-z0-9.-]*$/i.test(part))) return undefined
  const filled = parts.map((part, index) => {
    if (!part.startsWith('{')) return part.toLowerCase()
    return `{${fields.idOf('server', createHostField(server, part.slice(1, -1), parts.slice(index + 1).join(''), notes))}}`
  })
  return filled.join('') + choosePort(server, port)
}

/** Atlassian writes a label that everybody has to replace, instead of a variable. */
function replaceOwnLabel(server: DescriptionNode, authority: string, notes: Notes): string {
  return authority.replace(/(^|\.)<?(your[-_][a-z0-9_-]+)>?(?=\.)/i, (_, before: string, label: string) => {
    notes.add(server.at('url'), `"${label}" stands for a name of the customer, so it became a field`)
    return `${before}{${label}}`
  })
}

function choosePort(server: DescriptionNode, port: string): string {
  const [, name] = /^:\{(.*)\}$/.exec(port) ?? []
  const preset = name === undefined ? port.slice(1) : String(server.at('variables', name, 'default').value ?? '')
  return /^\d{1,5}$/.test(preset) && preset !== '443' ? `:${preset}` : ''
}

function resolveServerPath(otherwise: string, server: DescriptionNode, notes: Notes): string {
  const url = server.at('url').text ?? ''
  const isPath = /^\/[\w.~/-]*$/.test(url)
  const base = isPath ? `${otherwise}${trimSlashes(url)}` : otherwise
  const what = isPath ? 'is a path without a host' : 'is not a usable address'
  notes.add(server.at('url'), `${what}; the base URL ${base} is made up. Give --base-url`)
  return base
}
