import { getDomain } from 'tldts'
import type { AnyConnector } from '../../../define/index.ts'
import { listTexts } from '../../../evidence/recording/json-texts.ts'
import { addressPattern, findNames } from '../../../evidence/recording/person-names.ts'
import type { Recording } from '../../../evidence/recording/recording.ts'

/** Domains that nobody has (RFC 2606), as a recording writes them, and those of service accounts. */
const domainOfNobody =
  /(?:^|\.)(?:example|test|invalid|localhost|example\d*\.(?:com|org|net)|(?:iam|appspot|cloudservices|developer)\.gserviceaccount\.com)$/i
const nameOfNobody = /person ?\d+|example/i

/** Where in a world somebody seems to be named, each place once: `exchanges[0].response.json.users[1].email`. */
export function findPeople({ inputs, exchanges }: Recording, { definition }: AnyConnector): readonly string[] {
  const own = getDomain(definition.baseUrl.replaceAll(/[{}]/g, ''))
  const content = { inputs, exchanges }
  const named = new Set<string>()
  for (const { json } of exchanges.flatMap(({ request, response }) => (response ? [request, response] : [request])))
    for (const { kind, text } of json === undefined ? [] : findNames(json, () => false))
      if ((kind === 'name' || kind === 'phone') && !nameOfNobody.test(text)) named.add(text)
  const places = new Set<string>()
  for (const { text, path } of listTexts(content)) {
    const addresses = [...text.matchAll(addressPattern)].map(([, , , domain = '']) => domain)
    if (named.has(text) || addresses.some((domain) => !domainOfNobody.test(domain) && getDomain(domain) !== own))
      places.add(path)
  }
  return [...places]
}
