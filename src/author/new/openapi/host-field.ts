import { getDomain } from 'tldts'
import { anyHostPattern } from '../../../define/index.ts'
import type { DescriptionNode } from '../../../descriptions/description-node.ts'
import { escapePattern } from '../../../text/escape-pattern.ts'
import type { WantedField } from './imported-fields.ts'
import type { Notes } from './notes.ts'

const hostText = /^[a-z0-9](?:[a-z0-9.-]{0,200}[a-z0-9])?(?::\d{1,5})?$/i
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const choicesMax = 50

/**
 * The field for a variable of a server's host. It decides where credentials go, so it allows as little as the
 * description permits.
 * @param after what follows it in the host
 */
export function createHostField(server: DescriptionNode, name: string, after: string, notes: Notes): WantedField {
  const variable = server.at('variables', name)
  const preset = variable.at('default').text
  const isLabel = preset !== undefined && label.test(preset)
  const texts = variable
    .at('enum')
    .items()
    .flatMap(({ text }) => text ?? [])
  const choices = [...new Set(texts.filter((text) => hostText.test(text)))].slice(0, choicesMax)
  const common = { name, placeholder: preset, helpText: variable.at('description').line }
  if (choices.length > 0) {
    const sample = choices.find((choice) => choice === preset) ?? choices[0]
    return { ...common, choices, pattern: choices.map(escapePattern).join('|'), sample }
  }
  // One label below a domain with an owner needs no pattern; below another variable it does.
  const isOwned = /^(?:\.[a-z0-9-]+)+$/i.test(after) && findOwnedDomain(after.slice(1)) !== undefined
  if (isOwned) return { ...common, sample: isLabel ? preset : 'nobody' }
  if (/^\..*\{/.test(after)) return { ...common, pattern: '[a-z0-9-]+', sample: isLabel ? preset : 'nobody' }
  const place = variable.isThere ? variable : server.at('url')
  // Below a public suffix anybody may own a name, as with a whole host.
  return createWholeHostField(
    after.startsWith('.') ? { ...common, placeholder: isLabel ? preset : 'nobody' } : common,
    place,
    notes,
  )
}

/** The whole host: only names below the domain of its example, or the example itself. */
function createWholeHostField(common: Omit<WantedField, 'pattern'>, place: DescriptionNode, notes: Notes): WantedField {
  const { name, placeholder: preset } = common
  const example = preset !== undefined && hostText.test(preset) ? preset.toLowerCase() : 'nobody.example'
  const domain = findOwnedDomain(example)
  const isBelow = domain !== undefined && domain !== example
  const allowed = isBelow ? `hosts below ${domain}` : example
  notes.add(
    place,
    `{${name}} decides which host gets the credentials; its pattern allows ${allowed} only. Where customers host it themselves, write pattern: '${anyHostPattern.replaceAll('\\', '\\\\')}'`,
  )
  return isBelow
    ? { ...common, pattern: `[a-z0-9-]+\\.${escapePattern(domain)}`, sample: `nobody.${domain}` }
    : { ...common, pattern: escapePattern(example), sample: example }
}

/** The part with an owner (publicsuffix.org); undefined if there is none. */
function findOwnedDomain(host: string): string | undefined {
  return getDomain(host, { allowPrivateDomains: true }) ?? undefined
}
